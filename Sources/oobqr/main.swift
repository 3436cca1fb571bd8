import Glibc
import OOBQRCommands

exit(OOBQR.runProcess())

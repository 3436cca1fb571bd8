import CRelease
import Glibc
import OOBQRCommands

exit(OOBQR.runProcess(commit: unsafe String(cString: oobqr_commit()).prefix(12).description))

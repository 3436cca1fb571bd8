# Mends a generated manual page, so that man-db finds its name and groff has nothing to say.
# Usage: awk -f Packaging/manual.awk -v date="November 22, 2026" page.1
$1 == ".Nm" && NF > 1 && !name {
  name = $0
  gsub(/"/, "")
  sub(/^\.Nm /, "")
  gsub(/ /, "-")
  print ".Nm " $0
  next
}
$0 == ".Nm" { print name; next }
$1 == ".Dd" && date { print ".Dd " date; next }
$1 == ".Nd" { gsub(/^\.Nd "|"$/, ""); print ".Nd " $0; next }
$0 == "" { print ".Pp"; next }
/^[ \\&]+(oobqr|--)/ { sub(/^[ \\&]+/, ""); print ".Dl " $0; next }
{ print }

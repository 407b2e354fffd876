# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Prints a document with the lines between its marks, <!-- NAME:begin --> and <!-- NAME:end -->, replaced by the file PART.
BEGIN {
	begin = "<!-- " name ":begin -->"
	end = "<!-- " name ":end -->"
}
$0 == end { inside = 0; ended = 1 }
!inside { print }
$0 == begin {
	inside = 1
	while ((getline line < part) > 0)
		print line
}
END { exit !(ended && !inside) }

/** `check.sh` of the page: what a shell can verify of it. Exit code 1 and a line that begins with FAIL where a check fails. */
export const CHECK_SH = String.raw`#!/bin/bash
# Checks the page: its files, its ids, and whether its own colours can be read.
failed=0
report() {
  if [ "$1" = 0 ]; then echo "ok    $2"; else echo "FAIL  $2"; failed=1; fi
}

for file in style.css app.js; do
  [ -s "$file" ] && grep -q "\"$file\"" index.html
  report $? "index.html uses $file"
done

# Every id that the script looks for by name must be in the page.
for id in $(grep -o "find('[a-z-]*')" app.js | sed "s/find('//; s/')//" | sort -u); do
  grep -q "id=\"$id\"" index.html
  report $? "#$id is there"
done

# Contrast as in WCAG 2.2, of each colour that text has on each ground that it stands on.
awk -v pairs="ink/paper ink/card muted/paper muted/card accent/card good/card bad/card" '
  function hex(digit) { return index("0123456789abcdef", tolower(digit)) - 1 }
  function part(colour, at,   share) {
    share = (hex(substr(colour, at, 1)) * 16 + hex(substr(colour, at + 1, 1))) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ^ 2.4
  }
  function luminance(colour) {
    return 0.2126 * part(colour, 2) + 0.7152 * part(colour, 4) + 0.0722 * part(colour, 6)
  }
  /^ *--[a-z]+: #/ {
    gsub(/[-:;]/, "")
    colours[$1] = $2
  }
  END {
    count = split(pairs, list, " ")
    for (i = 1; i <= count; i++) {
      split(list[i], side, "/")
      x = luminance(colours[side[1]])
      y = luminance(colours[side[2]])
      ratio = x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05)
      if (ratio < 4.5) bad = 1
      printf "%s%s on %s is %.2f to 1%s\n", (ratio < 4.5 ? "FAIL  " : "ok    "), side[1], side[2], ratio, (ratio < 4.5 ? ", below 4.5" : "")
    }
    exit bad
  }' style.css || failed=1

exit $failed
`

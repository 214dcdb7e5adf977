/** `check.sh` of the page: what a shell can verify of it. Exit code 1 and a line that begins with FAIL where a check fails. */
export const CHECK_SH = String.raw`#!/bin/bash
# Checks the page: its files, its ids, and whether its own colours can be read.
failed=0
report() {
  if [ "$1" = ok ]; then echo "ok    $2"; else echo "FAIL  $2"; failed=1; fi
}

for file in style.css app.js; do
  if grep -q "\"$file\"" index.html && [ -s "$file" ]; then report ok "index.html uses $file"; else report no "index.html uses $file"; fi
done

# Every id that the script looks for by name must be in the page.
for id in $(grep -o "find('[a-z-]*')" app.js | sed "s/find('//; s/')//" | sort -u); do
  if grep -q "id=\"$id\"" index.html; then report ok "#$id is there"; else report no "#$id is there"; fi
done

value() {
  sed -n "s/^ *--$1: *\(#[0-9a-fA-F]*\);.*/\1/p" style.css | head -n 1
}

ratio() {
  awk -v a="$1" -v b="$2" '
    function hex(digit) { return index("0123456789abcdef", tolower(digit)) - 1 }
    function part(colour, at,   share) {
      share = (hex(substr(colour, at, 1)) * 16 + hex(substr(colour, at + 1, 1))) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ^ 2.4
    }
    function luminance(colour) { return 0.2126 * part(colour, 2) + 0.7152 * part(colour, 4) + 0.0722 * part(colour, 6) }
    BEGIN {
      x = luminance(a); y = luminance(b)
      if (x < y) { t = x; x = y; y = t }
      printf "%.2f", (x + 0.05) / (y + 0.05)
    }'
}

for pair in "ink paper" "ink card" "muted paper" "muted card" "accent card" "good card" "bad card"; do
  set -- $pair
  r=$(ratio "$(value "$1")" "$(value "$2")")
  if awk -v r="$r" 'BEGIN { exit !(r >= 4.5) }'; then report ok "$1 on $2 is $r to 1"; else report no "$1 on $2 is $r to 1, below 4.5"; fi
done

exit $failed
`

#!/bin/sh
# Opens the lab's report, and every picture in docs/lab/plots, in a headless browser and checks that
# each plot is drawn: each curve is painted and has a length and a width.
# Usage: page.sh SOURCE BUILD. Without a browser it is skipped (77), unless
# SLUICE_REQUIRE_SERVICES=1, which makes that a failure.
set -eu
source=$1
build=$2

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || browser=
if [ -z "$browser" ]; then
  echo "there is no Chromium here (tools/setup page installs it), so that no page can be opened"
  [ "${SLUICE_REQUIRE_SERVICES-}" = 1 ] && exit 1
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$build/sluice-lab" run rsbf-table-5 rsbf-figure-2 rsbf-figure-3 rsbf-figure-4 rsbf-figure-5 \
  rsbf-figure-6 rsbf-figure-7 sbf-figure-1 sbf-figure-2 sbf-figure-3 sbf-figure-5 dabf-figure-1 \
  --scale 1/1000 --out "$folder" >/dev/null
"$build/sluice-lab" report --out "$folder" >/dev/null

script='<script>
const bad = [];
let curves = 0;
for (const svg of document.querySelectorAll("svg")) {
  const own = svg.querySelectorAll("path.curve");
  if (own.length === 0) bad.push(svg.getAttribute("aria-label") + ": no curve");
  for (const curve of own) {
    ++curves;
    const box = curve.getBBox();
    const painted = getComputedStyle(curve).stroke !== "none" && curve.getTotalLength() > 10;
    if (!painted || box.width < 10 || svg.getBoundingClientRect().width < 100) {
      bad.push(svg.getAttribute("aria-label") + ": " + curve.getAttribute("class"));
    }
  }
}
document.body.innerHTML = "<p>DRAWN " + curves + " BAD " + bad.length + " " + bad.join("; ") + " END</p>";
</script>'

# opened PAGE LEAST: as many curves at least, and each of them drawn.
opened() {
  told=$("$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" \
    --dump-dom "file://$1" 2>"$folder/log" | sed -n 's/.*<p>\(DRAWN .*\) END<.*/\1/p')
  echo "$(basename "$1"): ${told:-the browser said nothing}"
  case $told in
    DRAWN*' BAD 0 '*) ;;
    *) tail -n 5 "$folder/log"; return 1 ;;
  esac
  drawn=${told#DRAWN }
  [ "${drawn%% *}" -ge "$2" ] || { echo "that is too few"; return 1; }
}

{ sed 's,</body></html>,,' "$folder/report.html"; echo "$script</body></html>"; } >"$folder/page.html"
opened "$folder/page.html" 30

set -- "$source"/docs/lab/plots/*.svg
if [ -f "$1" ]; then
  { echo '<!DOCTYPE html><html><meta charset="utf-8"><body>'; cat "$@"; echo "$script</body></html>"; } \
    >"$folder/pictures.html"
  opened "$folder/pictures.html" $(($# * 2))
fi

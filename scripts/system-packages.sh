#!/bin/sh
# Installs the Debian packages that Kozyr needs and that are missing; without root or sudo names them in one line.
#   scripts/system-packages.sh run     what the app needs
#   scripts/system-packages.sh test    that, and what the tests and the picture generator need
set -eu

run="python3-venv libgl1 libegl1 libgles2 libmtdev1 libglib2.0-0"
art="gnome-cards-data kdegames-card-data-kf5 librsvg2-bin imagemagick"
fonts="fonts-dejavu-core fonts-linuxlibertine fonts-oldstandard fonts-ebgaramond fonts-cmu fonts-vollkorn fonts-paratype
fonts-liberation2 fonts-freefont-ttf fonts-urw-base35 fonts-roboto-slab fonts-open-sans fonts-clear-sans fonts-bebas-neue
fonts-symbola"
surfaces="gimp-data sweethome3d foobillardplus-data mate-backgrounds gnome-backgrounds plasma-workspace-wallpapers"

case "${1:-run}" in
run) wanted="$run" ;;
test) wanted="$run $art $fonts $surfaces chromium" ;;
*) echo "usage: $0 run|test" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "Kozyr: this is no Debian system; install by hand what stands for: $run" >&2
    exit 0
fi
missing=""
for package in $wanted; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    root="sudo"
else
    echo "Kozyr: please have an administrator run: apt-get install$missing" >&2
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -qq
# shellcheck disable=SC2086
$root apt-get install -y -qq --no-install-recommends $missing

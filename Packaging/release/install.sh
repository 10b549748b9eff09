#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes the program of this folder a command and a service of this machine. The program stays in the folder.
#
#   ./install.sh             installs links to the program, its manual and its completions below /usr/local, and copies of
#                            the units, the udev rule and the declaration of the user and the groups
#   ./install.sh --remove    removes them; the user and the groups are kept, because files may belong to them
#
# DESTDIR=FOLDER installs into a folder instead, and does not start or notify anything.

set -eu
umask 022

root=${DESTDIR-}
folder=$(dirname "$(readlink -f -- "$0")")
prefix=$root/usr/local
units=$prefix/lib/systemd/system
rules=$root/etc/udev/rules.d

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf 'install.sh:   %s\n' "$line" >&2; done
  exit 1
}

quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

# Prints FILE and LINK of each file that is linked. The program is linked without the launcher, because it has started here.
links() {
  printf '%s\t%s\n' bin/keybridge bin/keybridge
  (cd "$folder" && find share/man share/bash-completion share/zsh share/fish -type f) |
    while IFS= read -r file; do printf '%s\t%s\n' "$file" "$file"; done
}

# Prints FILE and COPY of each file that is copied, because systemd and udev follow no links out of their folders.
copies() {
  (cd "$folder/lib/systemd/system" && find . -type f) | while IFS= read -r file; do
    printf '%s\t%s\n' "lib/systemd/system/${file#./}" "$units/${file#./}"
  done
  printf '%s\t%s\n' lib/sysusers.d/keybridge.conf "$prefix/lib/sysusers.d/keybridge.conf"
  printf '%s\t%s\n' lib/udev/rules.d/70-keybridge.rules "$rules/70-keybridge.rules"
}

tab=$(printf '\t')
has_systemd() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

notify() {
  [ -z "$root" ] || return 0
  if has_systemd; then systemctl daemon-reload; fi
  if command -v udevadm >/dev/null && [ -e /run/udev/control ]; then
    udevadm control --reload && udevadm trigger --action=change --subsystem-match=input
  fi
}

remove() {
  if has_systemd; then
    systemctl disable --now keybridge.service keybridge.socket keybridge-control.socket \
      keybridge-observe.socket 2>/dev/null || true
  fi
  links | while IFS="$tab" read -r file link; do
    if [ "$(readlink "$prefix/$link" 2>/dev/null)" = "$folder/$file" ]; then rm "$prefix/$link"; fi
  done
  copies | while IFS="$tab" read -r file copy; do
    if cmp -s "$folder/$file" "$copy"; then rm "$copy"; fi
  done
  notify
  echo "Removed. The user and the groups are kept: userdel keybridge; groupdel keybridge-input"
}

# The service reads every key, so no other user may change its program.
check_owners() {
  case $folder/ in
  /home/* | /root/* | /tmp/* | /var/tmp/* | /run/*)
    fail "the service cannot read $folder, and $(echo "$folder" | cut -d / -f 2) belongs to users" \
      "mv $(quoted "$folder") /opt/ && chown -R root:root $(quoted "/opt/${folder##*/}"), as root" \
      "then run $(quoted "/opt/${folder##*/}/install.sh")" ;;
  esac
  place=$folder
  while [ -n "$place" ]; do
    case $(stat -c '%u %A' "$place") in
    "0 "d????-??-*) ;;
    *) fail "a user other than root can change $place, in which the program is" \
         "chown root:root $(quoted "$place") && chmod go-w $(quoted "$place"), as root" ;;
    esac
    place=${place%/*}
  done
  changeable=$(find "$folder" \( ! -user 0 -o -perm -0020 -o -perm -0002 \) ! -type l | head -n 1)
  [ -z "$changeable" ] || fail "a user other than root can change $changeable" \
    "chown -R root:root $(quoted "$folder") && chmod -R go-w $(quoted "$folder"), as root"
}

case ${1-} in
"") ;;
--remove) [ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "permission denied" "run it as root"; remove; exit ;;
*) echo "usage: install.sh [--remove]" >&2; exit 2 ;;
esac

if [ -z "$root" ]; then
  [ "$(id -u)" = 0 ] || fail "permission denied" "run it as root"
  "$folder/keybridge" --version >/dev/null || exit 1
  check_owners
fi
[ ! -e "$root/usr/bin/keybridge" ] || fail "the package keybridge is installed, too" \
  "remove it first (Debian: apt-get remove keybridge), or use only $folder/keybridge"

links | while IFS="$tab" read -r file link; do
  path=$prefix/$link
  if [ -e "$path" ] && [ ! -L "$path" ]; then
    fail "$path exists and is not a link" "remove it; make uninstall removes what make install has installed"
  fi
  mkdir -p "${path%/*}"
  ln -sfn "$folder/$file" "$path"
done
copies | while IFS="$tab" read -r file copy; do
  mkdir -p "${copy%/*}"
  cp "$folder/$file" "$copy"
  chmod 644 "$copy"
done

if [ -z "$root" ]; then
  # If a group with that name exists, it becomes the user's group.
  if command -v systemd-sysusers >/dev/null; then
    systemd-sysusers "$prefix/lib/sysusers.d/keybridge.conf"
  else
    getent group keybridge >/dev/null || groupadd --system keybridge
    getent group keybridge-input >/dev/null || groupadd --system keybridge-input
    getent passwd keybridge >/dev/null || useradd --system --gid keybridge --home-dir / \
      --no-create-home --shell /usr/sbin/nologin --comment Keybridge keybridge
  fi
fi
notify
echo "Installed links to $folder, which must stay where it is."
if has_systemd; then
  echo "To start the service now and at every boot: systemctl enable --now keybridge"
else
  echo "systemd is not running: start 'keybridge run --mirror none' as the user keybridge, with the group keybridge-input"
fi
echo "To let a user's programs connect to the service: usermod -aG keybridge USER"
echo "To let a user run 'keybridge run', and read every keyboard: usermod -aG keybridge-input USER"

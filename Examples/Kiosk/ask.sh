#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Asks a person one line of text:  ask.sh FIELD [LABEL [SOCKET]]
# Prints the typed text when Return is pressed; exits with 1 if that fails.

fail() { echo "ask.sh: $1" >&2; exit 1; }
# Prints $1 for use inside a JSON string: without control characters, \ and " escaped.
quote() { printf '%s' "$1" | tr -d '\001-\037\177' | sed 's/[\\"]/\\&/g'; }
send() { printf '%s\n' "{\"jsonrpc\":\"2.0\",$1}" >&3; } 2>/dev/null

# Reads until a line matches *$1* (a pattern), and stores the line in $line.
await() {
    while IFS= read -r line <&4; do
        case $line in
        *'"error":{'*) fail "the service says no: $line" ;;
        *'"method":"refused"'*) fail "the service refused: $line" ;;
        esac
        # shellcheck disable=SC2254
        case $line in *$1*) return ;; esac
    done
    fail "the service at $socket cannot be reached, or is gone"
}

[ $# -ge 1 ] || fail "usage: ask.sh FIELD [LABEL [SOCKET]]"
field=$(quote "$1") label=$(quote "${2-$1}")
socket=${3-/run/keybridge/keybridge.sock}

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM
trap '' PIPE                      # await reports that the service has disconnected
mkfifo "$dir/to" "$dir/from" || exit 1
socat - "UNIX-CONNECT:$socket" <"$dir/to" >"$dir/from" &
exec 3>"$dir/to" 4<"$dir/from"

send "\"id\":1,\"method\":\"hello\",\"params\":{\"name\":\"ask-$$\",\"version\":\"1.0\"}"
send "\"id\":2,\"method\":\"container.create\",\"params\":{\"container\":\"$field\",\"label\":\"$label\",\"traits\":{\"returnKeyType\":\"done\"}}"
send "\"id\":3,\"method\":\"focus.request\",\"params\":{\"container\":\"$field\"}"
await '"id":3[,}]'                # granted, or queued and granted later
case $line in *'"outcome":"refused"'*) fail "the field got no focus" ;; esac
await '"method":"field.didEndOnExit"'
send "\"id\":4,\"method\":\"container.get\",\"params\":{\"container\":\"$field\"}"
await '"id":4[,}]'
send '"id":5,"method":"bye"'
printf '%s\n' "$line" |
    sed -n 's/.*"text":"\([^"\\]*\(\\.[^"\\]*\)*\)".*/\1/p' |
    sed 's/\\\([\\"/]\)/\1/g'

#!/usr/bin/env bash
# Publishes a text, with a photo or clip if you like, and prints what happened on each account. Needs curl and jq.
#
#   export CRIER_URL=https://crier.example.org CRIER_KEY=crier_live_…
#   ./publish.sh "Hello from the hills" [photo.jpg "What the photo shows"]
#
# CRIER_ACCOUNTS names some accounts ("bluesky mastodon"); otherwise it is published on all.
# The exit code is 0 only when it is live everywhere.
set -euo pipefail

: "${CRIER_URL:?is the address of your server}" "${CRIER_KEY:?is an API key: crier key create}"
text=${1:?Usage: publish.sh TEXT [FILE ALT_TEXT]} file=${2:-} alt=${3:-}

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# api PATH [curl arguments]: prints the answer; if the server refuses, its reason goes to stderr.
# The key comes from a file descriptor: arguments can be read by everyone on this machine.
api() {
  local path=$1
  shift
  : >"$answer"
  if curl --silent --show-error --fail-with-body --retry 4 --output "$answer" "$@" \
    --header @<(printf 'Authorization: Bearer %s' "$CRIER_KEY") "$CRIER_URL/v1$path"; then
    cat "$answer"
  else
    jq --raw-output '"\(.code): \(.detail)"' "$answer" >&2 2>/dev/null || true
    return 1
  fi
}

# A photo or clip of up to 4 MiB. Repeating this would make a second copy, so it is not repeated.
media='[]'
if [ -n "$file" ]; then
  media=$(api /media --retry 0 --form "file=@$file" --form-string "altText=$alt" | jq '[.media.id]')
fi

# The same key on each try of curl: however often the request is sent, there is one post.
key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
post=$(
  jq --null-input --arg caption "$text" --arg accounts "${CRIER_ACCOUNTS:-}" --argjson media "$media" '
    {caption: $caption, media: $media, schedule: "now"}
    + if $accounts == "" then {} else {accounts: ($accounts | split(" "))} end' |
    api /posts --header "Idempotency-Key: $key" --header "Content-Type: application/json" --data-binary @-
)

# The answer waits up to 20 s for the networks. What is not known by then is asked for.
id=$(jq --raw-output .id <<<"$post")
while jq --exit-status 'any(.targets[]; .nextAction == "wait")' <<<"$post" >/dev/null; do
  sleep 2
  post=$(api "/posts/$id")
done

jq --raw-output '.targets[] | "\(.status)\t\(.platform):\(.handle)\t\(.url // .error // "")"' <<<"$post"
jq --exit-status '.status == "posted"' <<<"$post" >/dev/null

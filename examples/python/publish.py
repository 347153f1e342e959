#!/usr/bin/env python3
"""Publishes a text, with files if you like, and prints what happened on each account.

Needs Python 3.9 or newer and nothing else:

    export CRIER_URL=https://crier.example.org CRIER_KEY=crier_live_…
    python3 publish.py "Hello from the hills" --file photo.jpg --alt "Hills at dusk" --to bluesky mastodon
"""

import argparse
import http.client
import json
import mimetypes
import os
import sys
import time
import urllib.error
import urllib.request
import uuid


mimetypes.add_type("image/webp", ".webp")  # Python knows it only since 3.13


class CrierError(Exception):
    """The server refused: decide by `code`, show the text to people."""

    def __init__(self, status: int, problem: dict):
        super().__init__(problem.get("detail", f"The server answered {status}."))
        self.status = status
        self.code = problem.get("code", "unexpected_answer")
        self.problem = problem


class Crier:
    """The API of one profile."""

    def __init__(self, url: str, key: str):
        self.url = url.rstrip("/") + "/v1"
        self.key = key

    def get(self, path: str) -> dict:
        return self._request("GET", path)

    def post(self, path: str, body: dict, headers: "dict | None" = None) -> dict:
        return self._request("POST", path, body, headers)

    def create_post(self, idempotency_key: "str | None" = None, **post) -> dict:
        """Creates a post. Every try has the same key, so there is one post however often the connection breaks."""
        key = idempotency_key or str(uuid.uuid4())
        return self.post("/posts", post, {"Idempotency-Key": key})

    def wait_until_settled(self, post: dict) -> dict:
        """Asks until it is known what happened on every account."""
        while any(target["nextAction"] == "wait" for target in post["targets"]):
            time.sleep(2)
            post = self.get(f"/posts/{post['id']}")
        return post

    def upload(self, path: str, alt: "str | None" = None) -> str:
        """Uploads a photo or clip of up to 512 MiB without reading it into memory. Returns its id."""
        size = os.path.getsize(path)
        wish = {"filename": os.path.basename(path), "contentType": mimetypes.guess_type(path)[0], "size": size}
        prepared = self.post("/media/presign", wish)
        # Without the API key: the address is enough, and may belong to a storage elsewhere.
        headers = {**prepared["headers"], "Content-Length": str(size)}
        with open(path, "rb") as file:
            request = urllib.request.Request(prepared["uploadUrl"], file, headers, method="PUT")
            try:
                urllib.request.urlopen(request, timeout=600).close()
            except urllib.error.HTTPError as error:
                raise CrierError(error.code, problem_of(error)) from None
        completion = {"uploadId": prepared["uploadId"], **({"altText": alt} if alt else {})}
        return self.post("/media/complete", completion)["media"]["id"]

    def _request(self, method: str, path: str, body: "dict | None" = None, headers: "dict | None" = None) -> dict:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json", **(headers or {})}
        # Anything else may have happened although its answer was lost: sent again, it could happen twice.
        attempts = 5 if method == "GET" or "Idempotency-Key" in headers else 1
        for attempt in range(1, attempts + 1):
            wait = 2**attempt
            try:
                request = urllib.request.Request(self.url + path, data, headers, method=method)
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                wait = int(error.headers.get("Retry-After") or wait)
                if error.code not in (429, 502, 503, 504) or attempt == attempts or wait > 60:
                    raise CrierError(error.code, problem_of(error)) from None
            except (OSError, http.client.HTTPException):  # no complete answer: refused, reset, timed out
                if attempt == attempts:
                    raise
            time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")


def problem_of(error: urllib.error.HTTPError) -> dict:
    try:
        return json.load(error)
    except ValueError:  # a proxy's page
        return {}


def main() -> int:
    parser = argparse.ArgumentParser(description="Publishes a post with Crier.")
    parser.add_argument("text")
    parser.add_argument("--to", nargs="+", metavar="ACCOUNT", help="such as bluesky, or mastodon:you@server (default: all)")
    parser.add_argument("--file", help="photo or clip")
    parser.add_argument("--alt", help="what the file shows")
    parser.add_argument("--at", default="now", metavar="TIME", help="such as 2027-01-31T09:00:00+01:00 (default: now)")
    options = parser.parse_args()

    crier = Crier(os.environ["CRIER_URL"], os.environ["CRIER_KEY"])
    try:
        media = [crier.upload(options.file, options.alt)] if options.file else []
        accounts = options.to or "all"
        post = crier.create_post(caption=options.text, accounts=accounts, media=media, schedule=options.at)
        if options.at != "now":
            print(f"It goes out at {post['scheduledFor']}.")
            return 0
        post = crier.wait_until_settled(post)
    except CrierError as error:
        print(f"{error.code}: {error}", file=sys.stderr)
        return 1

    for target in post["targets"]:
        account = f"{target['platform']}:{target['handle']}"
        print(target["status"], account, target.get("url") or target.get("error") or "", sep="\t")
    return 0 if post["status"] == "posted" else 1


if __name__ == "__main__":
    sys.exit(main())

// Whose address a request has: headers count only from proxies that the operator trusts.
import { expect, test } from "bun:test";
import { rememberPeer, clientAddress } from "./client-address.ts";

function seen(peer: string | null, forwarded: string | null, trusted: string[] = []): string {
  const request = new Request(
    "http://localhost/",
    forwarded === null ? {} : { headers: { "x-forwarded-for": forwarded } },
  );
  rememberPeer(request, () => peer);
  return clientAddress(request, trusted);
}

test.each([
  ["1.2.3.4", null, [], "1.2.3.4"],
  ["1.2.3.4", "9.9.9.9", [], "1.2.3.4"],
  ["1.2.3.4", "9.9.9.9", ["10.0.0.0/8"], "1.2.3.4"],
  ["10.0.0.1", "9.9.9.9", ["10.0.0.1"], "9.9.9.9"],
  ["::ffff:10.0.0.1", "9.9.9.9", ["10.0.0.0/8"], "9.9.9.9"],
  // What the client wrote itself stands on the left.
  ["10.0.0.1", "6.6.6.6, 9.9.9.9", ["10.0.0.0/8"], "9.9.9.9"],
  ["10.0.0.1", "6.6.6.6, 9.9.9.9, 10.0.0.2", ["10.0.0.0/8"], "9.9.9.9"],
  ["10.0.0.1", "10.0.0.7", ["10.0.0.0/8"], "10.0.0.7"],
  // Some proxies write the port too.
  ["10.0.0.1", "9.9.9.9:51034", ["10.0.0.0/8"], "9.9.9.9"],
  ["10.0.0.1", "6.6.6.6:1, 9.9.9.9:51034, 10.0.0.2:80", ["10.0.0.0/8"], "9.9.9.9"],
  ["10.0.0.1", "[2001:db8:1:2::1]:443", ["10.0.0.0/8"], "2001:db8:1:2::1"],
  ["10.0.0.1", '"[2001:db8:1:2::1]"', ["10.0.0.0/8"], "2001:db8:1:2::1"],
  ["10.0.0.1", "9.9.9.9:x", ["10.0.0.0/8"], "10.0.0.1"],
  ["10.0.0.1", "nonsense", ["10.0.0.0/8"], "10.0.0.1"],
  ["10.0.0.1", "", ["10.0.0.0/8"], "10.0.0.1"],
  ["10.0.0.1", null, ["10.0.0.0/8"], "10.0.0.1"],
  [null, "9.9.9.9", ["10.0.0.0/8"], "unknown"],
] as const)("%s with X-Forwarded-For %s behind %s: %s", (peer, forwarded, trusted, address) => {
  // As it would be seen from there without a proxy.
  expect(seen(peer, forwarded, [...trusted])).toBe(seen(address, null));
});

test("all of one IPv6 network is one", () => {
  expect(seen("2001:db8:1:2:aaaa::1", null)).toBe(seen("2001:db8:1:2:bbbb::2", null));
  expect(seen("2001:db8:1:2::1", null)).not.toBe(seen("2001:db8:1:3::1", null));
  expect(seen("fd00::1", "9.9.9.9", ["fd00::/8"])).toBe("9.9.9.9");
});

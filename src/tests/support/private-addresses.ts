// Lists addresses that must never be fetched; `{port}` is where something listens on loopback.

/** Every way to write an IPv4 address that some parser takes. */
function spellings(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (n: number) => n.toString(16);
  const wide = (text: string) =>
    text.replace(/[0-9.]/g, (x) => (x === "." ? "。" : String.fromCodePoint(x.charCodeAt(0) + 0xfee0)));
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0${number.toString(8)}`,
    parts.map((part) => `0x${hex(part)}`).join("."),
    parts.map((part) => `0${part.toString(8)}`).join("."),
    parts.map((part) => `000${part.toString(8)}`).join("."),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
    wide(address),
    address.replace(/\d/g, (digit) => `%3${digit}`),
    `[::ffff:${address}]`,
    `[::ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${hex(a * 256 + b)}:${hex(c * 256 + d)}::]`,
    `[::ffff:0:${address}]`,
  ];
}

/** Loopback, the clouds' metadata services, private networks and the rest of what is not the internet. */
const INSIDE = [
  "127.0.0.1",
  "127.1.2.3",
  "0.0.0.0",
  "10.0.0.1",
  "169.254.169.254",
  "192.168.0.1",
  "172.16.0.1",
  "100.100.100.200",
];

const IPV6_INSIDE = [
  ...[
    "::1",
    "::",
    "0:0:0:0:0:0:0:1",
    "0000::0001",
    "fe80::1",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
  ],
  ...[
    "2001::1",
    "2001:db8::1",
    "100::1",
    "5f00::1",
    "3fff::1",
    "64:ff9b::1",
    "2002:7f00:1::",
    "::ffff:7f00:1",
  ],
];

const NAMES = [
  ...[
    "localhost",
    "LOCALHOST",
    "localhost.",
    "localhost.localdomain",
    "ip6-localhost",
    "loopback",
    "broadcasthost",
  ],
  ...[
    "metadata",
    "metadata.google.internal",
    "metadata.google.internal.",
    "instance-data",
    "kubernetes.default.svc",
  ],
  ...["169.254.169.254.nip.io", "127.0.0.1.nip.io", "localtest.me", "lvh.me", "spoofed.burpcollaborator.net"],
  ...[
    "evil.example",
    "example.com",
    "xmedia.example.com",
    "media.example.com.evil.example",
    "media.example.co",
  ],
  ...["media.example.com.", "media-example.com", "mediaXexample.com", "media.example.com%00.evil.example"],
  ...[
    "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
    "ｌｏｃａｌｈｏｓｔ",
    "①②⑦.⓪.⓪.①",
    "１２７.１",
    "ⓜⓔⓣⓐⓓⓐⓣⓐ",
    "mеdia.example.com",
    "xn--mdia-vdd.example.com",
  ],
  ...["0", "127.1", "127.0.1", "0x7f.1", "017700000001", "3232235521", "1.1.1.1", "8.8.8.8", "93.184.216.34"],
  ...["[2606:4700::1111]", "[::ffff:8.8.8.8]"],
];

/** Tricks with the rest of the address; the host that counts is never an approved one on an approved port over https. */
const TRICKS = [
  ...[
    "http",
    "ftp",
    "file",
    "gopher",
    "dict",
    "ldap",
    "ws",
    "wss",
    "data",
    "jar",
    "s3",
    "blob",
    "javascript",
    "HTTP",
  ].map((scheme) => `${scheme}://media.example.com/a.jpg`),
  ...[
    "file:///etc/passwd",
    "file:/etc/passwd",
    "data:image/png;base64,iVBORw0KGgo=",
    "s3://bucket/key",
    "//media.example.com/a",
  ],
  ...[
    "",
    " ",
    "/",
    "a.jpg",
    "media.example.com/a.jpg",
    "https",
    "https:",
    "https://",
    "https:///a",
    "https://?",
    "https://#",
  ],
  ...[
    "https://user@media.example.com/",
    "https://user:pass@media.example.com/",
    "https://:@media.example.com/",
  ],
  ...[
    "https://@media.example.com/",
    "https://media.example.com@127.0.0.1:{port}/",
    "https://media.example.com:443@127.0.0.1/",
  ],
  ...["https://127.0.0.1:{port}#@media.example.com/", "https://127.0.0.1:{port}?@media.example.com/"],
  ...["https://127.0.0.1:{port}\\@media.example.com/", "https://media.example.com\\@127.0.0.1:{port}/"],
  ...[
    "https:\\\\media.example.com\\a",
    "https:/\\media.example.com/a",
    "https://media.example.com%40127.0.0.1/",
  ],
  ...["https://media.example.com%2f@127.0.0.1:{port}/", "https://media.example.com&@127.0.0.1:{port}/"],
  ...["https://127.0.0.1:{port}/media.example.com", "https://127.0.0.1:{port}/?host=media.example.com"],
  ...["https://media.example.com:80/", "https://media.example.com:0/", "https://media.example.com:65536/"],
  ...["https://media.example.com:22/", "https://media.example.com:8443/", "https://media.example.com:-1/"],
  ...[
    "https://media.example.com:443:{port}/",
    "https://media.example.com:{port}:80/",
    "https://media.example.com:x/",
  ],
  ...[
    "https://media.example.com/\r\nHost: 127.0.0.1",
    "https://media.example.com\r\n/",
    "https://media.exa\nmple.com/",
  ],
  ...[
    "https://media.example.com\t/",
    "\thttps://media.example.com/",
    "https://media.example.com/\u0000",
    " https://media.example.com/",
  ],
  ...[
    "https://media.example.com /",
    "https://media.example.com/a b",
    "https://127.0.0.1:{port}\u0000.media.example.com/",
  ],
  ...[
    "https://[::1",
    "https://::1/",
    "https://[::1]:{port}:443/",
    "https://[::1%25lo]/",
    "https://[127.0.0.1]/",
  ],
  ...[
    "https://256.256.256.256/",
    "https://127.0.0.1.1.1/",
    "https://0x7f000001x/",
    "https://./",
    "https://../",
    "https://*/",
  ],
  ...[
    "https://*.media.example.com/",
    "https://.media.example.com/",
    "https://media..example.com/",
    "https://-/",
  ],
  ...["https://[fe80::1%25eth0]/", "https://[::]:{port}/", "https://[0:0:0:0:0:ffff:127.0.0.1]:{port}/"],
];

const all: readonly string[] = [
  ...INSIDE.flatMap(spellings).flatMap((name) => [`https://${name}:{port}/a.jpg`]),
  ...IPV6_INSIDE.map((address) => `https://[${address}]:{port}/`),
  ...NAMES.map((name) => `https://${name}:{port}/a.jpg`),
  ...TRICKS,
];

export const FORBIDDEN_URLS: readonly string[] = [...new Set(all)];

/** What an approved name may not lead to: one and the last of every special range, and what hides another in itself. */
export const FORBIDDEN_ADDRESSES: readonly string[] = [
  ...[
    "0.0.0.0",
    "0.255.255.255",
    "10.0.0.0",
    "10.255.255.255",
    "100.64.0.0",
    "100.127.255.255",
    "127.0.0.0",
    "127.0.0.1",
  ],
  ...[
    "127.255.255.255",
    "169.254.0.0",
    "169.254.169.254",
    "169.254.255.255",
    "172.16.0.0",
    "172.31.255.255",
    "192.0.0.0",
  ],
  ...[
    "192.0.0.192",
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.168.0.0",
    "192.168.255.255",
  ],
  ...[
    "192.175.48.1",
    "198.18.0.0",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.255",
    "224.0.0.1",
    "239.255.255.255",
  ],
  ...["240.0.0.0", "255.255.255.254", "255.255.255.255", "168.63.129.16", "100.100.100.200"],
  ...[
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:168.63.129.16",
    "::127.0.0.1",
  ],
  ...[
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::",
    "100::ffff",
    "2001::1",
  ],
  ...[
    "2001:2::1",
    "2001:3::1",
    "2001:4:112::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2001:db8:ffff::1",
  ],
  ...["2002:7f00:1::", "2002:a00:1::", "2002:a9fe:a9fe::", "2620:4f:8000::1", "3fff::1", "fc00::", "fc00::1"],
  ...[
    "fd00::1",
    "fd00:ec2::254",
    "fdff:ffff::1",
    "fe80::",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff00::",
    "ff02::1",
    "ff0e::1",
  ],
  ...["", "localhost", "not an address", "0x7f000001", "127.0.0.1:80"],
];

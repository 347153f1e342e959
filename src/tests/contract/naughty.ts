// Texts that break programs: made from what is known to hurt (encodings, injections, numbers, lengths), about 515 of them.

const code = (...points: number[]) => String.fromCodePoint(...points);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => code(from + i));

/** Every control character, every odd space, everything invisible, every non-character of the first plane's end. */
const INVISIBLE = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0xa0),
  ...range(0x300, 0x33f),
  ...range(0x2000, 0x200f),
  ...range(0x2028, 0x202f),
  ...range(0x205f, 0x206f),
  ...range(0xfdd0, 0xfdd7),
  ...range(0xfe00, 0xfe0f),
  ...[0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x3000, 0x3164, 0xfeff, 0xfff9, 0xfffc, 0xfffd, 0xfffe, 0xffff].map((each) => code(each)),
  ...[0x1d173, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0x1fffe, 0x10ffff].map((each) => code(each)),
].map((each) => `a${each}b`);

const BROKEN_UTF16 = ["\ud800", "\udc00", "\udbff x", "x\udfff", "\udc00\ud800", "\ud83d", "a\ud83db\ude00"];

const SCRIPTS = ["مرحبا بالعالم", "שלום עולם", "नमस्ते दुनिया", "สวัสดีชาวโลก", "你好，世界", "こんにちは世界", "안녕하세요", "Привет, мир", "Γειά σου Κόσμε",
  "ጤና ይስጥልኝ", "Բարեւ", "გამარჯობა", "ᚠᛇᚻ", "𐐷𐐲𐑌", "𝕳𝖊𝖑𝖑𝖔", "Ｈｅｌｌｏ", "ḧëḷḷö", "İiIı", "ßẞ", "ŉ ǰ ΐ", "ﷺ", "𒐫", "꧅", "🏳️‍🌈", "👩‍👩‍👧‍👦", "🇦🇺🇩", "👍🏿",
  "1️⃣", "Z̸͉̲̈́a̷̙͑l̴̰̈g̵̱͛o̶̩͝", "e\u0301".normalize("NFC"), "e\u0301", "\u1100\u1161\u11a8", "fi ﬁ", "Ω Ω", "K K", "مـرحـبـا", "\u202eesrever\u202c", "\u2067iso\u2069"];

const NUMBERS = ["0", "-0", "1", "-1", "1e309", "-1e309", "1e-400", "0x10", "0b1", "0o7", "1_000", "1,000", "1.0.0", "NaN", "Infinity", "-Infinity", "null",
  "undefined", "true", "false", "9007199254740993", "99999999999999999999", "2147483648", "-2147483649", "18446744073709551616", "٣", "½", "Ⅻ", "01", "+1", ".5", "5."];

const INJECTIONS = ["' OR '1'='1", "'; DROP TABLE post; --", '" OR ""="', "1; SELECT pg_sleep(5)", "') UNION SELECT hash FROM api_key --", "`id`", "$(id)", "; id", "| id", "&& id",
  "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><svg onload=alert(1)>', "javascript:alert(1)", "data:text/html,<b>", "{{7*7}}", "${7*7}", "#{7*7}", "<%= 7*7 %>", "%{7*7}",
  "../../etc/passwd", "..\\..\\windows", "/etc/passwd\u0000.jpg", "file:///etc/passwd", "%2e%2e%2f", "%00", "%s%s%s%n", "%d %x", "{0}", "\\u0000", "\\x00", "\\", '\\"', '"', "'", "`",
  "\r\nSet-Cookie: a=b", "\nX-Injected: 1", "a\r\n\r\n<html>", "=1+1", "@SUM(1)", "+1-1", "-1+1", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>", "<!--", "]]>", "*)(uid=*))(|(uid=*",
  "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "toJSON", "length", "__defineGetter__",
  "NEAR(a b)", "a AND", "a OR b NOT c", "caption:x", '"unclosed', "a*", "^a", "(((", "rowid", "{a b}: c", "CON", "NUL", "aux.txt", "a:b", "C:\\", "~root", "$HOME", "%PATH%", "!ls", "^Z", "\u0008\u0008\u0008", "\u001b[31mred\u001b[0m",
  "http://", "http://a b", "https://[::1", "http://user:pass@127.0.0.1:1", "http://169.254.169.254/latest", "//evil.example", "https://例え.jp", "ftp://a", "mailto:a@b", "bluesky:", ":ok", "bluesky:ok:ok", "@", "@@ok", "@ok@", "bluesky: ok",
  "[object Object]", "{}", "[]", "[[]]", '{"a":1}', "(null)", "None", "nil", "\\N", "EOF", "--", "/*", "*/", "//", "#", ";", ",", ".", "..", "...", "/", "//..//", "?", "&", "&amp;", "&#0;", "&lt;", "%", "=", "|", "~", "^", "$", "!"];

const DATES = ["now", "draft", "NOW", "queue", "2026-02-30T00:00:00Z", "2026-12-31T24:00:00Z", "2026-12-31T23:59:60Z", "0000-00-00T00:00:00Z", "+275760-09-13T00:00:00Z", "9999-12-31T23:59:59Z", "2027-01-01T00:00:00+14:00",
  "2027-01-01T00:00:00-00:00", "2027-01-01T00:00:00+99:99", "2027-01-01t00:00:00z", "2027-W01-1T00:00Z", "2027-001T00:00Z", "1e15", "2027-01-01T00:00:00.123456789Z", "2027-01-01T00:00:00,5Z", "２０２７-01-01T00:00:00Z"];

const LONG = [1, 2, 49, 50, 51, 199, 200, 201, 255, 256, 300, 301, 500, 501, 1000, 1024, 2001, 4096, 19_999, 20_000, 20_001, 65_536].flatMap((n) => ["x".repeat(n), "é".repeat(n)]);
const LONG_ODD = [300, 5000].flatMap((n) => ["👨‍👩‍👧‍👦", "\u0301", "\u202e", " ", "\n", "https://a.example ", "@a ", "#t ", "\u200d", "([{", "\\", '"'].map((each) => each.repeat(n)));

export const NAUGHTY: readonly string[] = [...new Set([
  ...["", " ", "  ", "\t", "\n", " x", "x "],
  ...INVISIBLE, ...BROKEN_UTF16, ...SCRIPTS, ...NUMBERS, ...INJECTIONS, ...DATES, ...LONG, ...LONG_ODD,
])];

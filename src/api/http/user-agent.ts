// Names a browser and its system from the User-Agent header, such as "Firefox on Linux": never more than these words.

/** The first that fits: most browsers also claim to be those below them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];
/** Of a header that may be long; the words stand near its beginning. */
const READ_CHARACTERS = 500;

/** Null when neither the browser nor the system is known. */
export function deviceName(userAgent: string | null): string | null {
  const text = (userAgent ?? "").slice(0, READ_CHARACTERS);
  const name = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [name(BROWSERS), name(SYSTEMS)];
  if (browser === undefined) return system === undefined ? null : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

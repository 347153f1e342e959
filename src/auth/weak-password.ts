// Detects weak passwords: common words with additions, keyboard rows, repetitions, the owner's own name.

/** Long enough to pass as a password with a year and a sign behind them; compared without either. */
const COMMON = new Set(
  `password passwort passw passwd letmein welcome willkommen admin administrator root user login master secret changeme
   default iloveyou ichliebedich football baseball basketball superman batman spiderman pokemon starwars princess
   sunshine dragon monkey shadow freedom whatever trustno computer internet samsung google facebook instagram twitter
   mastodon bluesky telegram crier hello hallo test testing guest summer winter spring autumn sommer january february
   january monday friday michael jennifer jessica charlie ashley daniel jordan thomas correcthorsebatterystaple`.split(
    /\s+/,
  ),
);

/** Rows that fingers walk along, and what is counted up. */
const ROWS = [
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "1q2w3e4r5t6y7u8i9o0p",
  "qazwsxedcrfvtgbyhnujm",
];
const WALK = 6;

const FEWEST_DIFFERENT = 5;

/** Why it would be guessed soon, in words for whom it belongs to; null when it would not. */
export function weakness(password: string, email: string): string | null {
  const small = password.toLowerCase();
  const [name = ""] = email.toLowerCase().split("@");
  if (small.includes(email.toLowerCase()) || (name.length >= 4 && small.includes(name)))
    return "The password must not contain the email address.";
  if (new Set(small).size < FEWEST_DIFFERENT || isRepeated(small) || isWalk(small) || isCommon(small))
    return "This password is easy to guess. Use several unrelated words.";
  return null;
}

function isRepeated(text: string): boolean {
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return /^(.{1,8})\1+$/u.test(text) || /^(.{1,8})\1+$/u.test(letters);
}

/** A long way along a row, and little else. */
function isWalk(text: string): boolean {
  const rows = ROWS.flatMap((row) => [row, Array.from(row).toReversed().join("")]);
  const rest = rows.reduce((left, row) => {
    for (let length = Math.min(left.length, row.length); length >= WALK; length--) {
      const found = Array.from({ length: left.length - length + 1 }, (_, i) => i).find((i) =>
        row.includes(left.slice(i, i + length)),
      );
      if (found !== undefined) return left.slice(0, found) + left.slice(found + length);
    }
    return left;
  }, text);
  return rest.length < text.length && rest.length <= 4;
}

/** One of the common words, with digits for letters and signs around. */
function isCommon(text: string): boolean {
  const plain = text.replaceAll(/^[^\p{L}@$]+|[^\p{L}]+$/gu, "");
  const spelled = Array.from(plain, (sign) => SPELLED[sign] ?? sign).join("");
  return COMMON.has(plain) || COMMON.has(spelled);
}

const SPELLED: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

// The doctor's checks of what is around the data folder: the clock, the programs for media, the address and the proxy.
import { IMAGE_FORMATS, type Capabilities } from "../media/convert/capabilities.ts";
import type { KnownFacts } from "./data-checks.ts";
import type { DoctorDeps, QuickDeps } from "./doctor-deps.ts";
import { note, ok, wrong, type Finding } from "./finding.ts";
import type { Unreachable } from "./reachability.ts";

/** Older than this program: 2026. */
const EARLIEST = Date.UTC(2026, 0);
/** Clocks of one machine may be set back a little. */
const SLACK_MS = 60_000;

export function clock(now: number, database: KnownFacts | null): Finding {
  const found = new Date(now).toISOString();
  const newest = database?.newest ?? null;
  const correct = "Correct the clock (timedatectl set-ntp true): scheduled posts depend on it.";
  const set = "timedatectl set-ntp true";
  if (now < EARLIEST) return wrong("clock", `${found} is long past`, correct, set);
  if (newest !== null && newest > now + SLACK_MS)
    return wrong(
      "clock",
      `${found}, but the database knows of ${new Date(newest).toISOString()}`,
      correct,
      set,
    );
  return ok("clock", found);
}

export function images({ sharp, imageFault }: Capabilities): Finding {
  if (sharp === null)
    return wrong(
      "images",
      `sharp can't be loaded: ${imageFault}`,
      "Install the packages again: bun install.",
    );
  const missing = IMAGE_FORMATS.filter((format) => !sharp.formats.includes(format));
  const found = `sharp ${sharp.version}: ${sharp.formats.join(", ")}`;
  return missing.length === 0
    ? ok("images", found)
    : wrong("images", `${found}; not ${missing.join(", ")}`, "Install the packages again: bun install.");
}

export function videos({ ffmpeg, ffprobe, missingEncoders }: Capabilities): Finding {
  const missing = [...(ffmpeg === null ? ["ffmpeg"] : []), ...(ffprobe === null ? ["ffprobe"] : [])];
  const lacking =
    "videos cannot be converted and have no thumbnails; they are still checked and sent unchanged";
  const install = "Install ffmpeg (Debian, Ubuntu: apt-get install ffmpeg; macOS: brew install ffmpeg).";
  if (missing.length > 0) return note("videos", `without ${missing.join(" and ")} ${lacking}`, install);
  const found = `ffmpeg ${ffmpeg}, ffprobe ${ffprobe}`;
  if (missingEncoders.length > 0)
    return note(
      "videos",
      `${found}, without ${missingEncoders.join(" and ")}: ${lacking}`,
      "Install a full ffmpeg.",
    );
  return ok("videos", found);
}

export function address({ url, reach }: Pick<DoctorDeps, "url" | "reach">): Finding {
  const why = "networks that download media cannot reach this server";
  if (url === null)
    return note("address", `CRIER_URL is not set: ${why}`, "Set CRIER_URL to the public https address.");
  if (!url.startsWith("https:"))
    return note(
      "address",
      `${url} is not https: ${why}`,
      "Put Crier behind a proxy with a certificate, and use https.",
    );
  if (reach === null) return ok("address", `${url}, not asked: no server runs that could answer`);
  if (reach.kind === "reachable") return ok("address", `${url} answers, and it is this server`);
  return note("address", `${reach.detail} So ${why}`, TODO[reach.kind]);
}

/** Crier speaks no https itself: an address that does is a proxy's. */
export function proxy({ url, trustedProxies }: QuickDeps): Finding {
  if (trustedProxies.length > 0)
    return ok("proxy", `${trustedProxies.join(", ")} may say who the visitor is`);
  if (!url?.startsWith("https:")) return ok("proxy", "none: visitors are known by their own addresses");
  return note(
    "proxy",
    "CRIER_URL is https, but no proxy is trusted: all visitors share one address, including anyone who guesses passwords",
    "Set CRIER_TRUSTED_PROXIES to the proxy's address as Crier sees it.",
  );
}

const TODO: Readonly<Record<Unreachable, string>> = {
  no_address: "Set CRIER_URL to the public https address.",
  not_https: "Put Crier behind a proxy with a certificate, and use https.",
  unknown_name: "Create a DNS record for the name, or correct CRIER_URL.",
  private_address: "Point its DNS record to the public address, or correct CRIER_URL.",
  no_answer:
    "Have the proxy there forward to Crier. Some routers make an address unreachable only from inside: then check from outside.",
  another_answers: "Have the server there forward to this Crier, or correct CRIER_URL.",
};

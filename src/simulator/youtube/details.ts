// Checks a video's details as YouTube does, before the upload starts (networks/youtube.facts.md 4, 6).
import { isObject, textIn, type Json, type Reply } from "../network.ts";
import { fail, type Fields } from "./answers.ts";

export const CATEGORIES: readonly (readonly [string, string, boolean])[] = [
  ["1", "Film & Animation", true],
  ["2", "Autos & Vehicles", true],
  ["10", "Music", true],
  ["17", "Sports", true],
  ["18", "Short Movies", false],
  ["20", "Gaming", true],
  ["22", "People & Blogs", true],
  ["24", "Entertainment", true],
  ["25", "News & Politics", true],
  ["28", "Science & Technology", true],
];

const PARTS: readonly string[] = [
  "snippet",
  "status",
  "recordingDetails",
  "localizations",
  "paidProductPlacementDetails",
  "contentDetails",
  "id",
  "player",
  "processingDetails",
  "statistics",
  "topicDetails",
];
const PRIVACY: readonly Json[] = ["public", "unlisted", "private"];
const LICENSES: readonly Json[] = ["youtube", "creativeCommon"];

/** Null when there is nothing to refuse. @param parts as the query names them */
export function wrongDetails(details: Fields, parts: readonly string[]): Reply | null {
  const unknown = [...parts, ...Object.keys(details)].find((part) => !PARTS.includes(part));
  if (unknown !== undefined) return fail(400, "unknownPart", `'${unknown}'`);
  const unnamed = Object.keys(details).find((part) => !parts.includes(part));
  if (unnamed !== undefined) return fail(400, "unexpectedPart", `{0} [${unnamed}]`);
  const [snippet, status] = [partOf(details, "snippet"), partOf(details, "status")];
  return wrongSnippet(snippet) ?? wrongStatus(status);
}

function partOf(details: Fields, name: string): Fields {
  const part = details[name];
  return isObject(part) ? part : {};
}

function wrongSnippet(snippet: Fields): Reply | null {
  const [title, description] = [textIn(snippet["title"]), textIn(snippet["description"])];
  if (title.trim() === "" || Array.from(title).length > 100 || /[<>]/.test(title))
    return fail(400, "invalidTitle", "The request metadata specifies an invalid or empty video title.");
  if (Buffer.byteLength(description) > 5000 || /[<>]/.test(description))
    return fail(400, "invalidDescription", "The request metadata specifies an invalid video description.");
  const tags = Array.isArray(snippet["tags"]) ? snippet["tags"].map(String) : [];
  const quoted = tags.map((tag) => (tag.includes(" ") ? `"${tag}"` : tag)).join(",");
  if (Array.from(quoted).length > 500 || /[<>]/.test(quoted))
    return fail(400, "invalidTags", "The request metadata specifies invalid video keywords.");
  const category = snippet["categoryId"] ?? "22";
  if (!CATEGORIES.some(([id, , assignable]) => id === category && assignable))
    return fail(400, "invalidCategoryId", "The request metadata specifies an invalid category ID.");
  return null;
}

function wrongStatus({ privacyStatus = "public", license = "youtube", publishAt }: Fields): Reply | null {
  if (!PRIVACY.includes(privacyStatus))
    return fail(400, "invalidVideoMetadata", "The request metadata is invalid.");
  if (!LICENSES.includes(license))
    return fail(
      403,
      "forbiddenLicenseSetting",
      "The request attempts to set an invalid license for the video.",
    );
  if (publishAt !== undefined && privacyStatus !== "private")
    return fail(
      400,
      "invalidPublishAt",
      "The request metadata specifies an invalid scheduled publishing time.",
    );
  return null;
}

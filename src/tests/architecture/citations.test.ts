// Tests that every decision, document, section and file that a comment or test name cites exists here.
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dir, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: root })];
const CODE = ["src/**/*.{ts,sql,c}", "scripts/*"].flatMap(files).filter((path) => !path.endsWith(".json"));
const DOCUMENTS = ["*.md", "docs/**/*.md", "data/*.md"].flatMap(files);
/** This file holds examples of what must not be. */
const HERE = "src/tests/architecture/citations.test.ts";

const headings = new Map<string, ReadonlySet<string>>();

/** The first words of a document's headings, such as `D12`, `2` or `1.4`. */
function sectionsOf(document: string): ReadonlySet<string> {
  const known = headings.get(document);
  if (known) return known;
  const found = new Set([...read(document).matchAll(/^#+ (\S+)/gm)].map(([, first = ""]) => first));
  headings.set(document, found);
  return found;
}

/** Where a document that is named without its folder can be. */
function documentNamed(name: string): string | undefined {
  return [name, `docs/${name}`, `docs/networks/${name}`].find((path) => existsSync(join(root, path)));
}

/** Decisions that are named and not written down: `D12`, also in lists and ranges of them. */
function unknownDecisions(text: string): string[] {
  const cited = text.match(/\bD\d{1,2}a?\b(?![.\w-]*["'`]?\s*:)/g) ?? [];
  return cited.filter((decision) => !sectionsOf("docs/decisions.md").has(decision));
}

/** Documents that are named, with a section or without: `networks/x.facts.md 4`, `docs/media.md`. */
function unknownDocuments(text: string): string[] {
  const cited = text.matchAll(/(?<![\w/.-])((?:[\w-]+\/)*[\w.-]+\.md)\b(?: (\d+(?:\.\d+)?)(?![\w:]))?/g);
  return [...cited].flatMap(([all, name = "", section]) => {
    const document = documentNamed(name);
    if (!document) return [all];
    return section === undefined || sectionsOf(document).has(section) ? [] : [all];
  });
}

/** Paths below src and scripts, and file names in comments such as `(verify.ts)`. */
function unknownFiles(text: string, path: string): string[] {
  const named = text.match(/(?<![\w/.-])(?:src|scripts)\/[\w./-]+\.(?:ts|sql|sh)\b/g) ?? [];
  const comments = [...text.matchAll(/(?:^|\s)(?:\/\/|\*|\/\*\*) .*/gm)].flatMap(([line]) => [
    ...line.matchAll(/(?<![\w/.*-])((?:[a-z][\w-]*\/)*[a-z][\w.-]*\.ts)\b/g),
  ]);
  const places = comments.flatMap(([, name = ""]) => (isThere(name, path) ? [] : [name]));
  return [...named.filter((name) => !existsSync(join(root, name))), ...places];
}

function isThere(name: string, path: string): boolean {
  const beside = normalize(join(dirname(path), name));
  return existsSync(join(root, beside)) || CODE.some((each) => each === name || each.endsWith(`/${name}`));
}

test("decisions, documents, sections and files that the code names are in this repository", () => {
  const lost = CODE.filter((path) => path !== HERE).flatMap((path) => {
    const text = read(path);
    return [...unknownDecisions(text), ...unknownDocuments(text), ...unknownFiles(text, path)].map(
      (citation) => `${path}: ${citation}`,
    );
  });
  expect(lost).toEqual([]);
});

test("links and decisions in the documents lead somewhere", () => {
  const lost = DOCUMENTS.flatMap((path) => {
    const text = read(path).replace(/`[^`\n]*`/g, "");
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => {
      return !/^(https?|mailto):/.test(link) && !existsSync(join(root, dirname(path), link));
    });
    return [...broken, ...unknownDecisions(text)].map((citation) => `${path}: ${citation}`);
  });
  expect(lost).toEqual([]);
});

test("a citation that leads nowhere is seen", () => {
  expect(unknownDecisions("as D12 says, and D99")).toEqual(["D99"]);
  expect(unknownDocuments("networks/x.facts.md 4 and networks/x.facts.md 77; nowhere.md 1")).toEqual([
    "networks/x.facts.md 77",
    "nowhere.md 1",
  ]);
  expect(unknownFiles("// see verify.ts and nothing-like-it.ts", "src/publishing/create.ts")).toEqual([
    "nothing-like-it.ts",
  ]);
});

// Defines what every network must pass at its simulator: every kind of post, fault and hostile answer.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { waitUntil } from "./wait-until.ts";
import type { LinkCard } from "../../domain/link-card.ts";
import { draftFor, openBench, type Bench } from "./network-fixture.ts";
import type { Answered } from "../../networks/client/call.ts";
import { HOSTILE_BODIES } from "./hostile-answers.ts";
import type { NetworkPair } from "../../app/networks.ts";
import { FAULTS, type Fault } from "../../simulator/faults.ts";
import { ALL_FAULTS } from "./seeded-faults.ts";
import {
  StepFailedError,
  type Category,
  type Credentials,
  type DraftMedia,
  type Finding,
  type Io,
  type Json,
  type Network,
  type Outcome,
} from "../../networks/network.ts";

export interface Conformance {
  /** Where accounts of one network differ in what they can do: which ones these are. */
  readonly under?: string;
  /** Every kind of post this network takes. */
  readonly cases: readonly Case[];
  /** The network's documented refusals of a publishing request, as it words them. */
  readonly documented: readonly { status: number; json: Json; category: Category }[];
  /** Whether the network's word proves that a post does not exist. */
  readonly provesAbsence: boolean;
  /** Files whose bytes go with the publishing request, so that nothing is asked of the network before. */
  readonly inCommit?: readonly DraftMedia["kind"][];
}
export interface Case {
  readonly name: string;
  readonly text: string;
  readonly media: () => Promise<readonly DraftMedia[]>;
  readonly options?: object;
  /** Of a link in the text. */
  readonly linkCard?: () => Promise<LinkCard>;
  /** What the network shows, where that is not the text, or not all of what alternative texts there are. */
  readonly shows?: { readonly text?: string; readonly alts?: readonly string[] };
  /** Whether the network's word proves absence for this kind, where it differs. */
  readonly provesAbsence?: boolean;
  /** False where the network can't be asked for posts of this kind. Default: it can. */
  readonly findable?: boolean;
  /**
   * A status that says by itself that the request was taken, because the network's document gives that answer no body:
   * then the network is asked what came of it, and never believed.
   */
  readonly bareStatus?: number;
}

/** Long enough for a network to have settled, short enough that the post can't have been deleted. */
const VERIFY_AFTER_MS = 31_000;
/** Longer than any connector waits for an answer. */
const HANGS_MS = 3_000_000;
const SECRET = /jwt|token|password|secret/i;

export function conformance(entry: NetworkPair, request: Conformance): void {
  const { cases, documented, provesAbsence, under, inCommit = [] } = request;
  const { network } = entry;
  let bench: Bench;

  describe(`${network.id} conforms${under ? ` ${under}` : ""}`, () => {
    beforeAll(async () => void (bench = await openBench(entry)));
    afterAll(() => bench[Symbol.asyncDispose]());

    for (const one of cases) {
      test(`${one.name}: published once, found again`, () => publishes(one));
      for (const fault of ALL_FAULTS) {
        test(`${one.name}, ${fault}: ${FAULTS[fault].provable}, and nothing more is claimed`, () =>
          strikes(one, fault));
      }
      test(`${one.name}: an interrupted prepare resumes from every save`, () => resumes(one));
    }

    test("@fail is refused, @limited takes the third try, @down is not sent (D40)", behaves);
    test("@slow takes 5 s of the clock's time (D40)", takesItsTime);
    test("@lost is found, @ghost is not (D40)", losesAnswers);
    test("@expired can't publish: auth (D40)", expires);
    test("a fully hostile network is never believed", distrusts);
    if (documented.length > 0)
      test("what a refusal quotes repeats no credential and not the application's secret", masksSecrets);
    for (const { status, json, category } of documented) {
      const shown = JSON.stringify(json).slice(0, 60);
      test(`${status} ${shown}: refused, ${category}`, () => refuses({ status, json, category }));
    }
  });

  // ---- every post

  async function publishes(one: Case): Promise<void> {
    const { io, prepared, sentAt, before } = await ready(one, bench.io("ok-conformance"));
    const outcome = await settled(prepared, await commit(prepared, io), io);
    if (outcome.kind !== "accepted") throw new Error(`${outcome.kind}: ${JSON.stringify(outcome)}`);
    const [post, ...more] = published().slice(before);
    expect(more).toHaveLength(0);
    const alts = (await one.media()).map(({ altText }) => altText ?? "");
    expect(post?.text).toBe(one.shows?.text ?? one.text);
    expect(post?.media.map(({ alt }) => alt)).toEqual([...(one.shows?.alts ?? alts)]);
    expect(post?.accepted).toBe(1);
    expect(post?.url).toBe(outcome.url ?? "");
    bench.clock.turn(VERIFY_AFTER_MS);
    const { remoteId, url } = outcome;
    const found = one.findable === false ? { kind: "inconclusive" } : { kind: "found", remoteId, url };
    expect(await verify(prepared, sentAt, io)).toMatchObject(found);
  }

  async function strikes(one: Case, fault: Fault): Promise<void> {
    const { io, prepared, sentAt, before } = await ready(one, bench.io(`ok-${fault}`));
    const { handled, provable } = FAULTS[fault];
    bench.strike(fault);
    const hung = bench.hanging();
    const answer = commit(prepared, io);
    if (fault === "handle-then-hang") {
      await waitUntil(() => bench.hanging() > hung);
      bench.clock.turn(HANGS_MS);
    }
    const outcome = await answer;
    bench.strike(null);
    // Half of an answer without a body is all of it.
    const isWhole = fault === "handle-then-broken-json" && one.bareStatus !== undefined;
    expect(outcome.kind).toBe(isWhole ? "processing" : provable);
    // A network that goes on processing by itself is through with it by then.
    bench.clock.turn(VERIFY_AFTER_MS);
    const finding = await verify(prepared, sentAt, io);
    const mine = published().slice(before);
    expect(mine).toHaveLength(handled ? 1 : 0);
    if (one.findable === false) expect(finding.kind).toBe("inconclusive");
    else if (handled) expect(finding).toMatchObject({ kind: "found", url: mine[0]?.url || null });
    else expect(finding.kind).toBe((one.provesAbsence ?? provesAbsence) ? "absent" : "inconclusive");
  }

  /** Dies right after the k-th save, for every k; what was saved is all that survives, and no byte of a file goes twice. */
  async function resumes(one: Case): Promise<void> {
    const media = await one.media();
    const draft = await draftOfCase(network, one, media);
    const whole = await uploadedBy(() => network.prepare(draft, bench.io("ok-whole", { media })));
    for (let k = 1; ; k++) {
      let saves = 0;
      let stored: Json = null;
      let first = true;
      const handle = `ok-resume-${one.name.replaceAll(" ", "")}-${k}`;
      const save = async (progress: Json) => {
        stored = JSON.parse(JSON.stringify(progress));
        if (first && ++saves === k) throw new Error("the process died");
      };
      const again = () => bench.io(handle, { media, save, saved: stored });
      let [died, prepared]: [boolean, Json] = [false, null];
      const uploaded = await uploadedBy(async () => {
        died = await network.prepare(draft, bench.io(handle, { media, save })).then(
          () => false,
          () => true,
        );
        first = false;
        prepared = JSON.parse(JSON.stringify(await network.prepare(draft, again())));
      });
      const io = again();
      expect(uploaded).toBe(whole);
      const outcome = await settled(prepared, await commit(prepared, io), io);
      expect(outcome).toMatchObject({ kind: "accepted" });
      if (!died) return;
    }
  }

  /** How many bytes of files left meanwhile. */
  async function uploadedBy(act: () => Promise<unknown>): Promise<number> {
    const before = bench.requests.length;
    await act();
    return bench.requests.slice(before).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The end of what the network processes after the publishing request. */
  async function settled(prepared: Json, first: Outcome, io: Io): Promise<Outcome> {
    let outcome = first;
    for (let tries = 0; outcome.kind === "processing" && tries < 100; tries++) {
      bench.clock.turn(outcome.askAgainMs);
      outcome = await network.settle(prepared, JSON.parse(JSON.stringify(outcome.receipt)), io);
      expectNoSecret(outcome, io);
    }
    return outcome;
  }

  // ---- every kind of account

  async function behaves(): Promise<void> {
    const fail = await attempt("fail");
    expect(fail).toMatchObject({ outcome: { kind: "refused" }, made: 0 });
    const { io: limited, prepared, before } = await ready(first(), bench.io("limited"));
    const twice = [await commit(prepared, limited), await commit(prepared, limited)];
    expect(twice).toMatchObject([{ kind: "busy" }, { kind: "busy" }]);
    const third = await settled(prepared, await commit(prepared, limited), limited);
    expect(third).toMatchObject({ kind: "accepted" });
    expect(published().length - before).toBe(1);
    const down = bench.io("down", { media: limited.media });
    expect(await commit(prepared, down)).toMatchObject({ kind: "notSent" });
    const { draft, media } = await filed();
    if (uploads(media)) {
      const stopped = await stopOf(() => network.prepare(draft, bench.io("down", { media })));
      expect(stopped).toMatchObject({ kind: "notSent" });
    }
  }

  async function takesItsTime(): Promise<void> {
    const { io, prepared } = await ready(first(), bench.io("slow"));
    const answer = commit(prepared, io);
    await waitUntil(() => bench.clock.armed(5000));
    bench.clock.turn(5000);
    expect(await settled(prepared, await answer, io)).toMatchObject({ kind: "accepted" });
  }

  async function losesAnswers(): Promise<void> {
    const lost = await attempt("lost");
    const found = first().findable === false ? "inconclusive" : "found";
    expect(lost).toMatchObject({ outcome: { kind: "unknown" }, finding: { kind: found }, made: 1 });
    const ghost = await attempt("ghost");
    const kind = provesAbsence ? "absent" : "inconclusive";
    expect(ghost).toMatchObject({ outcome: { kind: "unknown" }, finding: { kind }, made: 0 });
  }

  async function expires(): Promise<void> {
    const { draft, media } = await filed();
    const expired = bench.io("expired", { media });
    if (uploads(media)) {
      const stopped = await stopOf(() => network.prepare(draft, expired));
      expect(stopped).toMatchObject({ kind: "refused", category: "auth" });
    }
    const { io, prepared } = await ready(first(), bench.io("ok"));
    // An upload that was begun may end without anybody asking for a token.
    if (uploads(io.media)) return;
    const outcome = await commit(prepared, { ...expired, media: io.media });
    expect(outcome).toMatchObject({ kind: "refused", category: "auth" });
  }

  // ---- every answer

  async function distrusts(): Promise<void> {
    const { bareStatus } = first();
    const { io, prepared, sentAt } = await ready(first(), bench.io("ok"));
    const secrets = secretsOf(io);
    for (let status = 100; status < 600; status++) {
      for (const body of HOSTILE_BODIES) {
        const answer = answered(
          status,
          body.text.replaceAll("{secret}", secrets[0] ?? ""),
          body.json(secrets[0] ?? ""),
        );
        const outcome = await commit(prepared, { ...io, call: async () => answer });
        const refusable = status >= 400 && status < 500 && body.documented;
        const allowed = refusable ? ["refused", "busy", "unknown"] : ["unknown"];
        expect(status === bareStatus ? ["processing"] : allowed).toContain(outcome.kind);
        if (status % 50 > 4) continue;
        const finding = await verify(prepared, sentAt, { ...io, call: async () => answer });
        expect(finding.kind).toBe("inconclusive");
      }
    }
  }

  async function refuses({ status, json, category }: { status: number; json: Json; category: Category }) {
    const { io, prepared } = await ready(first(), bench.io("ok"));
    const answer = answered(status, JSON.stringify(json), json);
    const outcome = await commit(prepared, { ...io, call: async () => answer });
    expect(outcome).toMatchObject({ kind: "refused", category });
  }

  /** Every refusal, with every secret in every form among its words: not one stands in a sentence. */
  async function masksSecrets(): Promise<void> {
    const { io: plain, prepared } = await ready(first(), bench.io("ok"));
    const application = { id: "crier's app", secret: "application+secret/1" };
    const io = { ...plain, application, credentials: withCanaries(plain.credentials) };
    const { id, secret } = application;
    const forms = [
      ...[secret, ...secretsOf(io)].flatMap((one) => [
        one,
        encodeURIComponent(one),
        lowerEscapes(one),
        base64(one),
      ]),
      base64(`${id}:${secret}`),
      base64(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`),
    ];
    for (const form of forms) {
      const details: string[] = [];
      for (const { status, json } of documented) {
        const quoting = wordedWith(json, form);
        const answer = answered(status, JSON.stringify(quoting), quoting);
        const outcome = await commit(prepared, { ...io, call: async () => answer });
        expect(JSON.stringify(outcome)).not.toContain(form);
        if ("detail" in outcome) details.push(outcome.detail);
      }
      // Else the network's words were not quoted at all, and nothing was tried.
      expect(details.join(" ")).toContain("[secret]");
    }
  }

  /** Secrets that differ from what they are in an address, a form and Base64; with a refresh token where there may be one. */
  function withCanaries(credentials: Credentials): Credentials {
    const names = [...Object.keys(credentials), ...network.connect.fields.map(({ name }) => name)];
    const canaries = names.filter((name) => SECRET.test(name)).map((name) => [name, `1:${name}+canary/?`]);
    return { ...credentials, ...Object.fromEntries(canaries) };
  }

  // ---- one attempt

  function first(): Case {
    const [one] = cases;
    if (!one) throw new Error("no cases");
    return one;
  }
  /** The first case with files. */
  async function filed() {
    for (const { text, options, media: files } of cases) {
      const media = await files();
      if (media.length > 0) return { media, draft: draftFor(network, text, media, options) };
    }
    throw new Error("no case has files");
  }
  /** Whether preparing these files means a request. */
  function uploads(media: readonly DraftMedia[]): boolean {
    return media.some(({ kind }) => !inCommit.includes(kind));
  }

  function published() {
    return bench.simulator.published(network.id);
  }

  /** Prepared as it comes back from disk. */
  async function ready(one: Case, outside: Io) {
    const media = await one.media();
    const draft = await draftOfCase(network, one, media);
    const written = JSON.stringify(await network.prepare(draft, { ...outside, media }));
    // With what was saved by now, as the appliance hands it on.
    const io = { ...outside, media };
    for (const secret of secretsOf(io)) expect(written).not.toContain(secret);
    const prepared: Json = JSON.parse(written);
    return { io, prepared, sentAt: bench.clock.now(), before: published().length };
  }

  async function attempt(handle: string): Promise<{ outcome: Outcome; finding: Finding; made: number }> {
    const { io, prepared, sentAt, before } = await ready(first(), bench.io(handle));
    const outcome = await commit(prepared, io);
    bench.clock.turn(VERIFY_AFTER_MS);
    const finding = await verify(prepared, sentAt, io);
    return { outcome, finding, made: published().length - before };
  }

  async function commit(prepared: Json, io: Io): Promise<Outcome> {
    const outcome = await network.commit(prepared, io);
    expectNoSecret(outcome, io);
    if ("detail" in outcome) expect(outcome.detail).not.toBe("");
    return outcome;
  }

  async function verify(prepared: Json, sentAt: number, io: Io): Promise<Finding> {
    const finding = await network.verify(prepared, { sentAt, otherRemoteIds: [] }, io);
    expectNoSecret(finding, io);
    expect(finding.evidence).not.toBe("");
    return finding;
  }
}

async function stopOf(act: () => Promise<unknown>): Promise<StepFailedError["outcome"]> {
  try {
    await act();
  } catch (error) {
    if (error instanceof StepFailedError) return error.outcome;
    throw error;
  }
  throw new Error("nothing stopped it");
}

function secretsOf({ credentials }: Io): string[] {
  return Object.entries(credentials).flatMap(([name, value]) => (SECRET.test(name) ? [value] : []));
}

function expectNoSecret(value: unknown, io: Io): void {
  const text = JSON.stringify(value);
  for (const secret of secretsOf(io)) if (text.includes(secret)) throw new Error(`a secret in ${text}`);
}

function answered(status: number, text: string, json: Json | undefined): Answered {
  return { kind: "answered", status, headers: { "content-type": "application/json" }, text, json };
}

const lowerEscapes = (text: string) =>
  encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase());
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** The same answer, with `more` at the end of whatever a network writes for people. */
function wordedWith(json: Json, more: string): Json {
  if (Array.isArray(json)) return json.map((each) => wordedWith(each, more));
  if (typeof json !== "object" || json === null) return json;
  const worded = Object.entries(json).map(([name, value]) => {
    const isText = typeof value === "string" && (/\s/.test(value) || /message|description|detail/.test(name));
    return [name, isText ? `${value} ${more}` : wordedWith(value, more)] as const;
  });
  return Object.fromEntries(worded);
}

async function draftOfCase(
  network: Network,
  { text, options, linkCard }: Case,
  media: readonly DraftMedia[],
) {
  const draft = draftFor(network, text, media, options);
  return linkCard ? { ...draft, linkCard: await linkCard() } : draft;
}

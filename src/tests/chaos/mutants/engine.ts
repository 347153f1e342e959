// Lists mutants of the delivery engine: what is sent, reported and checked.
import type { Mutant } from "./mutant.ts";

const of = (file: string, mutants: readonly Omit<Mutant, "file" | "judge">[]): Mutant[] =>
  mutants.map((mutant) => ({ ...mutant, file: `publishing/${file}`, judge: "simulation" }));

const deliver = of("delivery/attempt.ts", [
  {
    name: "no send mark before the request",
    from: "return io.call({ ...request, maySend });",
    to: "return io.call(request);",
    named: "C",
  },
  {
    name: "what was prepared when publishing was paused is forgotten",
    from: `if (result === "paused") await giveBack("publishing is paused");`,
    to: "",
  },
  {
    name: "sent again when the answer is lost",
    from: "return await network.commit(prepared, { ...io, call });",
    to: `const first = await network.commit(prepared, { ...io, call });
    return first.kind === "unknown" ? await network.commit(prepared, io) : first;`,
  },
  {
    name: "a fault while publishing is taken for nothing sent",
    from: `return { kind: "unknown", detail: "Crier failed while it was publishing." };`,
    to: `return { kind: "notSent", detail: "Crier failed while it was publishing." };`,
  },
  {
    name: "an outcome that can't be written down is forgotten",
    from: "untilWritten(() => recordCommit(work, outcome, ready.used, engine), work, engine),",
    to: "recordCommit(work, outcome, ready.used, engine).catch(() => {}),",
  },
  {
    name: "not being able to ask about processing is taken for a no",
    from: `outcome = { kind: "notSent", detail: explain(error, engine, work) };`,
    to: `outcome = { kind: "refused", category: "unknown", detail: explain(error, engine, work) };`,
  },
]);

const mark = of("delivery/send-mark.ts", [
  {
    name: "the send mark is not waited for",
    from: `maySend: async () => (await write()) === "marked",`,
    to: "maySend: async () => (void write(), true),",
  },
  {
    name: "sent although the send mark could not be written",
    from: `(await write()) === "marked",`,
    to: `["marked", "failed"].includes(await write()),`,
  },
  {
    name: "sent although publishing was paused before the send mark",
    from: `(await write()) === "marked",`,
    to: `["marked", "paused"].includes(await write()),`,
  },
]);

const record = of("delivery/outcome.ts", [
  {
    name: "a lost answer is tried again",
    from: `await journal.report(work, "lose", lostFacts(outcome.detail, at, engine));`,
    to: `await postpone(work, "committing", notSent(outcome.detail), engine);`,
  },
  {
    name: "a lost answer is called a failure",
    from: `await journal.report(work, "lose", lostFacts(outcome.detail, at, engine));`,
    to: `await journal.report(work, "refuse", failedFacts(notSent(outcome.detail), at));`,
  },
  {
    name: "processing is called posted",
    from: `if (outcome.kind === "accepted") {\n    await journal.move(work, "processing"`,
    to: `if (outcome.kind === "accepted" || outcome.kind === "processing") {\n    await journal.move(work, "processing"`,
  },
  {
    name: "the network's id of a post is not kept",
    from: "const remote = { id: outcome.remoteId, url: outcome.url };",
    to: "const remote = { id: null, url: outcome.url };",
  },
]);

const verify = of("delivery/verify.ts", [
  {
    name: "one answer of absent is enough",
    from: `const twice = finding.kind === "absent" && saidBefore(work);`,
    to: `const twice = finding.kind === "absent";`,
  },
  {
    name: "an answer that says nothing is taken for absent",
    from: "const finding = await ask(work, engine);",
    to: `const asked = await ask(work, engine);
  const finding = asked.kind === "inconclusive" ? { ...asked, kind: "absent" as const } : asked;`,
  },
  {
    name: "the id of what was found is not kept",
    from: "const remote = { id: finding.remoteId, url: finding.url };",
    to: "const remote = { id: null, url: finding.url };",
  },
  {
    name: "a network that can't tell is asked again at once, for ever",
    from: "const next = engine.retryPolicy.askAt(at, verification.checks);",
    to: "const next = at;",
  },
]);

const clocks: readonly Mutant[] = [
  {
    name: "two answers of absent may lie as close together as they like",
    file: "publishing/delivery/verify.ts",
    from: "const apart = looks.areLongAgo(work);",
    to: "const apart = true;",
  },
  {
    name: "the wall clock says how far two answers of absent lie apart",
    file: "publishing/delivery/verify.ts",
    from: "const apart = looks.areLongAgo(work);",
    to: "const apart = clock.now() - (work.verification?.checkedAt ?? 0) >= 30_000;",
  },
  {
    name: "a slow answer of absent counts from its end",
    file: "publishing/delivery/verify.ts",
    from: `  const apart = looks.areLongAgo(work);
  const finding = await ask(work, engine);`,
    to: `  const finding = await ask(work, engine);
  const apart = looks.areLongAgo(work);`,
  },
  {
    name: "two looks that lie too close are the last ones",
    file: "publishing/delivery/verify.ts",
    from: "Math.min(planned ?? Infinity, at + LOOK_APART_MS)",
    to: "planned",
  },
  {
    name: "every answer of absent begins the wait anew",
    file: "publishing/delivery/looks.ts",
    from: "else if (!absentSince.has(key) && !repeatsOthers) absentSince",
    to: "else absentSince",
  },
  {
    name: "a look of an earlier process is long ago, whatever the clock said",
    file: "publishing/delivery/looks.ts",
    from: "isAlone ? clock.monotonic() : Infinity",
    to: "isAlone ? -Infinity : Infinity",
  },
  {
    name: "a look of another process that delivers beside this one is long ago",
    file: "publishing/delivery/looks.ts",
    from: "isAlone ? clock.monotonic() : Infinity",
    to: "clock.monotonic()",
  },
  {
    name: "a look at an earlier attempt counts for the next one",
    file: "publishing/delivery/looks.ts",
    from: "`${id}/${attempt}`",
    to: "attempt > 0 ? id : id",
  },
  {
    name: "a clock set back while no process ran holds up the questions",
    file: "publishing/delivery/recover.ts",
    from: "if (engine.isAlone) await journal.shortenWaits(clock.now(), retryPolicy.longest);",
    to: "",
  },
].map((mutant) => ({ ...mutant, judge: "clock" }));

const recover = of("delivery/recover.ts", [
  {
    name: "what was being published is queued again on restart",
    from: `journal.move(ref, "committing", "lose", {`,
    to: `journal.move(ref, "committing", "postpone", {`,
    named: "A",
  },
  {
    name: "what was being published is forgotten on restart",
    from: "const found = await journal.interrupted();",
    to: `const found = (await journal.interrupted()).filter(({ state }) => state === "preparing");`,
  },
  {
    name: "what was being prepared is forgotten on restart",
    from: "const found = await journal.interrupted();",
    to: `const found = (await journal.interrupted()).filter(({ state }) => state === "committing");`,
  },
]);

const dispatcher = of("delivery/dispatcher.ts", [
  {
    name: "an account's place is free while its post goes out",
    from: "if (isTaken || (begins && !claimed)) return;",
    to: "if (isTaken || (begins && !claimed)) return;\n    concurrency.leave(due);",
  },
  {
    name: "it looks once and never again",
    from: "else stopTimer = clock.after(wait, wake);",
    to: "else if (lookAgain) stopTimer = clock.after(wait, wake);",
  },
  {
    name: "what could not be written down is asked for again at once",
    from: "await pause(clock, WRITE_AGAIN_MS, engine.stopping);",
    to: "",
  },
]);

const begin = of("delivery/admission.ts", [
  {
    name: "missed is published all the same",
    from: "if (at - since > lateMs) return",
    to: "if (at - since > lateMs * 1e6) return",
  },
  {
    name: "a plan that is not live publishes",
    from: `(await plan(at)) === "live"`,
    to: `(await plan(at)) !== "too_many_accounts"`,
  },
]);

const revise = of("manage.ts", [
  {
    name: "what has started can be canceled",
    from: `requireUnstarted(post);
    // Canceled before`,
    to: `// Canceled before`,
  },
  {
    name: "what is uncertain can be retried",
    from: `const failed = post.targets.filter(({ state }) => state === "failed");`,
    to: `const failed = post.targets.filter(({ state }) => state === "failed" || state === "uncertain");`,
  },
]);

const settle = of("reconcile.ts", [
  {
    name: "a target that is not uncertain can be reconciled",
    from: `if (target?.state === "uncertain") return target;`,
    to: `if (target) return target;`,
  },
]);

const standstill: readonly Mutant[] = [
  {
    name: "sent although the process stood still after the send mark",
    from: "ms > markWithinMs ?",
    to: "ms > markWithinMs * 1e6 ?",
  },
  {
    name: "the wall clock alone says how long the process stood still",
    from: "Math.max(clock.now() - start.wall, clock.monotonic() - start.monotonic)",
    to: "clock.now() - start.wall",
  },
].map((mutant) => ({ ...mutant, file: "publishing/delivery/send-mark.ts", judge: "clock" }));

export const ENGINE: readonly Mutant[] = [
  ...[...deliver, ...mark, ...record, ...verify, ...clocks, ...recover],
  ...[...dispatcher, ...begin, ...revise, ...settle, ...standstill],
];

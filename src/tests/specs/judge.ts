// Sends exchanges through a checking proxy (Prism), which reports faults in a header.
import http from "node:http";
import type { Clock } from "../../clock.ts";
import { openCalls, type Answered } from "../../networks/client/call.ts";
import { arrayOf, objectOf, readJson, textOf } from "../../networks/client/json.ts";
import { reply } from "../../simulator/answers.ts";
import type { Recorded } from "./record.ts";

export interface Judge extends AsyncDisposable {
  /**
   * What breaks the description, in request and answer. Throws when the judge does not answer.
   *
   * @param below what the path begins with and the description's don't
   */
  judge(exchange: Recorded, below: string): Promise<Judged>;
}
export interface Judged {
  readonly faults: readonly string[];
  /** False when the judge has nothing against a senseless answer either: then it says nothing about any. */
  readonly answerToo: boolean;
}

/**
 * The judge stands before a server that gives the answers which were given before: a proxy that reads files as text
 * changes nothing then, and nothing is published twice.
 *
 * @param url where the judge listens
 * @param port of 127.0.0.1, where it expects the network
 */
export async function openJudge(url: string, port: number, clock: Clock): Promise<Judge> {
  const call = openCalls({
    version: "0.0.0",
    clock,
    random: (n) => new Uint8Array(n),
    isAllowed: () => true,
  });
  let given: Pick<Answered, "status" | "headers" | "json"> = { status: 500, headers: {}, json: undefined };
  const server = http.createServer((_, res) => {
    const { "content-length": _length, ...headers } = given.headers;
    reply(res, { status: given.status, json: given.json, headers });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return {
    async judge(exchange, below) {
      const { answer } = exchange;
      if (answer.kind !== "answered") return { faults: ["got no answer"], answerToo: false };
      const faults = await shown(exchange, below, answer);
      const senseless = await shown(exchange, below, { ...answer, json: "senseless" });
      return { faults, answerToo: senseless.some((fault) => fault.startsWith("response.body")) };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function shown({ request, sent }: Recorded, below: string, answer: typeof given): Promise<string[]> {
    given = answer;
    const path = sent?.path.slice(below.length) ?? "";
    const judged = await call({ ...request, url: `${url}${path}?${sent?.query.toString() ?? ""}` });
    if (judged.kind !== "answered") throw new Error(`The judge did not answer: ${judged.detail}`);
    if (judged.status !== answer.status)
      return [
        `the judge answers itself, ${judged.status} for ${answer.status}: ${judged.text.slice(0, 500)}`,
      ];
    return violations(judged.headers["sl-violations"]);
  }
}

function violations(named: string | undefined): string[] {
  if (named === undefined) return [];
  const read = readJson(named);
  // Cut short where there are too many.
  if (read === undefined) return [named.slice(0, 1000)];
  return arrayOf(read).map((each) => {
    const { location, message } = objectOf(each);
    return `${arrayOf(location).map(String).join(".")}: ${textOf(message) ?? ""}`;
  });
}

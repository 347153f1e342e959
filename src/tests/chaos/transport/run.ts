// Runs one cell: a server that breaks off at one point, one call to it, and what both sides saw.
import { turnableClock } from "../../support/clock.ts";
import type { Answer, Call, CallOptions, NetworkRequest } from "../../../networks/client/call.ts";
import { FOREIGN, OWN, STRANGE } from "./certificate.ts";
import { nameOf, type Cell } from "./cells.ts";
import { MOST_ANSWER_BYTES } from "./points.ts";
import { startServer, type ServerBehaviour, type Server } from "./server.ts";
import { GIVE_UP_MS } from "../../support/time-limits.ts";

/** Makes the caller under test. */
export type Caller = (options: CallOptions) => Call;

export interface Seen {
  readonly cell: Cell;
  /** Null when the call did not end. */
  readonly answer: Answer | null;
  /** How often the request arrived whole, and how often it began to arrive. */
  readonly whole: number;
  readonly begun: number;
  /** Connections beside that of the earlier call. */
  readonly connections: number;
}

const CALL_MS = 60_000;
const IDENTITIES = { "a stranger": STRANGE, "another host": FOREIGN };
const CANARY = "canary-5f2c";
/** More than the buffers of both ends take, so that a body is still on its way when its head was read. */
const BIG_BODY = new Uint8Array(8 * 1024 * 1024).fill(120);
const WARM =
  "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\nContent-Length: 2\r\n\r\n{}";

export async function runCell(cell: Cell, open: Caller): Promise<Seen> {
  const clock = turnableClock();
  const broken = Promise.withResolvers<void>();
  const { moment } = cell.point;
  let armed = false;
  const resolve = async (host: string) => {
    if (!armed || moment.at !== "lookup") return ["127.0.0.1"];
    broken.resolve();
    return await moment.resolve(host);
  };
  const call = open({
    version: "0.0.0",
    clock,
    random: (n) => new Uint8Array(n),
    isAllowed: () => true,
    resolve,
    maxAnswerBytes: MOST_ANSWER_BYTES,
    ca: `${OWN.cert}\n${FOREIGN.cert}\n`,
  });
  const server = await startServer(
    mannersOf(cell, () => armed, broken.resolve),
    cell.secure ? OWN : null,
  );
  let other: Server | null = null;
  try {
    const base = `${cell.secure ? "https" : "http"}://localhost:${server.port}`;
    if (cell.reused) await call({ method: "GET", url: `${base}/warm` });
    const before = server.connections;
    armed = true;
    other = await inPlaceOf(server, cell, broken.resolve);
    const under = call(requestOf(cell, base));
    if (cell.point.silent) void broken.promise.then(noticed).then(() => clock.turn(CALL_MS));
    const answer = await Promise.race([under, Bun.sleep(GIVE_UP_MS).then(() => null)]);
    await server.quiet();
    const mine = (all: Server["seen"]) => all.filter(({ path }) => path.startsWith("/cell")).length;
    return {
      cell,
      answer,
      whole: mine(server.seen) + mine(other?.seen ?? []),
      begun: mine(server.begun) + mine(other?.begun ?? []),
      connections: server.connections - before + (other?.connections ?? 0),
    };
  } finally {
    server.stop();
    other?.stop();
  }
}

/** Both ends are in this process: the other one has had its turn. */
const noticed = () => Bun.sleep(5);

function requestOf({ method, point }: Cell, base: string): NetworkRequest {
  const plain = { method, url: `${base}/cell?secret=${CANARY}`, timeoutMs: CALL_MS };
  if (method === "GET") return plain;
  const bytes = point.moment.at === "head" ? BIG_BODY : Buffer.from('{"n":1}');
  return { ...plain, body: { bytes, type: "application/json" } };
}

/** @param acted called once the server has done what the point says */
function mannersOf({ point: { moment } }: Cell, armed: () => boolean, acted: () => void): ServerBehaviour {
  const act = (at: "accept" | "head" | "request", socket: Parameters<ServerBehaviour["asked"]>[0]) => {
    if (!armed() || moment.at !== at) return false;
    moment.act(socket);
    acted();
    return true;
  };
  return {
    accepted: (socket) => act("accept", socket),
    headed: (socket) => act("head", socket),
    asked: (socket) => void (act("request", socket) || socket.write(WARM)),
  };
}

/** What listens from now on in place of the server: nobody, something else, or (null) the server itself. */
async function inPlaceOf(
  server: Server,
  { point: { moment } }: Cell,
  acted: () => void,
): Promise<Server | null> {
  if (moment.at === "port") server.shut();
  if (moment.at !== "hello" && moment.at !== "certificate") return null;
  server.shut();
  const asked: ServerBehaviour["asked"] = (socket) => socket.write(WARM);
  if (moment.at === "certificate") return await startServer({ asked }, IDENTITIES[moment.of], server.port);
  const accepted: ServerBehaviour["accepted"] = (socket) => {
    socket.once("data", () => {
      moment.act(socket);
      acted();
    });
    return true;
  };
  return await startServer({ accepted, asked }, null, server.port);
}

/** What is wrong with what was seen; null when nothing is. */
export function faultOf({ cell, answer, whole, begun, connections }: Seen): string | null {
  const { kinds, status, moment } = cell.point;
  const say = (what: string) => `${nameOf(cell)}: ${what}`;
  if (!answer) return say(`no answer in ${GIVE_UP_MS / 1000} s`);
  if (whole > 1 || begun > 1) return say(`sent ${Math.max(whole, begun)} times`);
  if (connections > 1) return say(`${connections} connections`);
  if (!kinds.includes(answer.kind)) return say(`${answer.kind}, not ${kinds.join(" or ")} (${tell(answer)})`);
  if (answer.kind === "answered" && answer.status !== status)
    return say(`status ${answer.status}, not ${status}`);
  if (moment.at === "request" && whole !== 1) return say(`the server saw ${whole} whole requests`);
  if (answer.kind === "unsent" && begun > 0) return say("unsent, but a request arrived");
  if (tell(answer).includes(CANARY)) return say("the address's secret is in the detail");
  return null;
}

function tell(answer: Answer): string {
  return answer.kind === "answered" ? `status ${answer.status}` : answer.detail;
}

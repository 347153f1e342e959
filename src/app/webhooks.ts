// Opens webhooks: what manages them, and what delivers while this process does.
import { randomBytes } from "node:crypto";
import { openCalls } from "../networks/client/call.ts";
import { systemResolve } from "../networks/client/address.ts";
import { version } from "../version.ts";
import { startWebhooks, type WebhookDispatcher } from "../webhooks/dispatcher.ts";
import type { WebhookDeps } from "../webhooks/manage.ts";
import type { Outbox } from "../domain/store/outbox.ts";
import type { Counters } from "../ops/counters.ts";
import type { Observers } from "./delivery-log.ts";
import { isNamed } from "./allowed-hosts.ts";
import type { Internet } from "./parts.ts";
import type { OpenWorkspace } from "./workspace.ts";

export interface AppWebhooks {
  readonly manage: WebhookDeps;
  /** Delivers until it is stopped; only one process of a data folder does. */
  start(stopping: AbortSignal): Promise<WebhookDispatcher>;
}

/** Of an answer only the status counts; the rest is read so that the other side can end it in peace. */
const MAX_ANSWER_BYTES = 4096;
/** Of public hosts. */
const PORTS = [443];

/** For those who manage webhooks. @param internet default: the real one */
export function webhookDepsOf(
  { config, store, vault, clock, newId }: OpenWorkspace,
  internet?: Internet,
): WebhookDeps {
  const resolve = internet?.resolve ?? systemResolve;
  const { webhooks } = store;
  return { webhooks, vault, clock, newId, ports: PORTS, mayBePrivate: isNamed(config), resolve };
}

/**
 * @param ended aborted when requests in progress had their time
 * @param internet default: the real one
 */
export function openAppWebhooks(
  workspace: OpenWorkspace,
  { log, counters }: Observers,
  ended: AbortSignal,
  internet?: Internet,
): AppWebhooks {
  const { store, vault, signing, clock } = workspace;
  const manage = webhookDepsOf(workspace, internet);
  const { ports, mayBePrivate, resolve } = manage;
  const call = openCalls({
    version,
    clock,
    resolve,
    random: randomBytes,
    signal: ended,
    isAllowed: mayBePrivate,
    ...(internet && { ca: internet.ca }),
    maxAnswerBytes: MAX_ANSWER_BYTES,
    takesBeginning: true,
  });
  const { nodes } = store;
  const outbox = countedOutbox(store.outbox, counters);
  const sender = { vault, signing, clock, log, call, ports, mayBePrivate };
  return {
    manage,
    start: (stopping) => startWebhooks({ ...sender, outbox, nodes, stopping, random: Math.random }),
  };
}

/** The same outbox; each try that it writes down is counted. */
function countedOutbox(outbox: Outbox, counters: Counters): Outbox {
  return {
    ...outbox,
    async settle(id, outcome) {
      const isDone = await outbox.settle(id, outcome);
      const { problem, nextAt } = outcome;
      const became = problem === null ? "delivered" : nextAt === null ? "failed" : "retrying";
      if (isDone) counters.webhookTried(became);
      return isDone;
    },
  };
}

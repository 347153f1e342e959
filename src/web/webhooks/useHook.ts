// What a person does with one webhook: each act says how it went, and the screen reads again.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useApi, useProfile } from "../profile.tsx";
import { duration } from "../time.ts";
import { webhookWords as words } from "../words/webhooks.ts";
import { readDelivery, type Hook } from "./queries.ts";

const LOOK_EVERY_MS = 300;
/** A server has 15 s to answer. */
const LOOKS = 70;

export interface HookActs {
  readonly isTesting: boolean;
  test(): Promise<void>;
  setPaused(isPaused: boolean): Promise<void>;
  remove(): Promise<void>;
  sendAgain(deliveryId: string): Promise<void>;
}

export function useHook({ id }: Hook): HookActs {
  const api = useApi();
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [isTesting, setTesting] = useState(false);
  const one = api.webhooks({ id });
  const readAgain = () =>
    Promise.all(
      ["listWebhooks", "listWebhookDeliveries"].map((operation) =>
        queries.invalidateQueries({ queryKey: [operation] }),
      ),
    );
  const act = async (send: () => Promise<unknown>, text: string | null) => {
    try {
      await send();
      if (text !== null) notice({ text });
    } catch (fault) {
      notice({ text: fault instanceof Error ? fault.message : String(fault), tone: "bad" });
    }
    await readAgain();
  };
  const outcome = async (deliveryId: string) => {
    for (let look = 0; look < LOOKS; look++) {
      const { delivery } = await readDelivery(profileId, id, deliveryId);
      const last = delivery.tries.at(-1);
      if (last && delivery.status !== "waiting")
        return last.problem === null
          ? notice({ text: words.testArrived(last.responseStatus, duration(last.ms)) })
          : notice({ text: words.testFailed(last.problem), tone: "bad" });
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return notice({ text: words.testWaits });
  };
  return {
    isTesting,
    async test() {
      if (isTesting) return;
      setTesting(true);
      await act(async () => {
        const { delivery } = await call(() => one.test.post());
        await readAgain();
        await outcome(delivery.id);
      }, null);
      setTesting(false);
    },
    setPaused: (isPaused) =>
      act(
        () => call(() => one.patch({ status: isPaused ? "paused" : "active" })),
        isPaused ? words.paused : words.resumed,
      ),
    remove: () => act(() => call(() => one.delete()), words.removed),
    sendAgain: (deliveryId) =>
      act(() => call(() => one.deliveries({ deliveryId }).resend.post()), words.sentAgain),
  };
}

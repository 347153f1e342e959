// What another rhythm would change.
import { queryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import { slotsOf, type Rhythm } from "./rhythm.ts";

/** Where queued posts would go if they moved to this rhythm. */
export const previewQuery = (profileId: string, rhythm: Rhythm) => {
  const slots = slotsOf(rhythm);
  const body = { slots: slots.map(({ weekdays, ...slot }) => ({ ...slot, weekdays: [...weekdays] })) };
  return queryOptions({
    queryKey: ["previewSlots", profileId, body],
    // Without times there is nowhere to move to.
    queryFn: () =>
      call(() =>
        admin()
          .profiles({ id: profileId })
          .slots.preview.post({ ...body, reflow: slots.length > 0 }),
      ),
  });
};

// Tests queue slots at the admin API and the command line: same checks, messages and order.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openCallers, OWNER, type Callers } from "../support/two-callers.ts";

let callers: Callers;
beforeAll(async () => void (callers = await openCallers()));
afterAll(() => callers[Symbol.asyncDispose]());

const put = (slots: readonly object[]) =>
  callers.ask("PUT", `/profiles/${callers.world.profileId}/slots`, { slots });
const set = (...args: string[]) => callers.crier("slots", "set", "--profile", "test", ...args);

test("both answer what the list answers, in its order", async () => {
  const rows = await callers.rowsOf(async () => {
    const slots = [
      { weekdays: [7, 6], time: "11:30" },
      { weekdays: [1], time: "09:00" },
    ];
    const expected = [
      { weekdays: [1], time: "09:00", timezone: "UTC" },
      { weekdays: [6, 7], time: "11:30", timezone: "UTC" },
    ];
    expect((await put(slots)).json).toMatchObject({ slots: expected });
    expect(JSON.parse((await set("sat,sun 11:30", "mon 09:00", "--json")).out)).toMatchObject({
      slots: expected,
    });
  });
  expect(rows).toEqual([`${OWNER} slots.set`, "cli slots.set"]);
});

test("a twin and an unknown zone are refused in the same words", async () => {
  const rows = await callers.rowsOf(async () => {
    const twins = await put([
      { weekdays: [1, 7], time: "09:00" },
      { weekdays: [7], time: "09:00" },
    ]);
    const { code, err } = await set("sun,mon 09:00", "sun 09:00");
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('"sun 09:00" repeats the day'),
    });
    expect(twins.json).toMatchObject({ detail: err, errors: [{ pointer: "/slots/1" }] });
    const zone = await put([{ weekdays: [1], time: "09:00", timezone: "Mars/Base" }]);
    expect(zone.json).toMatchObject({
      detail: (await set("mon 09:00", "--timezone", "Mars/Base")).err,
      errors: [{ pointer: "/slots/0/timezone" }],
    });
  });
  expect(rows).toEqual([]);
});

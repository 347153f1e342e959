// Times as people write them: which moment each is in the profile's zone, and which are refused.
import { describe, expect, test } from "bun:test";
import { localTime, readTime } from "../../cli/times.ts";

const BERLIN = "Europe/Berlin";
/** A Sunday, 13:30 in Berlin and 04:30 in Los Angeles. */
const NOW = Date.parse("2026-11-22T12:30:00Z");

const read = async (text: string, zone = BERLIN, now = NOW) =>
  new Date(await readTime(text, zone, now)).toISOString().slice(0, 16);

describe("D41 a time as a person writes it", () => {
  test.each([
    ["tomorrow 9:00", "2026-11-23T08:00"],
    ["tomorrow at 9am", "2026-11-23T08:00"],
    ["9:00 tomorrow", "2026-11-23T08:00"],
    ["today 18:00", "2026-11-22T17:00"],
    ["in 2 hours", "2026-11-22T14:30"],
    ["in 90 minutes", "2026-11-22T14:00"],
    ["in an hour", "2026-11-22T13:30"],
    ["now", "2026-11-22T12:30"],
    ["fri 18:30", "2026-11-27T17:30"],
    ["next monday 10am", "2026-11-23T09:00"],
    ["Sunday 9:00", "2026-11-29T08:00"],
    ["sun 20:00", "2026-11-22T19:00"],
    ["9:00", "2026-11-23T08:00"],
    ["20:00", "2026-11-22T19:00"],
    ["noon", "2026-11-23T11:00"],
    ["4 March 9:00", "2027-03-04T08:00"],
    ["March 4 9:00", "2027-03-04T08:00"],
    ["2027-01-31T09:00", "2027-01-31T08:00"],
    ["2027-01-31 9:00", "2027-01-31T08:00"],
    ["2027-01-31T09:00Z", "2027-01-31T09:00"],
    ["2027-01-31T09:00-05:00", "2027-01-31T14:00"],
    ["2027-01-31 09:00-05:00", "2027-01-31T14:00"],
  ])("%s", async (text, moment) => {
    expect(await read(text)).toBe(moment);
  });

  test.each([
    ["tomorrow 9:00", "2026-11-23T17:00"],
    ["today 9:00", "2026-11-22T17:00"],
    ["9:00", "2026-11-22T17:00"],
    ["in 2 hours", "2026-11-22T14:30"],
    ["2026-11-22T13:20", "2026-11-22T21:20"],
    ["2027-01-31T09:00+01:00", "2027-01-31T08:00"],
    ["2027-01-31 09:00 +01:00", "2027-01-31T08:00"],
  ])("the zone of the profile decides: %s in Los Angeles", async (text, moment) => {
    expect(await read(text, "America/Los_Angeles")).toBe(moment);
  });

  test("where it is tomorrow already, tomorrow is the day after that", async () => {
    const evening = Date.parse("2026-11-22T20:00:00Z");
    expect(await read("tomorrow 9:00", "Pacific/Auckland", evening)).toBe("2026-11-23T20:00");
  });

  test.each([
    // The clocks of Berlin go from 2:00 to 3:00 on 28 March 2027, and from 3:00 to 2:00 on 31 October.
    ["a time that is skipped moves forward", "2027-03-28 02:30", "2027-03-28T01:30"],
    ["a time that happens twice is the first", "2027-10-31 02:30", "2027-10-31T00:30"],
    ["before the change", "2027-03-27 09:00", "2027-03-27T08:00"],
    ["after the change", "2027-03-28 09:00", "2027-03-28T07:00"],
  ])("D21 daylight saving: %s", async (_, text, moment) => {
    expect(await read(text)).toBe(moment);
  });

  test("hours pass in the night when the clocks change; a day is a day on the clock", async () => {
    const night = Date.parse("2027-03-28T00:30:00Z");
    expect(await read("in 2 hours", BERLIN, night)).toBe("2027-03-28T02:30");
    const eve = Date.parse("2027-03-27T08:00:00Z");
    expect(await read("tomorrow 9:00", BERLIN, eve)).toBe("2027-03-28T07:00");
  });
});

describe("what is not clear is refused", () => {
  test.each([
    ...["3/4 9:00", "3/4/2027 9:00", "12/01/2026 09:00", "3-4 9:00", "3.4. 9:00", "03-04-27 9:00"],
    ...["2027-13-01 09:00", "2027-02-30T09:00", "2027-31-01 9:00", "25:00", "tomorrow 25:00"],
    ...["nonsense", "tomorrow 9:00 and more", "9:00-10:00", "last friday 9:00", "tomorrow 9", ""],
  ])("%p is not a time", (text) => {
    expect(readTime(text, BERLIN, NOW)).rejects.toThrow("Can't read the time");
  });

  test.each(["tomorrow", "2027-01-31", "friday", "in 2 days", "next week", "tonight"])(
    "%p has no time of day",
    (text) => {
      expect(readTime(text, BERLIN, NOW)).rejects.toThrow("has no time of day");
    },
  );

  test.each([
    ["yesterday 9:00", "Sat 21 Nov 09:00"],
    ["today 9:00", "Sun 22 Nov 09:00"],
    ["2 hours ago", "Sun 22 Nov 11:30"],
    ["2020-01-01T09:00", "Wed 1 Jan 2020 09:00"],
    ["2026-11-22T08:00Z", "Sun 22 Nov 09:00"],
  ])("%p is in the past, and the message says when it was", (text, when) => {
    expect(readTime(text, BERLIN, NOW)).rejects.toThrow(`in the past: ${when} (Europe/Berlin).`);
  });

  test("a minute ago is now", async () => {
    expect(await read("2026-11-22T13:29")).toBe("2026-11-22T12:29");
  });
});

test("times are shown in the zone, with the year only when it is another one", () => {
  expect(localTime(Date.parse("2026-11-23T08:00:00Z"), BERLIN, NOW)).toBe("Mon 23 Nov 09:00");
  expect(localTime(Date.parse("2026-12-31T23:30:00Z"), BERLIN, NOW)).toBe("Fri 1 Jan 2027 00:30");
});

// A field for a time zone, which suggests the known ones and says what time it is there.
import { now } from "../api.ts";
import { clockTime } from "../time.ts";
import { regionWords as words } from "../words/region.ts";
import { Field } from "./Field.tsx";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (timezone: string) => void;
  readonly problem: string | null;
  readonly isRequired?: boolean;
  /** While it is empty. */
  readonly hint?: string;
}

const ZONES = Intl.supportedValuesOf("timeZone");

export const isZone = (text: string): boolean => text === "UTC" || ZONES.includes(text);

export function ZoneField({ hint, ...props }: Props) {
  const { value } = props;
  const about = isZone(value) ? words.zoneNow(clockTime(new Date(now()).toISOString(), value)) : hint;
  return (
    <>
      <Field {...props} name="timezone" list="zones" {...(about !== undefined && { hint: about })} />
      <datalist id="zones">
        {ZONES.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </>
  );
}

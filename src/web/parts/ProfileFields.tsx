// The name and the time zone of a profile.
import { fieldProblem, isProblem, ProblemError } from "../api.ts";
import { regionWords as words } from "../words/region.ts";
import { Field } from "./Field.tsx";
import { ZoneField } from "./ZoneField.tsx";

interface Props {
  readonly name: string;
  readonly timezone: string;
  readonly onChange: (change: { readonly name?: string; readonly timezone?: string }) => void;
  /** Why the server refused them; null before it was asked. */
  readonly refusal: unknown;
  /** Where the profile stands in what was sent; default: it is all of it. */
  readonly at?: string;
}

export function ProfileFields({ name, timezone, onChange, refusal, at = "" }: Props) {
  return (
    <>
      <Field
        label={words.profileName}
        name="name"
        isRequired
        maxLength={100}
        value={name}
        onChange={(text) => onChange({ name: text })}
        problem={nameProblem(refusal, at)}
      />
      <ZoneField
        label={words.profileZone}
        isRequired
        value={timezone}
        onChange={(text) => onChange({ timezone: text })}
        problem={fieldProblem(refusal, `${at}/timezone`)}
      />
    </>
  );
}

/** A name that is taken is another kind of refusal. */
const nameProblem = (refusal: unknown, at: string): string | null =>
  refusal instanceof ProblemError && isProblem(refusal, "already_exists")
    ? refusal.problem.detail
    : fieldProblem(refusal, `${at}/name`);

/** Whether the fields say what was wrong. */
export const isOfProfileFields = (refusal: unknown, at = ""): boolean =>
  nameProblem(refusal, at) !== null || fieldProblem(refusal, `${at}/timezone`) !== null;

// The role of a person or an invitation, and the profiles that go with it.
import { CheckboxGroup, Label, Radio, RadioGroup } from "react-aria-components";
import { Check } from "../parts/Check.tsx";
import { RadioCards } from "../parts/RadioCards.tsx";
import { useSession } from "../session.tsx";
import { peopleWords as words } from "../words/people.ts";
import { ROLES, type Access } from "./queries.ts";
import "../parts/Radios.css";

const OPTIONS = ROLES.map((value) => ({ value, ...words.roles[value] }));

interface Props {
  readonly access: Access;
  readonly onChange: (access: Access) => void;
}

export function AccessFields({ access: { role, profiles }, onChange }: Props) {
  const { profiles: all } = useSession();
  const isOwner = role === "owner";
  return (
    <>
      <RadioCards
        label={words.role}
        value={role}
        options={OPTIONS}
        onChange={(next) => onChange({ role: next, profiles: next === "owner" ? null : profiles })}
      />
      <RadioGroup
        className="radios"
        isDisabled={isOwner}
        value={profiles === null ? "all" : "some"}
        onChange={(value) => onChange({ role, profiles: value === "all" ? null : [] })}
      >
        <Label>{words.profiles}</Label>
        <Radio value="all" className="radio">
          {words.allProfiles}
        </Radio>
        <Radio value="some" className="radio">
          {words.someProfiles}
        </Radio>
      </RadioGroup>
      {isOwner && <p className="small">{words.ownersHaveAll}</p>}
      {profiles !== null && (
        <CheckboxGroup
          className="profile-checks"
          aria-label={words.profiles}
          value={[...profiles]}
          onChange={(chosen) => onChange({ role, profiles: chosen })}
        >
          {all.map(({ id, name }) => (
            <Check key={id} value={id}>
              {name}
            </Check>
          ))}
          {profiles.length === 0 && <p className="small">{words.chooseProfile}</p>}
        </CheckboxGroup>
      )}
    </>
  );
}

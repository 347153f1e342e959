// Sets the plan; asks first when that would stop publishing.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { admin, call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Field } from "../parts/Field.tsx";
import { MomentField } from "../parts/MomentField.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { RadioCards } from "../parts/RadioCards.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { planWords as words } from "../words/plan.ts";
import { bodyOf, choiceOf, hasBounds, isNumber, wouldStop, type PlanChoice } from "./choice.ts";
import type { Plan } from "./queries.ts";

const KINDS = (["unlimited", "trial", "active", "lapsed"] as const).map((value) => ({
  value,
  ...words.kinds[value],
}));

export function PlanForm({ plan }: { readonly plan: Plan }) {
  const zone = useZone();
  const [choice, setChoice] = useState(() => choiceOf(plan, zone));
  const [isAsking, setAsking] = useState(false);
  const { save, isBusy, error } = useSave();
  const body = bodyOf(choice, zone);
  const isWhole = !hasBounds(choice) || isNumber(choice.accounts);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    if (wouldStop(body, plan)) setAsking(true);
    else void save(body);
  };
  return (
    <form className="form" onSubmit={submit}>
      <RadioCards
        label={words.kind}
        value={choice.plan}
        options={KINDS}
        onChange={(kind) => setChoice({ ...choice, plan: kind })}
      />
      {hasBounds(choice) && <Bounds {...{ choice, plan }} onChange={setChoice} />}
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button kind="primary" type="submit" isPending={isBusy} isDisabled={!isWhole}>
          {words.save}
        </Button>
      </div>
      <Dialog title={words.confirm} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>{words.confirmMore}</p>
        <p>{words.lateFail}</p>
        <div className="row end">
          <Button onPress={() => setAsking(false)} autoFocus>
            {words.keep}
          </Button>
          <Button
            kind="danger"
            onPress={() => {
              setAsking(false);
              void save(body);
            }}
          >
            {words.stopNow}
          </Button>
        </div>
      </Dialog>
    </form>
  );
}

interface BoundsProps {
  readonly choice: PlanChoice;
  readonly plan: Plan;
  readonly onChange: (choice: PlanChoice) => void;
}

function Bounds({ choice, plan: { trialEndsAt, connectedAccounts }, onChange }: BoundsProps) {
  const zone = useZone();
  const { plan, hasEnd, until, accounts } = choice;
  const isTrial = plan === "trial";
  const trialEnd = trialEndsAt === null ? null : moment(trialEndsAt, zone);
  return (
    <>
      <div>
        <Choice
          label={words.ends}
          value={hasEnd ? "at" : "usual"}
          usual="usual"
          options={[
            { value: "usual", name: isTrial ? words.afterTrial : words.never },
            { value: "at", name: words.atTime },
          ]}
          onChange={(value) => onChange({ ...choice, hasEnd: value === "at" })}
        />
      </div>
      {isTrial && !hasEnd && <p className="small">{words.trialEnd(trialEnd)}</p>}
      {hasEnd && (
        <MomentField
          label={words.end}
          value={until}
          onChange={(value) => onChange({ ...choice, until: value })}
        />
      )}
      <Field
        label={words.accounts}
        name="accounts"
        hint={words.accountsHint(connectedAccounts)}
        problem={isNumber(accounts) ? null : words.noNumber}
        maxLength={7}
        value={accounts}
        onChange={(value) => onChange({ ...choice, accounts: value.trim() })}
      />
    </>
  );
}

function useSave() {
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (body: ReturnType<typeof bodyOf>) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await call(() => admin().plan.put(body));
      notice({ text: words.saved });
    } catch (fault) {
      setError(fault);
    }
    // Also after a lost answer: it may have been set.
    void queries.invalidateQueries({ queryKey: ["getAttention"] });
    await queries.invalidateQueries({ queryKey: ["getPlan"] });
    setBusy(false);
  };
  return { save, isBusy, error };
}

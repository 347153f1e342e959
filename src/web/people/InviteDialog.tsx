// Makes a link with which one person joins; it is shown here and nowhere else.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { admin, call, now } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Copy } from "../parts/Copy.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { peopleWords as words } from "../words/people.ts";
import { AccessFields } from "./AccessFields.tsx";
import { bodyOf, isWhole, type Access } from "./queries.ts";
import "../parts/Radios.css";

const DAY_MS = 86_400_000;
/** So much less than so many days: the clocks of the browser and the server differ, and 30 days are the most. */
const SLACK_MS = 60_000;

interface Link {
  readonly url: string;
  readonly expiresAt: string;
}

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [link, setLink] = useState<Link | null>(null);
  return (
    <Dialog title={link === null ? words.inviteTitle : words.linkTitle} isOpen onClose={onClose}>
      {link === null ? <InviteForm onMade={setLink} /> : <Made link={link} onClose={onClose} />}
    </Dialog>
  );
}

function InviteForm({ onMade }: { readonly onMade: (link: Link) => void }) {
  const queries = useQueryClient();
  const [access, setAccess] = useState<Access>({ role: "author", profiles: null });
  const [days, setDays] = useState("7");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isWhole(access)) return;
    setBusy(true);
    setError(null);
    try {
      const expiresAt = new Date(now() + Number(days) * DAY_MS - SLACK_MS).toISOString();
      const { url, invite } = await call(() => admin().invites.post({ ...bodyOf(access), expiresAt }));
      onMade({ url, expiresAt: invite.expiresAt });
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ["listInvites"] });
  };
  return (
    <form className="form" onSubmit={(event) => void make(event)}>
      <p>{words.inviteMore}</p>
      <AccessFields access={access} onChange={setAccess} />
      <RadioGroup className="radios" value={days} onChange={setDays}>
        <Label>{words.expires}</Label>
        {Object.entries(words.expiry).map(([value, name]) => (
          <Radio key={value} value={value} className="radio">
            {name}
          </Radio>
        ))}
      </RadioGroup>
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button kind="primary" type="submit" isPending={isBusy} isDisabled={!isWhole(access)}>
          {words.makeLink}
        </Button>
      </div>
    </form>
  );
}

function Made({ link: { url, expiresAt }, onClose }: { readonly link: Link; readonly onClose: () => void }) {
  const zone = useZone();
  return (
    <div className="form">
      <p>{words.linkMore(moment(expiresAt, zone))}</p>
      <pre className="invite-link">{url}</pre>
      <div className="row end">
        <Copy text={url}>{words.copyLink}</Copy>
        <Button kind="primary" onPress={onClose} autoFocus>
          {words.done}
        </Button>
      </div>
    </div>
  );
}

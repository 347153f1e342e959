// The facts of an account: its sign-in, what its network allows, and its colour.
import type { ReactNode } from "react";
import { Choice } from "../parts/Choice.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import type { AccountRecord } from "./queries.ts";
import { useAccountActions, type Colour as ColourName } from "./useAccountActions.ts";

interface Props {
  readonly account: AccountRecord;
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export function SignIn({ account }: Props) {
  const { connectedAt, renewedAt, tokenExpiresAt, scopes, quota, status } = account;
  return (
    <section className="card">
      <h2>{words.signIn}</h2>
      <dl className="account-facts">
        <Fact name={words.connectedAt}>
          <Time at={connectedAt} />
        </Fact>
        {(renewedAt !== null || tokenExpiresAt !== null) && (
          <Fact name={words.renewedAt}>
            {renewedAt === null ? words.neverRenewed : <Time at={renewedAt} />}
          </Fact>
        )}
        {status !== "disconnected" && (
          <Fact name={words.until}>
            {tokenExpiresAt === null ? words.noEnd : <Time at={tokenExpiresAt} />}
          </Fact>
        )}
        {quota && <Fact name={words.quotaName}>{words.quota(quota.used, quota.limit)}</Fact>}
        {scopes !== null && scopes.length > 0 && (
          <Fact name={words.scopes}>
            <ul className="scopes">
              {scopes.map((scope) => (
                <li key={scope}>
                  <code>{scope}</code>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </section>
  );
}

export function Limits({ account }: Props) {
  const { caption, media } = account.limits;
  const kinds = media.kinds.map((kind) => words.kinds[kind] ?? kind).join(", ");
  return (
    <section className="card">
      <h2>{words.limits}</h2>
      <dl className="account-facts">
        <Fact name={words.text}>
          {words.textLimit(caption.max, words.units[caption.unit] ?? words.otherUnit)}
        </Fact>
        <Fact name={words.files}>
          {media.maxItems === 0 ? words.noFiles : words.fileLimit(media.maxItems, kinds)}
        </Fact>
        {account.requires !== null && (
          <Fact name={words.requiresName}>{words.requires[account.requires]}</Fact>
        )}
        {account.kinds.length > 1 && (
          <Fact name={words.postKinds}>{account.kinds.map(({ title }) => title).join(", ")}</Fact>
        )}
      </dl>
    </section>
  );
}

const NONE = "none";
const COLOURS = [
  { value: NONE, name: words.noColour },
  ...Object.entries(words.colours).map(([value, name]) => ({ value, name })),
] as const;

const isColour = (value: string): value is ColourName => Object.hasOwn(words.colours, value);

export function Colour({ account }: Props) {
  const { colour, error } = useAccountActions(account);
  return (
    <section className="card">
      <h2>{words.colour}</h2>
      <div className="row">
        {account.colour !== null && <span className={`dot ${account.colour}`} aria-hidden="true" />}
        <Choice
          label={words.colour}
          value={account.colour ?? NONE}
          options={COLOURS}
          usual={NONE}
          onChange={(value) => colour(isColour(value) ? value : null)}
        />
      </div>
      <p className="small">{words.colourMore}</p>
      {error !== null && <ErrorBox error={error} />}
    </section>
  );
}

// Accounts that were just connected, and what to do next.
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Avatar } from "../parts/Avatar.tsx";
import { usePath } from "../profile.tsx";
import { connectWords as words } from "../words/connect.ts";

export interface ConnectedAccount {
  readonly id: string;
  readonly platform: string;
  readonly handle: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly simulated: boolean;
}

interface Props {
  readonly accounts: readonly ConnectedAccount[];
  /** One that was there before. */
  readonly isAgain: boolean;
}

export function Connected({ accounts, isAgain }: Props) {
  const path = usePath();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card connected">
      <h2 ref={heading} tabIndex={-1}>
        <span className="state posted" aria-hidden="true">
          ●
        </span>{" "}
        {words.connected(accounts.length)}
      </h2>
      <ul className="found">
        {accounts.map(({ id, platform, handle, displayName, avatarUrl, simulated }) => (
          <li key={id}>
            <span className="found-face">
              <Avatar name={displayName} url={avatarUrl} platform={platform} isSimulated={simulated} />
              <span>
                <Link href={path(`accounts/${id}`)}>
                  <b dir="auto">{displayName}</b>
                </Link>{" "}
                <span className="small" dir="auto">
                  {handle}
                </span>
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="small">{isAgain ? words.renewed : words.connectedMore}</p>
      <div className="row">
        <Link className="button primary" href={path("write")}>
          {words.write}
        </Link>
        <Link className="button" href={path("accounts")}>
          {words.toAccounts}
        </Link>
        <Link className="button" href={path("accounts/connect")}>
          {words.more}
        </Link>
      </div>
    </section>
  );
}

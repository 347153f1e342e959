// One entry of the audit log: a line, and everything about it when it is opened.
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import { Time } from "../parts/Time.tsx";
import { keysQuery } from "../keys/queries.ts";
import { pathOf, useProfile } from "../profile.tsx";
import { useSession } from "../session.tsx";
import { exactly } from "../time.ts";
import { activityWords as words } from "../words/activity.ts";
import type { Entry } from "./queries.ts";

export function EntryRow({ entry }: { readonly entry: Entry }) {
  const { profiles } = useSession();
  const { at, actor, action, profileId, subject, detail } = entry;
  const who = useNameOf(actor);
  const profile = profiles.find(({ id }) => id === profileId);
  const hasPost = profile !== undefined && action.startsWith("post.") && action !== "post.delete";
  return (
    <li>
      <details className="entry-of-log">
        <summary>
          <ChevronRight size={14} aria-hidden="true" className="fold" />
          <span className="log-time small">
            <Time at={at} />
          </span>
          <span className="log-act">
            <b dir="auto">{who}</b> {actOf(entry)}
            {profile && profiles.length > 1 && (
              <span className="small">
                {" "}
                · <span dir="auto">{profile.name}</span>
              </span>
            )}
          </span>
        </summary>
        <dl className="facts log-facts">
          <Fact name={words.at}>{exactly(at)}</Fact>
          <Fact name={words.actor}>
            <code>{actor}</code>
          </Fact>
          <Fact name={words.what}>
            <code>{action}</code>
          </Fact>
          <Fact name={words.subject}>
            <code>{subject}</code>
            {hasPost && action !== "post.reconcile" && action !== "post.look" && (
              <>
                {" "}
                <Link href={pathOf(profile.name, `posts/${subject}`)}>{words.openPost}</Link>
              </>
            )}
          </Fact>
          <Fact name={words.profile}>{profile?.name ?? profileId ?? words.server}</Fact>
          <Fact name={words.detail}>
            {detail === null ? words.noDetail : <pre>{JSON.stringify(detail, null, 2)}</pre>}
          </Fact>
        </dl>
      </details>
    </li>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What was done, in words where there are any. */
function actOf({ action, detail }: Entry): string {
  const facts = (detail ?? {}) as Readonly<Record<string, unknown>>;
  const review = action === "post.review" ? words.reviews[String(facts["state"])] : undefined;
  const name = ["email", "name"].map((field) => facts[field]).find((value) => typeof value === "string");
  const act = review ?? words.acts[action] ?? action.replace(/[._]/g, " ");
  return name === undefined ? act : `${act}: ${name}`;
}

/** Who acted, as people call them. */
function useNameOf(actor: string): string {
  const { owner } = useSession();
  const { data } = useQuery(keysQuery(useProfile().id));
  if (actor === "cli") return words.commandLine;
  if (actor === "crier") return words.crier;
  const [, id = ""] = /^key:(.+)$/.exec(actor) ?? [];
  if (id !== "") {
    const key = data?.keys.find((each) => each.id === id);
    return key ? words.key(key.name) : words.goneKey;
  }
  const email = actor.slice(actor.indexOf(":") + 1);
  return email === owner.email ? words.you : email;
}

// One entry of the audit log: a line, and everything about it when it is opened.
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import { Time } from "../parts/Time.tsx";
import { keysQuery } from "../keys/queries.ts";
import { useNetworkNames } from "../networks.ts";
import { placeOf, type NameOf } from "../post/places.ts";
import { pathOf, useProfile } from "../profile.tsx";
import { useSession } from "../session.tsx";
import { exactly } from "../time.ts";
import { activityWords as words } from "../words/activity.ts";
import type { Entry } from "./queries.ts";

export function EntryRow({ entry }: { readonly entry: Entry }) {
  const { profiles } = useSession();
  const { at, actor, action, profileId, subject, detail } = entry;
  const who = useActorName(actor);
  const networkName = useNetworkNames();
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
            <b dir="auto">{who}</b> {actOf(entry, networkName)}
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

/** What was done and to what, such as `connected an account: Bluesky (ok)`. */
function actOf(entry: Entry, networkName: NameOf): string {
  const { action } = entry;
  const acts: Readonly<Record<string, string>> = words.acts;
  const review = action === "post.review" ? words.reviews[String(factsOf(entry)["state"])] : undefined;
  const act = review ?? acts[action] ?? action.replace(/[._]/g, " ");
  const name = nameIn(entry, networkName);
  return name === null ? act : `${act}: ${name}`;
}

/** Whom or what it was done to, where the entry has a name that people know it by. */
function nameIn(entry: Entry, networkName: NameOf): string | null {
  if (/^(application|import_host|server)\./.test(entry.action)) return networkName(entry.subject);
  const { platform, handle, email, name, host } = factsOf(entry);
  if (typeof platform === "string" && typeof handle === "string")
    return placeOf({ platform, handle }, networkName);
  return [email, name, host].find((value) => typeof value === "string") ?? null;
}

const factsOf = ({ detail }: Entry) => (detail ?? {}) as Readonly<Record<string, unknown>>;

/** Who acted, as people call them. */
function useActorName(actor: string): string {
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

// The interface that every connector of a social network implements.
import type { Static, TObject } from "@sinclair/typebox";
import type { Json } from "../domain/json.ts";
import type { LinkCard } from "../domain/link-card.ts";
import type { DraftMedia } from "../domain/media.ts";
import type { Category } from "../domain/post.ts";
import type { Call } from "./client/call.ts";
import type { Entities } from "./client/text.ts";
import type { Rules, RuleChanges } from "../domain/rules.ts";

export type { Category, DraftMedia, Json };
export type Credentials = Readonly<Record<string, string>>;

/** Who may publish: anyone, the owner of an application, or only a reviewed application (D37). */
export type Access = "anyone" | "own_app" | "app_review";

export interface Network<Options extends TObject = TObject, Prepared extends Json = Json> {
  /** Stored in the database, so it must never change. */
  readonly id: string;
  readonly name: string;
  readonly access: Access;
  /** Base URLs by purpose; the operator may override the one called `api` (CRIER_ENDPOINT_<NETWORK>). */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Limits as data, for pre-flight, GET /accounts, the app and the documentation. */
  readonly rules: Rules;
  /** One schema validates, documents and builds the form. The name `fit` is reserved for Crier (options.ts). */
  readonly options: Options;
  /** The kinds of posts with their limits, such as a reel or a story; null if there is only one kind. */
  readonly kinds: Kinds<Static<Options>> | null;
  readonly connect: Connect;
  /** The credentials that must never be shown. */
  secrets(credentials: Credentials): readonly (string | undefined)[];
  readonly lostAnswers: LostAnswers;

  /**
   * What a post says on this network in words. The draft that `prepare` gets has exactly these words, and checks show them.
   */
  words(post: PlannedPost<Static<Options>>): Words;
  /** Its links, mentions and hashtags, where this network reads a text in its own way. */
  readonly entities?: (text: string) => Entities;
  /** Problems that limits and schema can't express, such as options that exclude each other. */
  validate(post: PlannedPost<Static<Options>>): readonly OptionProblem[];
  /**
   * The link whose card goes out with the post, for networks that take cards and do not look at pages themselves; null
   * when the post has none.
   */
  cardLink?(post: PlannedPost<Static<Options>>): string | null;
  /** What the network reports about this account now: values for a form, and limits that differ from `rules`. */
  liveOptions(io: Io): Promise<LiveOptions>;
  /** Checks choices that must be among the values of `liveOptions`; not needed where there are none. */
  readonly liveOptionRules?: LiveOptionRules<Static<Options>>;
  /**
   * Everything that can be repeated: uploads, containers, the final request body. The result is JSON, is stored on disk
   * before `commit`, and is all that `commit`, `settle` and `verify` get. @throws StepFailedError when it can't continue
   */
  prepare(draft: Draft<Static<Options>>, io: Io): Promise<Prepared>;
  /** The one request that makes the post public. Sent once; nothing in here may send it again. */
  commit(prepared: Prepared, io: Io): Promise<Outcome>;
  /**
   * Asks a network that answered `processing` for the status. Publishes nothing; it may complete a post that exists (set
   * its thumbnail, add it to a list) if repeating that changes nothing.
   */
  settle(prepared: Prepared, receipt: Json, io: Io): Promise<Outcome>;
  /** Asks whether the post exists after an answer was lost. Read-only; `absent` only where the network proves it. */
  verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding>;
}

/**
 * Erases a connector's private types: what it prepared comes back as JSON from disk, and its options match its own schema.
 * This is the only place that relies on that.
 */
export function defineNetwork<Options extends TObject, Prepared extends Json>(
  network: Network<Options, Prepared>,
): Network {
  return network;
}

/** What people need who settle a post whose answer was lost. */
export interface LostAnswers {
  /** In one or two sentences: what `verify` can prove and what it can't. The network's guide says the same. */
  readonly certainty: string;
  /** The network's own search for these words among the account's posts; null if there is none. */
  searchUrl(account: SearchedAccount, words: string): string | null;
}
export interface SearchedAccount {
  readonly handle: string;
  readonly profileUrl: string | null;
}

// ---- a planned post

/** A post for one account, with options that match the schema. */
export interface PlannedPost<Options> {
  readonly text: string;
  readonly media: readonly PlannedMedia[];
  readonly options: Options;
}
export interface PlannedMedia {
  readonly id: string;
  readonly kind: "image" | "video";
  readonly mime: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  /** More than one frame; null when that is not known. */
  readonly animated: boolean | null;
  readonly altText: string | null;
}

/** What is sent of a post in words: well-formed Unicode, normalized and without outer white space where the network wants it so. */
export interface Words {
  /** Empty where the kind of post shows no text. */
  readonly text: string;
  /** The alternative text of each file, in the order of the post's media; null where none is sent. */
  readonly altTexts: readonly (string | null)[];
}

export interface Kinds<Options> {
  /** By id: the title, and the limits that differ from the account's. */
  readonly all: Readonly<Record<string, { readonly title: string; readonly rules: RuleChanges }>>;
  /** The id of this post's kind. */
  of(post: PlannedPost<Options>): string;
}

/** Something that the network would refuse, or that may not work as the author expects. */
export interface OptionProblem {
  /** Stable id, such as `text.hashtags` or `options.privacy_level`. */
  readonly rule: string;
  /** A sentence for a person: what is wrong and what to do. */
  readonly message: string;
  readonly limit: number | string | null;
  readonly actual: number | string | null;
  /** False when it is not proven that the network refuses it, so that it is only a warning. */
  readonly certain: boolean;
}

// ---- connecting

/** How an account is connected: with credentials that a person enters, or by a sign-in that obtains them. */
export interface Connect {
  /** What connecting takes and how it is done; the network's guide says the same. */
  readonly walkthrough: Walkthrough;
  /** Entered by a person, passed by a script (`--credentials-stdin`), or obtained by a sign-in. */
  readonly fields: readonly ConnectField[];
  /**
   * Checks the fields at the network (D44). @returns the accounts that they give access to, one or several to choose from.
   * @throws StepFailedError with what to do when the network refuses, or when there is no account
   */
  login(fields: Credentials, io: ConnectIo): Promise<readonly Connection[]>;
  /** Sign-in at the network's page; null if the network has none. */
  readonly oauth: OAuth | null;
  /**
   * New credentials for ones that are about to expire; null if they never do. Returns null for credentials that can't be
   * refreshed, such as a token that was entered. @throws StepFailedError with `auth` only when the grant is no longer valid
   */
  readonly refresh: ((credentials: Credentials, io: ConnectIo) => Promise<Renewal | null>) | null;
  /** Ends the grant at the network when an account is disconnected; null where only the person can. Throws StepFailedError. */
  readonly revoke: ((credentials: Credentials, io: ConnectIo) => Promise<void>) | null;
}

/** Leads people to what they need before they can connect: a password, a token, or an application of their own. */
export interface Walkthrough {
  readonly effort: {
    /** A newcomer's, until the first account is connected. */
    readonly minutes: number;
    /** What the network charges; null: nothing. */
    readonly cost: string | null;
    /** What the network reviews before all of it works; null: nothing. */
    readonly review: string | null;
  };
  /** What this server's address has to be: the network sends people back to it, or downloads files from it. */
  readonly address: AddressNeed;
  readonly steps: readonly WalkthroughStep[];
  /** The three things that people get wrong. */
  readonly mistakes: readonly [string, string, string];
}
export type AddressNeed = "any" | "https or localhost" | "https" | "public";

export interface WalkthroughStep {
  readonly title: string;
  /** With *names of what is on the network's pages* and **what to choose** marked as here. */
  readonly text: string;
  /** What has to be entered there, exactly. */
  readonly copy: readonly WalkthroughCopy[];
  /** The network's page; null where people find it by themselves. */
  readonly link: string | null;
}
/** A value, or one that depends on this server. */
export type WalkthroughCopy =
  | { readonly label: string; readonly value: string }
  | { readonly label: string; readonly of: "redirectUri" | "scopes" };

export interface ConnectField {
  /** Also the command line's flag: `--name`, or `--name-stdin` for a secret. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly secret: boolean;
  readonly default: string | null;
  /** May be omitted. */
  readonly optional?: boolean;
}

/** Authorization code grant (RFC 6749 4.1) with this network's parameters. */
export interface OAuth {
  /** Where an operator registers an application, and what to request there. */
  readonly application: { readonly url: string; readonly help: string };
  /** The authorization page: a name in `endpoints` and the path below it. */
  readonly authorize: { readonly endpoint: string; readonly path: string };
  readonly scopes: readonly string[];
  /** What separates scopes. */
  readonly scopeSeparator: " " | ",";
  /** The network's name of the application id parameter. */
  readonly clientIdName: "client_id" | "client_key";
  /** Encoding of the PKCE challenge; null if the network does not support PKCE. */
  readonly pkce: "base64url" | "hex" | null;
  /** Additional parameters of the authorization page. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Exchanges the code for the values of `fields`. @throws StepFailedError */
  exchange(grant: Grant, io: ConnectIo): Promise<Credentials>;
}

/** What the authorization page returned. */
export interface Grant {
  readonly code: string;
  readonly redirectUri: string;
  /** The PKCE verifier; null if the network does not support PKCE. */
  readonly verifier: string | null;
}

/** The operator's application at a network (CRIER_<NETWORK>_CLIENT_ID, _CLIENT_SECRET and _SCOPES). */
export interface Application {
  readonly id: string;
  readonly secret: string;
  /** The scopes to request instead of the network's default list. */
  readonly scopes?: readonly string[];
}

/** An account at the network, with the credentials to publish for it. */
export interface Connection {
  readonly remoteId: string;
  /** Host of the account's server; null if the network has only one. */
  readonly server: string | null;
  readonly handle: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly profileUrl: string | null;
  readonly credentials: Credentials;
  /** When the credentials expire, ms since 1970; null if they do not. */
  readonly expiresAt: number | null;
  /** Limits of this account that differ from the network's. */
  readonly rules: RuleChanges;
  /** The permissions requested in the sign-in; left out when the credentials were entered. */
  readonly scopes?: readonly string[];
}
export type Renewal = Pick<Connection, "credentials" | "expiresAt">;

/** Checks choices whose validity only the network knows. */
export interface LiveOptionRules<Options> {
  /** Whether these options contain such choices. */
  applyTo(options: Options): boolean;
  /** What the network would refuse. Missing values cause no problems. */
  validate(post: PlannedPost<Options>, values: LiveOptions["values"]): readonly OptionProblem[];
}

export interface LiveOptions {
  readonly values: { readonly [key: string]: Json };
  readonly rules: RuleChanges;
}

// ---- what connectors get from outside

export interface ConnectIo {
  readonly call: Call;
  /** Base URL without a trailing slash; the operator's override already applied. */
  endpoint(purpose: string): string;
  now(): number;
  pause(ms: number): Promise<void>;
  /** Aborted when Crier stops or the attempt takes too long. */
  readonly signal: AbortSignal;
  /** Null when the operator has configured none. */
  readonly application: Application | null;
}

export interface Io extends ConnectIo {
  readonly credentials: Credentials;
  /** What `save` last stored for this target, so that a repeated `prepare` resumes instead of starting over. */
  readonly saved: Json;
  save(progress: Json): Promise<void>;
  /**
   * The draft's files, during prepare, commit and settle: some networks need the bytes in the publishing request or after
   * it.
   */
  readonly media: readonly DraftMedia[];
}

// ---- what is published

export interface Draft<Options> {
  /** The same for all attempts, for idempotency keys and record ids. */
  readonly targetId: string;
  /** From 1. A later attempt may follow one that possibly published. */
  readonly attempt: number;
  readonly remoteAccountId: string;
  /** As `words` returned it. */
  readonly text: string;
  /** With the alternative texts that `words` returned. */
  readonly media: readonly DraftMedia[];
  readonly options: Options;
  /** The card of the link that `cardLink` names; null when it could not be fetched. */
  readonly linkCard: LinkCard | null;
}

/** What is known about the attempt that `verify` asks about. */
export interface SentAttempt {
  /** When the publishing request was about to be sent, ms since 1970. */
  readonly sentAt: number;
  /** Remote ids that other targets of this account hold: a listing match must not be one of them (networks/rules.facts.md 4). */
  readonly otherRemoteIds: readonly string[];
}

// ---- outcomes

export type Outcome = Accepted | Processing | Refused | NotSent | Busy | Unknown;
/** Live, with the network's own id. */
export type Accepted = {
  readonly kind: "accepted";
  readonly remoteId: string;
  readonly url: string | null;
  /** What did not work as requested, in one or more sentences for a person. */
  readonly note?: string;
};
/** Accepted and being processed; `settle` asks again after `askAgainMs`. */
export type Processing = { readonly kind: "processing"; readonly receipt: Json; readonly askAgainMs: number };
/** A complete, documented refusal: certainly nothing was published. `detail` is a sentence for a person. */
export type Refused = { readonly kind: "refused"; readonly category: Category; readonly detail: string };
/** No connection was made: certainly nothing was published; worth trying again. */
export type NotSent = { readonly kind: "notSent"; readonly detail: string };
/** The network asks to try again later: certainly nothing was published. */
export type Busy = { readonly kind: "busy"; readonly retryAfterMs: number | null; readonly detail: string };
/** Everything else once the first byte was sent: the post may be live. */
export type Unknown = { readonly kind: "unknown"; readonly detail: string };

export type Finding =
  | {
      readonly kind: "found";
      readonly remoteId: string;
      readonly url: string | null;
      readonly evidence: string;
    }
  | { readonly kind: "absent"; readonly evidence: string }
  | { readonly kind: "inconclusive"; readonly evidence: string };

/** Ends a `prepare`, `login` or `refresh`, which publish nothing and can be repeated. */
export class StepFailedError extends Error {
  override readonly name = "StepFailedError";
  constructor(readonly outcome: Refused | NotSent | Busy) {
    super(outcome.detail);
  }
}

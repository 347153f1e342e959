// The interface that every connector of a social network implements.
import type { Static, TObject } from "@sinclair/typebox";
import type { Call } from "./client/call.ts";
import type { Rules, RuleChanges } from "./rules.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Credentials = Readonly<Record<string, string>>;

/** Who may publish: anybody, whoever registered an application, or only a reviewed application (D37). */
export type Access = "anyone" | "own_app" | "app_review";

/** Why a network said no, in words a program can switch on (D13). */
export type Category = "auth" | "content" | "media" | "rate_limit" | "quota" | "network_down" | "unknown";

export interface Network<Options extends TObject = TObject, Prepared extends Json = Json> {
  /** Stored in the database for ever: never derive it, never rename it. */
  readonly id: string;
  readonly name: string;
  readonly access: Access;
  /** Base URLs by purpose; the operator may override the one called `api` (CRIER_ENDPOINT_<NETWORK>). */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Limits as data: feeds pre-flight, GET /accounts, the app and the documents. */
  readonly rules: Rules;
  /** One schema validates, documents and draws the form. `fit` in it is Crier's own (options.ts), never a connector's. */
  readonly options: Options;
  /** Where posts of several kinds have limits of their own: a reel, a story. Null where a post is a post. */
  readonly kinds: Kinds<Static<Options>> | null;
  readonly connect: Connect;

  /** What limits and schema can't say, such as options that exclude each other. */
  validate(post: PlannedPost<Static<Options>>): readonly OptionProblem[];
  /** What the network itself answers about this account now: values for a form, and limits that differ from `rules`. */
  liveOptions(io: Io): Promise<LiveOptions>;
  /** Where some choices are only right if they are among the values of `liveOptions`. */
  readonly liveOptionRules?: LiveOptionRules<Static<Options>>;
  /**
   * Everything repeatable: uploads, containers, the final request body. The result is JSON, is written to disk
   * before `commit`, and is all that `commit`, `settle` and `verify` get. Throws StepFailedError when it can't go on.
   */
  prepare(draft: Draft<Static<Options>>, io: Io): Promise<Prepared>;
  /** The one request that makes the post public. Sent once; nothing in here may send it again. */
  commit(prepared: Prepared, io: Io): Promise<Outcome>;
  /**
   * Asks a network that answered `processing` how far it is. Publishes nothing; what belongs to a post that is there
   * (its thumbnail, its place in a list) may be set, if setting it again changes nothing.
   */
  settle(prepared: Prepared, receipt: Json, io: Io): Promise<Outcome>;
  /** Asks whether the post exists after an answer was lost. Read-only; `absent` only where the network proves it. */
  verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding>;
}

/**
 * Forgets a connector's private types: what it prepared comes back to it as JSON from disk, and the options were
 * checked against its own schema before. This is the one place where that trust is spelled out.
 */
export function defineNetwork<Options extends TObject, Prepared extends Json>(
  network: Network<Options, Prepared>,
): Network {
  return network;
}

// ---- what a post would be, before anything is sent

/** A post for one account. Options were checked against the schema. */
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
}

export interface Kinds<Options> {
  /** By the word for it: what it is called, and the limits in which it differs from the account's. */
  readonly all: Readonly<Record<string, { readonly title: string; readonly rules: RuleChanges }>>;
  /** The word for what this post would be. */
  of(post: PlannedPost<Options>): string;
}

/** Something about a post that the network would refuse, or that may not do what its author expects. */
export interface OptionProblem {
  /** Stable word, such as `text.hashtags` or `options.privacy_level`. */
  readonly rule: string;
  /** A sentence for a person: what is wrong and what to do. */
  readonly message: string;
  readonly limit: number | string | null;
  readonly actual: number | string | null;
  /** False: nobody has proven that the network refuses it, so it is only warned about. */
  readonly certain: boolean;
}

// ---- connecting

/** How an account is connected: with credentials that are typed, or by signing in at the network, which yields the same. */
export interface Connect {
  /** What is typed, or handed over by a script (`--credentials-stdin`), or comes of a sign-in. */
  readonly fields: readonly ConnectField[];
  /**
   * Checks the fields at the network (D44). @returns the accounts they may act for: one, or several to choose from.
   * Throws StepFailedError with what to do when the network refuses, and when there is none.
   */
  login(fields: Credentials, io: ConnectIo): Promise<readonly Connection[]>;
  /** Sign-in at the network's own page; null where everything is typed. */
  readonly oauth: OAuth | null;
  /**
   * New credentials for ones about to expire; null where they never do. Answers null for credentials that can't be
   * renewed, such as a pasted token. Throws StepFailedError: category `auth` only when the network says that the grant is gone.
   */
  readonly refresh: ((credentials: Credentials, io: ConnectIo) => Promise<Renewal | null>) | null;
  /** Ends the grant at the network when an account is disconnected; null where only the person can. Throws StepFailedError. */
  readonly revoke: ((credentials: Credentials, io: ConnectIo) => Promise<void>) | null;
}

export interface ConnectField {
  /** Also the command line's flag: `--name`, or `--name-stdin` for a secret. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly secret: boolean;
  readonly default: string | null;
  /** May be left out. */
  readonly optional?: boolean;
}

/** Authorization code grant (RFC 6749 4.1), as this network speaks it. */
export interface OAuth {
  /** How an operator gets an application: where to register it, and what to ask for there. */
  readonly application: { readonly url: string; readonly help: string };
  /** Where people agree: a name in `endpoints` and the path below it. */
  readonly authorize: { readonly endpoint: string; readonly path: string };
  readonly scopes: readonly string[];
  /** What separates scopes. */
  readonly scopeSeparator: " " | ",";
  /** What the network calls the application's id. */
  readonly clientIdName: "client_id" | "client_key";
  /** How the challenge is written; null where the network knows no PKCE. */
  readonly pkce: "base64url" | "hex" | null;
  /** Further parameters of the page's address. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Trades the code for the values of `fields`. Throws StepFailedError. */
  exchange(grant: Grant, io: ConnectIo): Promise<Credentials>;
}

/** What came back from the network's page. */
export interface Grant {
  readonly code: string;
  readonly redirectUri: string;
  /** Of PKCE; null where the network knows none. */
  readonly verifier: string | null;
}

/** The operator's application at a network (CRIER_<NETWORK>_CLIENT_ID, _CLIENT_SECRET and _SCOPES). */
export interface Application {
  readonly id: string;
  readonly secret: string;
  /** What is asked for when people sign in, where it is not the network's list: what the application may ask for differs. */
  readonly scopes?: readonly string[];
}

/** An account as the network knows it, with what is needed to act for it. */
export interface Connection {
  readonly remoteId: string;
  /** Host of the server it lives on, where the network has many; null where the network is one. */
  readonly server: string | null;
  readonly handle: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly profileUrl: string | null;
  readonly credentials: Credentials;
  /** When the credentials stop working, ms since 1970; null when they don't. */
  readonly expiresAt: number | null;
  /** Limits of this very account that differ from the network's rules. */
  readonly rules: RuleChanges;
}
export type Renewal = Pick<Connection, "credentials" | "expiresAt">;

/** Choices of which only the network knows whether an account has them now. */
export interface LiveOptionRules<Options> {
  /** Whether these options have any. */
  applyTo(options: Options): boolean;
  /** What the network would refuse. What the values don't say is not held against a post. */
  validate(post: PlannedPost<Options>, values: LiveOptions["values"]): readonly OptionProblem[];
}

export interface LiveOptions {
  readonly values: { readonly [key: string]: Json };
  readonly rules: RuleChanges;
}

// ---- the outside world, handed in

export interface ConnectIo {
  readonly call: Call;
  /** Base URL without a trailing slash; the operator's override already applied. */
  endpoint(purpose: string): string;
  now(): number;
  pause(ms: number): Promise<void>;
  /** Ends when the appliance stops or the attempt has taken too long. */
  readonly signal: AbortSignal;
  /** Null when the operator has named none. */
  readonly application: Application | null;
}

export interface Io extends ConnectIo {
  readonly credentials: Credentials;
  /** What `save` last kept for this target, so that a repeated `prepare` resumes instead of starting over. */
  readonly saved: Json;
  save(progress: Json): Promise<void>;
  /**
   * The draft's files, while it is prepared, committed and settled: some networks take the bytes with the publishing
   * request, or something of them after it.
   */
  readonly media: readonly DraftMedia[];
}

// ---- what is published

export interface Draft<Options> {
  /** Stable over all attempts: the seed of idempotency keys and record ids. */
  readonly targetId: string;
  /** From 1. A later one may follow an attempt of which nobody knows for certain that it published nothing. */
  readonly attempt: number;
  readonly remoteAccountId: string;
  readonly text: string;
  readonly media: readonly DraftMedia[];
  readonly options: Options;
}

/** A file as this network takes it: already adapted to its rules. */
export interface DraftMedia {
  readonly id: string;
  readonly kind: "image" | "video";
  readonly mime: string;
  readonly filename: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly altText: string | null;
  /** The whole file, or the part from `start` up to (not including) `end`, in bytes. */
  bytes(start?: number, end?: number): Promise<Uint8Array>;
  /** Where the network can fetch it by itself, for a day, if this appliance can be reached from the internet. */
  publicUrl(): string;
}

/** What is known about the attempt that `verify` asks about. */
export interface SentAttempt {
  /** When the publishing request was about to leave, ms since 1970. */
  readonly sentAt: number;
  /** Remote ids that other targets of this account hold: a listing match must not be one of them (networks/rules.facts.md 4). */
  readonly otherRemoteIds: readonly string[];
}

// ---- what came of it

export type Outcome = Accepted | Processing | Refused | NotSent | Busy | Unknown;
/** Live, with the network's own id. */
export type Accepted = {
  readonly kind: "accepted";
  readonly remoteId: string;
  readonly url: string | null;
  /** Where it is not all that was asked for: one or more sentences for a person. */
  readonly note?: string;
};
/** Taken; `settle` asks again after `askAgainMs`. */
export type Processing = { readonly kind: "processing"; readonly receipt: Json; readonly askAgainMs: number };
/** A complete, documented no: certainly nothing was published. `detail` is a sentence for a person. */
export type Refused = { readonly kind: "refused"; readonly category: Category; readonly detail: string };
/** No connection was made: certainly nothing was published; worth trying again. */
export type NotSent = { readonly kind: "notSent"; readonly detail: string };
/** The network asks to come back later: certainly nothing was published. */
export type Busy = { readonly kind: "busy"; readonly retryAfterMs: number | null; readonly detail: string };
/** Everything else once the first byte left: it may be live. */
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

/** Ends a `prepare`, `login` or `refresh`: nothing public is at stake there, so an exception keeps the steps readable. */
export class StepFailedError extends Error {
  override readonly name = "StepFailedError";
  constructor(readonly outcome: Refused | NotSent | Busy) {
    super(outcome.detail);
  }
}

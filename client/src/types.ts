// Names for the types of the API that programs use most.
import type { Client, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from "openapi-fetch";
import type { components, paths, webhooks } from "./schema.ts";

type Schemas = components["schemas"];
export type Account = Schemas["Account"];
export type Media = Schemas["Media"];
/** What a post is created from. */
export type NewPost = Schemas["NewPost"];
export type Post = Schemas["Post"];
type PostRow = Schemas["PostRow"];
/** How the server describes an error. */
export type Problem = Schemas["Problem"];
/** What happened to a post on one account. */
export type Target = Schemas["Target"];

/** The body of a message that a webhook sends; `type` says what `data` is. */
export type WebhookMessage = {
  [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];

export type Method = "get" | "put" | "post" | "patch" | "delete";
export type PathOf<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;
/** Parameters and body of a request. */
type Init<M extends Method, Path extends PathOf<M>> = MaybeOptionalInit<paths[Path], M>;
/** What an operation answers when it worked. */
export type Answer<M extends Method, Path extends PathOf<M>> = MethodResponse<Client<paths>, M, Path>;

/**
 * Calls an operation. @returns the body of the answer
 * @throws CrierError when the server refuses, TypeError when it can't be reached
 */
export type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...init: undefined extends Init<M, Path> ? [init?: Init<M, Path>] : [init: Init<M, Path>]
) => Promise<Answer<M, Path>>;

/** Lists that come in pages. */
export type ListPath = {
  [Path in PathOf<"get">]: Answer<"get", Path> extends { nextCursor: string | null } ? Path : never;
}[PathOf<"get">];

/** Filters of a list. */
export type Filters<Path extends ListPath> = NonNullable<paths[Path]["get"]["parameters"]["query"]>;

/** One page of a list; only with `view: "light"` posts come as rows. */
export type Page<Path extends ListPath, Given> = Path extends "/posts"
  ? Extract<Answer<"get", "/posts">, { posts: (Given extends { view: "light" } ? PostRow : Post)[] }>
  : Answer<"get", Path>;

// A typed client for the API of Crier.
export { createClient } from "./client.ts";
export type { ClientOptions, CreateOptions, Crier } from "./client.ts";
export { CrierError, SignatureError } from "./errors.ts";
export type { components, operations, paths, webhooks } from "./schema.ts";
export type { WaitOptions } from "./settled.ts";
export type { Account, Media, NewPost, Post, Problem, Target, WebhookMessage } from "./types.ts";
export type { UploadOptions } from "./upload.ts";
export { verifyWebhook } from "./webhook.ts";
export type { MessageHeaders } from "./webhook.ts";

// An address at which a bucket takes one object, once signed: exactly so many bytes of exactly this type, for a while
// (AWS Signature Version 4). Bun's own presign() signs neither type nor length, so that anything could be sent there.
import { createHash, createHmac } from "node:crypto";
import type { BucketPlace } from "./s3-errors.ts";

export interface BucketSettings extends BucketPlace {
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface Expected {
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  /** ms since 1970. */
  readonly now: number;
  readonly expiresAt: number;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

/**
 * The URL of a PUT. Its Content-Type and Content-Length must be as expected, or the storage refuses it.
 * @param object the whole key
 */
export function putAddress(settings: BucketSettings, object: string, expected: Expected): string {
  const { endpoint, region, bucket, accessKey, secretKey } = settings;
  const moment = new Date(expected.now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const day = moment.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const url = new URL(`${endpoint}/${bucket}/${object}`);
  const headers = [`content-length:${expected.size}`, `content-type:${expected.mime}`, `host:${url.host}`];
  const signed = "content-length;content-type;host";
  const query = [
    ["X-Amz-Algorithm", ALGORITHM],
    ["X-Amz-Credential", `${accessKey}/${scope}`],
    ["X-Amz-Date", moment],
    ["X-Amz-Expires", String(Math.ceil((expected.expiresAt - expected.now) / 1000))],
    ["X-Amz-SignedHeaders", signed],
  ]
    .map(([name = "", value = ""]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const request = ["PUT", url.pathname, query, ...headers, "", signed, "UNSIGNED-PAYLOAD"].join("\n");
  const digest = createHash("sha256").update(request).digest("hex");
  const key = [day, region, "s3", "aws4_request"].reduce(hmac, Buffer.from(`AWS4${secretKey}`));
  const signature = hmac(key, [ALGORITHM, moment, scope, digest].join("\n")).toString("hex");
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${signature}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

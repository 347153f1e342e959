// Explains S3 errors: to the operator what to do, to everyone else that it may work later.
import { Problem, codeOf } from "../../errors.ts";

/** Where a bucket is; nothing of it is secret. */
export interface BucketPlace {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Begins the name of every object; without slashes at its ends. */
  readonly prefix: string;
}

export interface BucketError {
  /** The storage's own word, or Bun's. */
  readonly code: string;
  /** Ends the sentence "The media storage can't be used: …". */
  readonly found: string;
  /** For the operator. */
  readonly todo: string;
  /** It may be gone when the same is asked again. */
  readonly isPassing: boolean;
}

type Words = (place: BucketPlace) => readonly [found: string, todo: string];

const NO_BUCKET: Words = ({ bucket, endpoint }) => [
  `no bucket ${bucket} at ${endpoint}`,
  "Create the bucket, or correct CRIER_S3_BUCKET.",
];
const OTHER_REGION: Words = ({ bucket, region }) => [
  `the bucket ${bucket} is not in the region ${region}`,
  "Set CRIER_S3_REGION to the bucket's region, and CRIER_S3_ENDPOINT to match.",
];
const FORBIDDEN: Words = ({ bucket }) => [
  `the key may not do this in the bucket ${bucket}`,
  "Allow the key to list the bucket, and to get, put and delete objects in it.",
];
const CLOCKS: Words = () => [
  "this machine's clock and the storage's differ too much",
  "Set this machine's clock (NTP).",
];

/** Our own code for a storage that sends the whole of a file where a part was asked for. */
export const RANGE_IGNORED = "RangeIgnored";

const LASTING: Readonly<Record<string, Words>> = {
  NoSuchBucket: NO_BUCKET,
  InvalidBucketName: NO_BUCKET,
  InvalidAccessKeyId: () => ["the access key is not known there", "Correct CRIER_S3_ACCESS_KEY."],
  SignatureDoesNotMatch: () => [
    "the keys do not fit",
    "Correct CRIER_S3_SECRET_KEY or CRIER_S3_ACCESS_KEY; they belong together.",
  ],
  AccessDenied: FORBIDDEN,
  AllAccessDisabled: FORBIDDEN,
  AuthorizationHeaderMalformed: OTHER_REGION,
  PermanentRedirect: OTHER_REGION,
  IllegalLocationConstraintException: OTHER_REGION,
  RequestTimeTooSkewed: CLOCKS,
  RequestExpired: CLOCKS,
  [RANGE_IGNORED]: ({ endpoint }) => [
    `${endpoint} sends whole files where a part is asked for`,
    "Use a storage that reads the Range header, or look at what stands between it and Crier.",
  ],
};
const PASSING: Readonly<Record<string, Words>> = {
  ConnectionRefused: ({ endpoint }) => [
    `nothing listens at ${endpoint}`,
    "Start the storage, or correct CRIER_S3_ENDPOINT.",
  ],
  DNSResolveFailed: ({ endpoint }) => [
    `the name in ${endpoint} leads nowhere`,
    "Correct CRIER_S3_ENDPOINT, or look at this machine's DNS.",
  ],
};
const SILENT: Words = ({ endpoint }) => [`${endpoint} does not answer as it should`, "Look at the storage."];

export function bucketFault(error: unknown, place: BucketPlace): BucketError {
  const code = codeOf(error);
  const lasting = LASTING[code];
  const [found, todo] = (lasting ?? PASSING[code] ?? SILENT)(place);
  return { code, found: lasting || !code ? found : `${found} (${code})`, todo, isPassing: !lasting };
}

/** A Problem stays as it is. */
export function storageProblem(cause: unknown, place: BucketPlace): Problem {
  if (cause instanceof Problem) return cause;
  const { found } = bucketFault(cause, place);
  return new Problem("storage_unavailable", `The media storage is unavailable: ${found}.`, {}, { cause });
}

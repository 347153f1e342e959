// What a media process is asked to do, and what it answers.
import type { Code } from "../../errors.ts";
import type { TargetFormat } from "../../domain/target-format.ts";
import type { Cut } from "../convert/cut-image.ts";
import type { ImageFacts } from "../probe/image.ts";
import type { Mime } from "../probe/sniff.ts";
import type { VideoFacts } from "../probe/video-facts.ts";

/** A file, by its absolute path. */
interface File {
  readonly path: string;
  readonly mime: string;
}

export interface ReadTask extends File {
  readonly kind: "read";
  readonly mime: Mime;
}

/** Makes an image from another one and writes it to `out`, an absolute path. */
export type ImageTask = { readonly out: string } & ImageRequest;
export type ImageRequest = ConvertRequest | CutRequest | ShrinkRequest;

/** See `convertImage`. */
interface ConvertRequest extends File {
  readonly kind: "convert";
  readonly targetFormat: TargetFormat;
}
/** See `cutImage`. */
interface CutRequest extends File {
  readonly kind: "cut";
  readonly cut: Cut;
}
/** See `shrinkImage`. */
interface ShrinkRequest extends Omit<File, "mime"> {
  readonly kind: "shrink";
  /** Most px, of width and height. */
  readonly side: number;
  readonly quality: number;
}

/** Of the image in `out`. */
export interface ImageResult {
  readonly mime: string;
  /** px as displayed. */
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

export type Task = ReadTask | ImageTask;
export type Result<T extends Task> = T extends ReadTask ? ImageFacts | VideoFacts : ImageResult;

/** A line of JSON. */
export type Answer = Outcome & {
  /** Processor time that the process has used since it began. */
  readonly cpuMs: number;
  /** Memory that it uses. */
  readonly residentBytes: number;
};
type Outcome =
  | { readonly result: Result<Task> }
  | { readonly problem: { readonly code: Code; readonly detail: string; readonly cause: string | null } }
  /** `final`: another try would end the same way. */
  | { readonly fault: string; readonly final: boolean };

// The web app as it is served: one page, and the files that it loads.

export interface WebApp {
  readonly page: WebFile;
  /** By name, without a folder. */
  readonly files: ReadonlyMap<string, WebFile>;
}

export interface WebFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Null where compression saves nothing. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;
  /** In quotes, as in the header `ETag`. */
  readonly etag: string;
}

// Reads a file in pieces, from disk or bucket: in constant memory, and each piece can be read again.

/** Bytes from `start` up to (not including) `end`. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

const PIECE_BYTES = 4 << 20;

/** From `start` up to (not including) `end`, in order. Throws what `read` throws, and when it gives what it must not. */
export async function* pieces(read: ReadRange, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const to = Math.min(at + PIECE_BYTES, end);
    const piece = await read(at, to);
    if (piece.byteLength === 0 || piece.byteLength > to - at)
      throw new Error(`${piece.byteLength} bytes came instead of ${to - at}`);
    yield piece;
    at += piece.byteLength;
  }
}

/** Read only as fast as it is taken. */
export function streamOf(source: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}

// Reads one live stream, and notes when each event of a journal arrived.

export interface Arrival {
  readonly seq: number;
  /** ms since 1970. */
  readonly at: number;
}

export interface Reader {
  readonly arrivals: readonly Arrival[];
  close(): void;
}

/** Resolves when the stream has begun. */
export async function openReader({ url, cookie }: { url: string; cookie: string }): Promise<Reader> {
  const aborted = new AbortController();
  const answer = await fetch(url, { headers: { cookie }, signal: aborted.signal });
  if (answer.status !== 200) throw new Error(`a stream answers ${answer.status}`);
  const arrivals: Arrival[] = [];
  void read().catch(() => {});
  return { arrivals, close: () => aborted.abort() };

  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of answer.body ?? []) {
      const at = Date.now();
      text += decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf("\n\n") + 1;
      for (const [, seq] of text.slice(0, end).matchAll(/^event: journal\ndata: .*"seq":(\d+)/gm))
        arrivals.push({ seq: Number(seq), at });
      text = text.slice(end);
    }
  }
}

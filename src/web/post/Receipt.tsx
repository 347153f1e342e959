// The signed receipt of a settled post, to copy or to download, and what it proves.
import { useState } from "react";
import { call, v1 } from "../api.ts";
import { download } from "../download.ts";
import { Button } from "../parts/Button.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { postWords as words } from "../words/post.ts";
import type { PostRecord } from "./queries.ts";

/** An answer that is still missing may yet come; there is a receipt all the same. */
const SETTLED: readonly PostRecord["status"][] = ["posted", "failed", "partial", "uncertain"];

export function Receipt({ post: { id, status } }: { readonly post: PostRecord }) {
  const { id: profileId } = useProfile();
  const notice = useNotice();
  const [doing, setDoing] = useState<"copy" | "download" | null>(null);
  const [error, setError] = useState<unknown>(null);
  if (!SETTLED.includes(status)) return null;
  const get = async () => (await call(() => v1(profileId).posts({ id }).receipt.get())).receipt;
  const act = async (name: "copy" | "download", use: (receipt: Promise<string>) => Promise<void>) => {
    setError(null);
    setDoing(name);
    const receipt = get();
    try {
      await use(receipt);
      notice({ text: words.receiptDid[name] });
    } catch {
      const refusal = await receipt.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (refusal === null) notice({ text: words.receiptCantCopy, tone: "bad" });
      else setError(refusal);
    } finally {
      setDoing(null);
    }
  };
  return (
    <section className="receipt" aria-labelledby="receipt">
      <h2 id="receipt">{words.receipt}</h2>
      <p className="small">
        {words.receiptMore} <a href="/docs/receipts">{words.receiptProof}</a>
      </p>
      {error !== null && <ErrorBox error={error} />}
      <div className="row">
        <Button
          isPending={doing !== null}
          onPress={() => void act("download", (receipt) => save(receipt, id))}
        >
          {words.receiptDownload}
        </Button>
        <Button isPending={doing !== null} onPress={() => void act("copy", copy)}>
          {words.receiptCopy}
        </Button>
      </div>
    </section>
  );
}

/** The text is handed over before it is there: some browsers let a page copy only within a click. */
async function copy(receipt: Promise<string>): Promise<void> {
  const text = receipt.then((value) => new Blob([value], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
}

async function save(receipt: Promise<string>, id: string): Promise<void> {
  download(new Blob([`${await receipt}\n`], { type: "application/secevent+jwt" }), `receipt-${id}.jwt`);
}

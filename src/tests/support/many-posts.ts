// A data folder with very many posts, written straight into its tables: by way of Crier itself it would take an hour.
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";
import { account, bytes, entry, PROFILE, profile } from "../store/records.ts";

const EVENTS = ["queued", "preparing", "committing", "posted"];

/** @param folder has no store yet */
export async function makePosts(folder: string, count: number): Promise<void> {
  {
    await using store = await storeFiles.open(folder);
    await store.profiles.create(profile, [], entry);
    await store.accounts.connect(
      account,
      () => bytes(2),
      () => entry,
    );
  }
  using db = new Database(join(folder, storeFiles.databaseFile), { strict: true });
  db.run("PRAGMA synchronous = OFF");
  const start = 1_700_000_000_000;
  const post = db.query(
    `INSERT INTO post (id, profile_id, accounts, schedule, created_at, updated_at, published_at, status)
     VALUES ($id, '${PROFILE}', '[]', 'now', $at, $at, $at, 'posted')`,
  );
  const content = db.query(
    "INSERT INTO post_content (post_id, kind, key, position, value) VALUES ($id, 'text', '', 0, $caption)",
  );
  const target = db.query(
    `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, attempt,
       remote_id, url, published_at, state_at)
     VALUES ($target, $id, 0, '${account.id}', 'bluesky', 'ok', 0, 'posted', 1, $id, $url, $at, $at)`,
  );
  const attempt = db.query(
    `INSERT INTO attempt (target_id, n, started_at, sent_at, prepared, fingerprint, receipt, settled_at, outcome)
     VALUES ($target, 1, $at, $at, $prepared, 'f', $prepared, $at, 'posted')`,
  );
  const event = db.query(
    `INSERT INTO event (post_id, target_id, attempt, kind, detail, at) VALUES ($id, $target, 1, $kind, 'It happened', $at)`,
  );
  db.transaction(() => {
    for (let n = 0; n < count; n++) {
      const [id, own] = [idOf(n, 7), idOf(n, 8)];
      const at = start + n;
      const caption = `Number ${n} of the harbour's news: ${WORDS[n % WORDS.length]} and ${WORDS[(n * 7) % WORDS.length]}`;
      const prepared = JSON.stringify({
        text: caption,
        langs: ["en"],
        createdAt: new Date(at).toISOString(),
      });
      post.run({ id, at });
      content.run({ id, caption });
      target.run({ target: own, id, at, url: `https://example.org/${id}` });
      attempt.run({ target: own, prepared, at });
      for (const kind of EVENTS) event.run({ id, target: own, kind, at });
    }
  })();
}

const idOf = (n: number, kind: number) => `019aa4c0-0000-${kind}000-8000-${String(n).padStart(12, "0")}`;
const WORDS =
  "ships weather market ferry fog lighthouse crane tide gull anchor pier storm harvest rope".split(" ");

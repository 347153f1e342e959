// How a program uses a key, in several languages. Tests run the first three as they stand here.

export interface SnippetFacts {
  /** Of this Crier, such as https://crier.example. */
  readonly origin: string;
  readonly key: string;
  /** How the example post goes out; null: the key can't post. */
  readonly schedule: "draft" | "now" | null;
}

interface Snippet {
  readonly name: string;
  readonly code: (facts: SnippetFacts) => string;
}

const bodyOf = (schedule: string) => `{"caption": "Hello from my program", "schedule": "${schedule}"}`;

const CURL: Snippet = {
  name: "curl",
  code: ({ origin, key, schedule }) =>
    schedule === null
      ? `curl -sS ${origin}/v1/accounts \\
  -H "Authorization: Bearer ${key}"`
      : `curl -sS ${origin}/v1/posts \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${bodyOf(schedule)}'`,
};

const TYPESCRIPT: Snippet = {
  name: "TypeScript",
  code: ({ origin, key, schedule }) =>
    schedule === null
      ? `const answer = await fetch("${origin}/v1/accounts", {
  headers: { authorization: "Bearer ${key}" },
});
console.log(answer.status, await answer.json());`
      : `const answer = await fetch("${origin}/v1/posts", {
  method: "POST",
  headers: {
    authorization: "Bearer ${key}",
    "content-type": "application/json",
    // Send the same one when you repeat the same post: then it is made only once.
    "idempotency-key": crypto.randomUUID(),
  },
  body: JSON.stringify({ caption: "Hello from my program", schedule: "${schedule}" }),
});
console.log(answer.status, await answer.json());`,
};

const PYTHON: Snippet = {
  name: "Python",
  code: ({ origin, key, schedule }) =>
    schedule === null
      ? `import json, urllib.request

request = urllib.request.Request("${origin}/v1/accounts", headers={"Authorization": "Bearer ${key}"})
with urllib.request.urlopen(request) as answer:
    print(answer.status, json.load(answer))`
      : `import json, urllib.request, uuid

request = urllib.request.Request(
    "${origin}/v1/posts",
    data=json.dumps({"caption": "Hello from my program", "schedule": "${schedule}"}).encode(),
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
        # Send the same one when you repeat the same post: then it is made only once.
        "Idempotency-Key": str(uuid.uuid4()),
    },
)
with urllib.request.urlopen(request) as answer:
    print(answer.status, json.load(answer))`,
};

const GITHUB: Snippet = {
  name: "GitHub Action",
  code: ({ origin, key, schedule }) => {
    const ask =
      schedule === null
        ? `${origin}/v1/accounts`
        : `${origin}/v1/posts \\
      -H "Content-Type: application/json" \\
      -H "Idempotency-Key: run-\${{ github.run_id }}" \\
      -d '${bodyOf(schedule)}'`;
    return `# Before: in the repository's settings, add the secret CRIER_KEY with the value
# ${key}
- name: Post with Crier
  env:
    CRIER_KEY: \${{ secrets.CRIER_KEY }}
  run: |
    curl -sS --fail-with-body ${ask} \\
      -H "Authorization: Bearer $CRIER_KEY"`;
  },
};

/** A node to be pasted onto n8n's canvas. */
const N8N: Snippet = {
  name: "n8n",
  code: ({ origin, key, schedule }) => {
    const headers = [{ name: "Authorization", value: `Bearer ${key}` }];
    const parameters = {
      method: schedule === null ? "GET" : "POST",
      url: `${origin}/v1/${schedule === null ? "accounts" : "posts"}`,
      sendHeaders: true,
      headerParameters: { parameters: headers },
      ...(schedule !== null && { sendBody: true, specifyBody: "json", jsonBody: bodyOf(schedule) }),
      options: {},
    };
    const type = "n8n-nodes-base.httpRequest";
    const node = { name: "Crier", type, typeVersion: 4.2, position: [0, 0], parameters };
    return JSON.stringify({ nodes: [node], connections: {} }, null, 2);
  },
};

export const KEY_SNIPPETS: readonly Snippet[] = [CURL, TYPESCRIPT, PYTHON, GITHUB, N8N];

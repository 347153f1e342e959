// Tests that the API documents describe what the server does and need no other host.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { openapi } from "../../api/openapi/document.ts";
import { OPERATION_EXAMPLES } from "../../api/openapi/examples.ts";
import type { Document, Operation } from "../../api/openapi/shape.ts";
import { CODES } from "../../errors.ts";
import { openContract } from "../support/openapi-check.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
let source: string;
let document: Document;
beforeAll(async () => {
  world = await openWorld();
  const answer = await fetch(`${world.url}/v1/openapi.json`);
  source = await answer.text();
  document = JSON.parse(source) as Document;
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const operations = (): (Operation & { method: string; path: string })[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );

describe("/v1/openapi.json", () => {
  test("is OpenAPI 3.1 without a fault", async () => {
    // Components hold an example of every code, also of those that no operation of /v1 answers.
    const config = await createConfig({
      extends: ["recommended"],
      rules: { "no-unused-components": "off" },
    });
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  test("has the contract's operation ids, at their places", () => {
    const known = Object.fromEntries(
      operations().map(({ operationId, method, path }) => [operationId, `${method.toUpperCase()} ${path}`]),
    );
    for (const [id, place] of Object.entries(known)) expect(CONTRACT[id] ?? place).toBe(place);
    expect(Object.keys(known)).toContain("createPost");
    expect(new Set(Object.keys(known)).size).toBe(operations().length);
  });

  test("every operation has an example, and each fits its schema", () => {
    const contract = openContract(document);
    for (const { operationId, method, path, responses, requestBody } of operations()) {
      const example = OPERATION_EXAMPLES[operationId];
      if (!example) throw new Error(`examples.ts has none for ${operationId}`);
      const status = Number(Object.keys(responses).find((each) => Number(each) < 400));
      const at = { method, path: path.replace(/\{\w+\}/g, "x"), status, type: "application/json" };
      contract.hold({ ...at, json: example.response });
      expect(requestBody?.content["application/json"] === undefined).toBe(example.request === undefined);
    }
    expect(Object.keys(OPERATION_EXAMPLES).toSorted()).toEqual(
      operations()
        .map(({ operationId }) => operationId)
        .toSorted(),
    );
  });

  test("the example requests are taken as valid", async () => {
    for (const { operationId, method, path } of operations()) {
      const { request, params } = OPERATION_EXAMPLES[operationId] ?? { request: undefined };
      if (request === undefined) continue;
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? "");
      const { json } = await world.ask(method.toUpperCase(), filled, request);
      expect(["invalid_request", "invalid_json"]).not.toContain(String(json["code"]));
    }
  });

  test("every code has an example that fits the schema", () => {
    const contract = openContract(document);
    const examples = document.components["examples"] as Record<string, { value: { status: number } }>;
    expect(Object.keys(examples)).toEqual(Object.keys(CODES));
    for (const { value } of Object.values(examples).filter(({ value }) => [404, 405].includes(value.status)))
      contract.hold({ method: "GET", path: "/no/where/at/all", status: value.status, type: "", json: value });
  });

  test("needs no key, and a wrong one does no harm", async () => {
    for (const authorization of ["", "Bearer x"]) {
      const answer = await fetch(`${world.url}/v1/openapi.json`, { headers: { authorization } });
      expect(answer.status).toBe(200);
    }
  });

  test("a route that does not say what it is stops the document", async () => {
    const about = { prefix: "/v1", title: "", description: "", version: "", baseUrl: "", tags: {} };
    const routes = [{ method: "GET", path: "/v1/secret", hooks: {} }];
    await expect(
      openapi(routes, { ...about, securitySchemes: {}, security: [], undeclared: "refuse" }),
    ).rejects.toThrow("/v1/secret");
  });
});

describe("/admin/openapi.json", () => {
  test("documents what a route's own settings tell, until the route says more", async () => {
    const about = {
      prefix: "/admin",
      title: "",
      description: "",
      version: "",
      baseUrl: "http://x",
      tags: {},
    };
    const params = Type.Object({ id: Type.String() });
    const routes = [{ method: "DELETE", path: "/admin/keys/:id", hooks: { params } }];
    const made = await openapi(routes, { ...about, securitySchemes: {}, security: [], undeclared: "derive" });
    expect(made.servers).toEqual([{ url: "http://x/admin" }]);
    expect(made.paths["/keys/{id}"]?.["delete"]).toMatchObject({
      operationId: "deleteAdminKeysId",
      tags: ["keys"],
      parameters: [{ name: "id", in: "path", required: true }],
    });
  });

  test("is served", async () => {
    const answer = await fetch(`${world.url}/admin/openapi.json`);
    expect(await answer.json()).toMatchObject({ openapi: "3.1.1" });
  });
});

describe("the check of every answer", () => {
  const post = () => structuredClone(OPERATION_EXAMPLES["getPost"]?.response) as Record<string, unknown>;
  const hold = (status: number, json: unknown, type = "application/json") =>
    openContract(document).hold({ method: "GET", path: "/posts/x", status, type, json });
  const problem = { type: "http://x/y", title: "", status: 404, detail: "", instance: "", code: "not_found" };

  test("lets a right one pass", () => {
    hold(200, post());
    hold(404, problem, "application/problem+json");
  });
  test.each([
    ["a field that nobody documented", () => hold(200, { ...post(), secret: 1 })],
    ["one that is missing", () => hold(200, { ...post(), id: undefined })],
    ["a time that is none", () => hold(200, { ...post(), createdAt: "yesterday" })],
    ["a status that nobody documented", () => hold(418, {})],
    [
      "a code that this operation does not have",
      () => {
        hold(404, { ...problem, code: "unknown_media" }, "application/problem+json");
      },
    ],
    [
      "a member of a problem that nobody documented",
      () => {
        hold(404, { ...problem, stack: "at x" }, "application/problem+json");
      },
    ],
    ["a problem that is not called one", () => hold(404, problem)],
  ])("%s throws", (_, act) => {
    expect(act).toThrow();
  });
});

describe("pages", () => {
  test("each operation and each code is there to be read", async () => {
    const reference = await (await fetch(`${world.url}/docs/api`)).text();
    const missing = operations().filter(
      ({ operationId, method, path }) =>
        !reference.includes(`id="${operationId}"`) ||
        !reference.includes(`<a href="#${operationId}"><b>${method.toUpperCase()}</b> ${path}</a>`),
    );
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
    const errors = await (await fetch(`${world.url}/docs/errors`)).text();
    expect(Object.keys(CODES).filter((code) => !errors.includes(`/docs/errors/${code}`))).toEqual([]);
    const headings = [...errors.matchAll(/scope="rowgroup">Status (\d+)</g)].map(([, status]) =>
      Number(status),
    );
    const statuses = new Set(Object.values(CODES).map(({ status }) => status));
    expect(headings).toEqual([...statuses].toSorted((a, b) => a - b));
  });

  test("an unknown code is a problem, not a page", async () => {
    const answer = await fetch(`${world.url}/docs/errors/__proto__`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });
});

/** From the contract, section 4. */
const CONTRACT: Readonly<Record<string, string>> = {
  listAccounts: "GET /accounts",
  getProviderOptions: "GET /accounts/{id}/options",
  listPosts: "GET /posts",
  createPost: "POST /posts",
  getPost: "GET /posts/{id}",
  retryFailedTargets: "POST /posts/{id}/retry",
  cancelPost: "POST /posts/{id}/cancel",
  reconcileUncertainDelivery: "POST /posts/{id}/reconcile",
  prepareMediaUpload: "POST /media/presign",
  completeMediaUpload: "POST /media/complete",
  uploadMedia: "POST /media",
};

test("the admin document names the cookie that a sign-in sets", async () => {
  const answer = await fetch(`${world.url}/admin/openapi.json`);
  expect(await answer.json()).toMatchObject({
    components: { securitySchemes: { session: { name: "crier" } } },
  });
});

test("a page that was written already is the same to the next reader", async () => {
  for (const path of ["/docs", "/docs/api", "/docs/admin", "/docs/delivery", "/docs/errors"]) {
    const [first, second] = [await fetch(`${world.url}${path}`), await fetch(`${world.url}${path}`)];
    expect((await second.text()) === (await first.text())).toBe(true);
    const names = ["content-type", "content-security-policy", "x-content-type-options"];
    for (const name of names) expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  }
});

// Runs the store's contract over PostgreSQL, where the machine has it.
import { afterAll, beforeAll, describe } from "bun:test";
import { openPostgresStore } from "../../store/postgres/index.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { storeContract } from "./contract/index.ts";

describe.skipIf(postgresPrograms === null)("on a server of its own", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  storeContract("PostgreSQL", async () => {
    const url = await server.emptyDatabase();
    const open = (name: string) => openPostgresStore({ url, name, sessions: 10 });
    const [store, other] = [await open("store"), await open("other")];
    for (const each of [store, other]) await each.nodes.join("test");
    return {
      ...{ store, other },
      async [Symbol.asyncDispose]() {
        await store[Symbol.asyncDispose]();
        await other[Symbol.asyncDispose]();
      },
    };
  });
});

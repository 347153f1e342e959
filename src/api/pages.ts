// What the appliance answers beside its API: whether it lives, and what was published in simulation.
import { Elysia } from "elysia";
import { Problem } from "../errors.ts";

export interface PagesDeps {
  /** Throws when the appliance can't do its work now. */
  readonly ready: () => Promise<void>;
  /** What was published to simulated networks: a page, and the files it shows. */
  readonly simulator: {
    page(): string;
    file(network: string, id: string): { bytes: Uint8Array<ArrayBuffer>; mime: string } | undefined;
  };
}

const html = { "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff" };
const plain = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };

export const pageRoutes = (deps: PagesDeps) =>
  new Elysia()
    .get(
      "/",
      () =>
        new Response("Crier is here. The API is under /v1; see the README for a first post.\n", {
          headers: plain,
        }),
    )
    .get("/livez", () => new Response("ok\n", { headers: plain }))
    .get("/readyz", async () => {
      await deps.ready();
      return new Response("ok\n", { headers: plain });
    })
    .get("/simulator", () => new Response(deps.simulator.page(), { headers: html }))
    .get("/simulator/media/:network/:id", ({ params }) => {
      const file = deps.simulator.file(params.network, params.id);
      if (!file) throw new Problem("not_found", "There is no such file.");
      return new Response(file.bytes, {
        headers: { "content-type": file.mime, "x-content-type-options": "nosniff" },
      });
    });

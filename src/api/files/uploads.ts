// PUT and HEAD of a signed upload URL: the only route that accepts large bodies, and the only one without a key (D31).
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import type { Signer } from "../../media/signed-address.ts";
import type { Upload } from "../../domain/upload.ts";
import type { Uploads } from "../../media/upload/index.ts";

export interface UploadDeps {
  readonly uploads: Pick<Uploads, "receive" | "look">;
  readonly signer: Signer;
}

export const uploadRoutes = (deps: UploadDeps) =>
  new Elysia({ prefix: "/uploads" })
    .put(
      "/:id",
      async ({ request, params: { id } }) => {
        permit(request, id, deps.signer);
        const { headers, body } = request;
        const length = headers.get("content-length");
        const sent = {
          type: headers.get("content-type") ?? "",
          length: length === null ? null : Number(length),
          range: headers.get("content-range"),
          body,
        };
        return stands(await deps.uploads.receive(id, sent), 204);
      },
      { parse: "none" },
    )
    .head("/:id", async ({ request, params: { id } }) => {
      permit(request, id, deps.signer);
      return stands(await deps.uploads.look(id), 200);
    });

/** @throws Problem credential_on_upload, upload_url_invalid or upload_expired */
function permit(request: Request, id: string, signer: Signer): void {
  // Only that it is there is looked at: a key that was sent here by mistake goes no further than this line.
  if (request.headers.has("authorization")) {
    throw new Problem(
      "credential_on_upload",
      "Upload URLs need no API key. Send the request again without the Authorization header.",
    );
  }
  switch (signer.check("upload", id, new URL(request.url).searchParams)) {
    case "valid":
      return;
    case "expired":
      throw new Problem("upload_expired", "This upload URL has expired. Prepare the upload again.");
    case "invalid":
      throw new Problem("upload_url_invalid", "This is not a valid upload URL.");
  }
}

/** How an upload stands, as headers: what is kept, and of how much. */
function stands({ received, size }: Upload, status: number): Response {
  const headers = {
    "upload-offset": String(received),
    "upload-length": String(size),
    "cache-control": "no-store",
  };
  return new Response(null, { status, headers });
}

// A signed receipt for a settled post, for the HTTP API and the command line (D51).
import type { SigningKey } from "../../auth/jws.ts";
import type { Clock } from "../../clock.ts";
import type { NewId } from "../../id.ts";
import { deliveryOf, type DeliveryDeps } from "../../publishing/receipt.ts";
import { RECEIPT_TYP, receiptClaims } from "../views/receipt.ts";

export interface ReceiptDeps extends DeliveryDeps {
  readonly signing: Pick<SigningKey, "sign">;
  readonly clock: Pick<Clock, "now">;
  readonly newId: NewId;
  /** Public address of the appliance, without a trailing slash. */
  readonly baseUrl: () => string;
}

/** @throws Problem not_found, not_settled */
export async function receiptFromCall(profileId: string, postId: string, deps: ReceiptDeps) {
  const { signing, clock, newId, baseUrl } = deps;
  const delivery = await deliveryOf(profileId, postId.toLowerCase(), deps);
  const issue = { id: newId(), at: clock.now(), issuer: baseUrl() };
  return { receipt: signing.sign(RECEIPT_TYP, receiptClaims(delivery, issue)) };
}

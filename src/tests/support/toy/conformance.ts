// Runs the conformance test of the toy network (networks/toy/).
import { image } from "../network-fixture.ts";
import { conformance } from "../network-conformance.ts";
import { toy } from "./network.ts";
import { simulatedToy } from "./simulated.ts";

conformance(
  { network: toy, simulated: simulatedToy },
  {
    cases: [
      { name: "one image", text: "A toy", media: async () => [{ ...(await image(1)), altText: null }] },
    ],
    documented: [
      { status: 401, json: { error: "who are you?" }, category: "auth" },
      { status: 422, json: { error: "a toy needs a photo and a key" }, category: "content" },
    ],
    provesAbsence: true,
  },
);

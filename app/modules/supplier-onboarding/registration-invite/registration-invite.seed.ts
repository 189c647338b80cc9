import { seedOf } from "~/engine/entity/seed";
import { demoInvites } from "./registration-invite.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-onboarding/registration-invite",
  rows: {
    names: ["registrationInvite"],
    target: "registrationInvite",
    async make({ add }) {
      await add("registrationInvite", { email: "invited@example.com" });
    },
  },
  demo: demoInvites,
});

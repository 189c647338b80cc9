import type { EntityServer } from "~/engine/entity/server-hooks";
import { insertLetters } from "~/engine/mail/letters.server";
import { addressesIn } from "./email.rules";

export const emailServer: EntityServer = {
  transitions: {
    send: {
      /** One letter per address: nobody sees who else got it, and one refusal stops no other. */
      async effect(context, work) {
        const [first = "", ...others] = addressesIn(String(work.record.recipient));
        work.set({ recipient: first, next_at: work.now });
        const { subject, body } = work.record;
        await insertLetters(context, others, { subject: String(subject), body: String(body) });
      },
    },
  },
};

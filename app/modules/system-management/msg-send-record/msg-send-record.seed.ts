import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/msg-send-record",
  // A mail that the mail server has refused.
  fit: async (world, id) => {
    await world.run(sql`with letter as (insert into mail_outbox (id, state, user_id, recipient, subject, body, last_error, next_at)
          select gen_random_uuid(), 'failed', user_id, 'nobody@example.com', title, content, '550 no such mailbox', at
          from msg_send_record where id = ${id} returning id)
        update msg_send_record set channel = 'email', inbox_id = null, mail_id = (select id from letter) where id = ${id}`);
  },
});

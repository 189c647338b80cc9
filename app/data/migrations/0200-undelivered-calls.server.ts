/** Documents say by themselves when another system has not got a call about them. It stays as it is once it has run anywhere. */
export const name = "0200-undelivered-calls";

export const up = `
alter table "interface_log" add column "undelivered_at" timestamptz;
update interface_log set undelivered_at = coalesce(finished_at, updated_at)
  where direction = 'out' and (state = 'dead' or state = 'failed' and next_retry_at is null);

/* Nearly always empty: asked for each row of a list, and for each document that is opened. */
create index interface_log_undelivered_idx on interface_log (document_id) where undelivered_at is not null;
`;

/** A person may have begun the same form more than once; each is kept under its own id. */
export const name = "0131-several-drafts-per-form";

export const up = `
drop index form_draft_address_key;
create index form_draft_address_idx on form_draft (user_id, address, saved_at desc);
`;

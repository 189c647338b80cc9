/**
 * The text of what was sealed, from its opening on: whoever may read the record then compares it with its fingerprint. Written by hand; it stays
 * as it is once it has run anywhere.
 */
export const name = "20261126-163000-opened-text";

export const up = `
alter table sealed_content add column opened_text text;
alter table sealed_content add constraint sealed_content_opened_text check (opened_text is null or opened_at is not null);
`;

/** Suppliers are compared by what two independent companies do not share. */
export const name = "0226-related-parties";

export const up = `
create index if not exists "supplier_legal_person_idx" on "supplier" ("legal_person");
create index if not exists "supplier_registered_address_idx" on "supplier" (md5("registered_address"));
create index if not exists "supplier_contacts_phone_idx" on "supplier_contacts" ("phone");
create index if not exists "supplier_bank_account_account_no_idx" on "supplier_bank_account" ("account_no");
`;

/** Files on contracts and orders. Grants are only added, so that what other migrations give to suppliers stays. */
export const name = "0053-attachments";

export const up = `
alter table contract add column attachments jsonb, add column internal_files jsonb;
alter table purchase_order add column attachments jsonb, add column internal_files jsonb;
grant select (attachments) on contract to app_supplier;
grant select (attachments) on purchase_order to app_supplier;
`;

/**
 * What a supplier's file said, within reach of whoever sees its batch; the lock of the batch says who that is. Installations that stand give
 * suppliers the rights of their batches, too. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261126-040300-rows-of-suppliers-imports";

const own = (table: string) => `exists (select 1 from import_batch b where b.id = ${table}.batch_id)`;

const lock = (table: string) => `
create policy supplier on ${table} to app_supplier using (${own(table)}) with check (${own(table)});`;

export const up = `
grant select, insert, delete on import_file to app_supplier;
grant select, insert, update on import_row to app_supplier;
${lock("import_file")}
${lock("import_row")}
`;

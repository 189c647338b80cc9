/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-203027-source-of-journals";

export const up = `
create index if not exists "io_data_source_id_idx" on "io_data" ("source_id");
`;

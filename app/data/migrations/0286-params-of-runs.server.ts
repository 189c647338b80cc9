/** A run by hand keeps what it was told. It stays as it is once it has run anywhere. */
export const name = "0286-params-of-runs";

export const up = `
alter table "job_run" add column "params" jsonb;
`;

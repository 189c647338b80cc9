/**
 * What was shown of a record at a moment, kept as it was shown: comparisons at the award, pages for people who decide elsewhere. Written by hand.
 * It stays as it is once it has run anywhere.
 */
export const name = "20261126-190000-record-snapshots";

export const up = `
create table record_snapshot (
  id uuid primary key,
  tenant_id smallint default 1 not null,
  entity text not null,
  record_id uuid not null,
  kind text not null,
  /* Counts from 1, by record and kind. */
  version integer not null,
  /* What it was made for, e.g. a case of approval: the same makes no second one. */
  cause text not null,
  content jsonb not null,
  made_by uuid,
  made_at timestamptz not null,
  constraint record_snapshot_kind check (kind in ('comparison', 'page')),
  constraint record_snapshot_version unique (record_id, entity, kind, version),
  constraint record_snapshot_cause unique (record_id, entity, kind, cause)
);
/* What was kept is never changed: no role may update or delete it. */
grant select, insert on record_snapshot to app_staff;
alter table record_snapshot enable row level security;
create policy staff on record_snapshot to app_staff using (true) with check (true);
`;

/**
 * Scans of an application become those of the supplier's certificates, in the transaction of whoever approves it: nobody reads the files
 * of others there. This much and no more is lent to it.
 */
export const name = "0265-copied-files";

export const up = `
create function copy_application_file(source uuid, target uuid, at timestamptz) returns boolean language sql volatile security definer
set search_path = pg_catalog, public, pg_temp as $$
  with copied as (
    insert into public.stored_file (id, entity, field, name, type, size, sha256, state, received, scan, uploaded_by, uploaded_at)
      select target, 'supplier-management/supplier-certificate', 'files', f.name, f.type, f.size, f.sha256, f.state, f.received, f.scan,
        current_setting('app.user_id', true)::uuid, at
      from public.stored_file f
      where f.id = source and f.entity = 'supplier-onboarding/supplier-registration' and f.record_id is not null
        and f.state = 'whole' and f.scan <> 'infected'
      returning 1)
  select exists (select from copied)
$$;
revoke all on function copy_application_file(uuid, uuid, timestamptz) from public;
grant execute on function copy_application_file(uuid, uuid, timestamptz) to app_staff;
`;

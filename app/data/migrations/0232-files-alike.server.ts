/** Whether a file was brought in before: asked in a supplier's transaction, too, which reads none but its own uploads. */
export const name = "0232-files-alike";

export const up = `
create index stored_file_sha256_idx on stored_file (sha256) where record_id is not null;
create function files_alike(files uuid[]) returns table (file_id uuid, record_id uuid) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select mine.id, other.record_id from public.stored_file mine
    join public.stored_file other on other.sha256 = mine.sha256 and other.id <> mine.id and other.entity = mine.entity
      and other.record_id is not null
    where mine.id = any (files) and mine.state = 'whole'
$$;
revoke all on function files_alike(uuid[]) from public;
grant execute on function files_alike(uuid[]) to app_staff, app_supplier;
`;

/**
 * Whether anybody could hear a message, before it is worked out who reads it in which words: most changes of records nobody watches, and
 * every one of them is told to the watchers. Written by hand; it stays as it is once it has run anywhere.
 */
export const name = "20261127-205700-heard-at-all";

export const up = `
create function is_heard(p jsonb) returns boolean language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  return jsonb_array_length(p -> 'to') > 0 or jsonb_array_length(p -> 'roles') > 0 or jsonb_array_length(p -> 'suppliers') > 0
    or jsonb_typeof(p -> 'later') = 'object'
    or ((p ->> 'watchers')::boolean and exists (select 1 from public.record_watch w
      where w.entity = p ->> 'entity' and w.record_id = (p ->> 'record')::uuid and w.user_id is distinct from (p ->> 'actor')::uuid));
end $$;
revoke all on function is_heard(jsonb) from public;
grant execute on function is_heard(jsonb) to app_staff, app_supplier;
`;

/**
 * The values of parameters, and the version that says whether they changed, in transactions of suppliers as well: rules that run there read
 * their numbers like all others. The tables stay closed to them. Who is changing them at this moment is told no version: what it reads may be
 * taken back again, and is nothing to remember. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261126-032500-parameters-in-every-transaction";

export const up = `
create function parameter_values() returns table (key text, value text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.key, p.value from public.parameter p
$$;
create function parameter_version() returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when v.xmin = pg_catalog.pg_current_xact_id_if_assigned()::xid then null else v.version end
    from public.permission_version v where v.id = 1
$$;
revoke all on function parameter_values(), parameter_version() from public;
grant execute on function parameter_values(), parameter_version() to app_staff, app_supplier;
`;

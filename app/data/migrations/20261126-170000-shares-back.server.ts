/**
 * Shares of a closed seal are not given any more once the time to quote goes on: written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261126-170000-shares-back";

export const up = `
/* Takes back what was given of a seal that is still closed; answers how many had given. It only ever closes more. */
create function take_back_shares(this uuid) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  given integer;
begin
  perform 1 from public.seal s where s.id = this and s.state = 'closed' for update;
  if not found then return 0; end if;
  update public.seal_share set given_at = null, handed = '{}' where seal_id = this and given_at is not null;
  get diagnostics given = row_count;
  return given;
end $$;
revoke all on function take_back_shares(uuid) from public;
grant execute on function take_back_shares(uuid) to app_staff;
`;

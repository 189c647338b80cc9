/**
 * What stands in a window of a factory, worked out from the notes of all suppliers, also in the transaction of one of them, who reads its own
 * notes alone. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261125-235400-slot-bookings";

export const up = `
create function slot_facts(these uuid[]) returns table (slot_id uuid, factory_id uuid, slot_date date, time_from text, time_to text, dock text, name text, state text,
  material_type_id uuid, capacity integer, capacity_m3 numeric, booked integer, booked_m3 numeric, change_hours integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.factory_id, s.slot_date, s.time_from, s.time_to, s.dock, s.name, s.state, s.material_type_id, s.capacity, s.capacity_m3,
    coalesce(s.booked, 0), coalesce(s.booked_m3, 0), (select p.value::integer from public.parameter p where p.key = 'receiving.slotChangeHours')
    from public.delivery_slot s where s.id = any (these)
$$;
revoke all on function slot_facts(uuid[]) from public;
grant execute on function slot_facts(uuid[]) to app_staff, app_supplier;

-- The lock comes first: the count that follows sees what others committed while this one waited.
create function settle_slot(this uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public.delivery_slot s where s.id = this for update;
  update public.delivery_slot s set booked = n.lorries, booked_m3 = n.volume, free = greatest(s.capacity - n.lorries, 0),
    free_m3 = case when s.capacity_m3 is null then null else greatest(s.capacity_m3 - n.volume, 0) end
    from (select count(*)::integer as lorries, coalesce(sum(d.load_m3), 0) as volume from public.delivery_note d
      where d.slot_id = this and d.state in ('submitted', 'arrived', 'receiving', 'received')) n
    where s.id = this;
end
$$;
revoke all on function settle_slot(uuid) from public;
grant execute on function settle_slot(uuid) to app_staff, app_supplier;
`;

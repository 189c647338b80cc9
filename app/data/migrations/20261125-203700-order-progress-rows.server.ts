/** What orders that are there already have of what is kept from now on, and the checks of quantities that come with the program. */
export const name = "20261125-203700-order-progress-rows";

export const up = `
/* Nothing was received by documents before. */
update purchase_order set receipt_rate = 0, receipt_status = 'none';
update purchase_order o set change_waits = true
where exists (
  select 1 from purchase_order_changes c where c.root_id = o.id and c.result = 'pending' and c.raised_by = 'buyer'
);
/* The earliest day that is still known. */
update purchase_order_items set first_confirm_date = confirm_date where confirm_date is not null;
update purchase_order_items_schedules set first_confirm_date = confirm_date where confirm_date is not null;
insert into order_rule (id, state, code, name, check_type, moment, severity, priority, built_in, threshold, remark) values
  (gen_random_uuid(), 'active', 'MOQ', '最小订购量', 'min_order_qty', 'release', 'warn', 0, true, null, '订单行的数量低于货源的最小订购量时提醒。'),
  (gen_random_uuid(), 'active', 'PACK', '包装倍量', 'pack_multiple', 'release', 'warn', 0, true, null, '订单行的数量不是货源包装倍量的整数倍时提醒。'),
  (gen_random_uuid(), 'active', 'CERT_ENDING', '必备资质将到期', 'certificate_ending', 'release', 'warn', 0, true, 30, '必备资质在这些天以内到期、又没有换证时提醒。')
on conflict do nothing;
`;

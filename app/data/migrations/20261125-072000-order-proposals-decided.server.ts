/**
 * Who proposes does not decide: of its proposals a supplier's transaction writes new ones that wait, and takes back those that wait. Which
 * columns it may write stands beside; what it may write into them, no definition says, so this is written by hand. It stays as it is
 * once it has run anywhere.
 */
export const name = "20261125-072000-order-proposals-decided";

export const up = `
create policy supplier_proposes on purchase_order_changes as restrictive for insert to app_supplier
  with check (raised_by = 'supplier' and result = 'pending');
create policy supplier_takes_back on purchase_order_changes as restrictive for update to app_supplier
  using (raised_by = 'supplier' and result = 'pending')
  with check (raised_by = 'supplier' and result = 'withdrawn');
`;

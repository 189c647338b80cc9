/**
 * Which reminder of a certificate or an authorisation was given last stands in `news_once`, as with every deadline: what was said before
 * is carried over, so that nobody hears of it twice. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261125-081600-reminders-kept-once";

export const up = `
insert into news_once (scenario, about, at, entity, record_id)
  select 'certificate.expiring', concat('ends:keepers:', id, ':', valid_to, ':-', reminded), updated_at,
    'supplier-management/supplier-certificate', id
  from supplier_certificate where state in ('valid', 'renewing') and reminded > 0 and valid_to is not null
  on conflict do nothing;
insert into news_once (scenario, about, at, entity, record_id)
  select 'brand.ending', concat('ends:keepers:', id, ':', effective_to, ':-', reminded), updated_at,
    'supplier-management/brand-authorization', id
  from brand_authorization where state = 'valid' and reminded > 0 and effective_to is not null
  on conflict do nothing;
alter table supplier_certificate drop column reminded;
alter table brand_authorization drop column reminded;
`;

/**
 * Who wrote a document that somebody else decides on: written by hand. What was written until now follows from the trail. Sentences that
 * name the freeze behind a stopped order leave what suppliers read. It stays as it is once it has run anywhere.
 */
export const name = "20261123-202500-hands";

export const up = `
create table document_hand (
  record_id uuid not null,
  user_id uuid not null,
  tenant_id smallint default 1 not null,
  entity text not null,
  accepted boolean not null,
  at timestamptz not null,
  primary key (record_id, user_id)
);
create index document_hand_user_idx on document_hand (user_id);
grant select, insert, update, delete on document_hand to app_staff;
alter table document_hand enable row level security;
create policy staff on document_hand to app_staff using (true) with check (true);

/* Of what is approved again and again, what is in force was accepted; its next change is another matter. */
insert into document_hand (record_id, user_id, entity, accepted, at)
select a.record_id, a.user_id, a.entity, a.entity in ('base-data/source-data', 'base-data/standard-clause'), max(a.at)
from audit_log a join app_user u on u.id = a.user_id and u.supplier_id is null
where a.label = '修改' and a.action = 'update' and a.entity in (
    'purchase-orders/purchase-order', 'supplier-onboarding/prequalification', 'supplier-onboarding/preq-application',
    'supplier-management/supplier-change', 'supplier-management/supplier-certificate', 'supplier-management/supplier-bank-account',
    'supplier-management/admission', 'supplier-management/sample-verification', 'supplier-management/supplier-audit',
    'supplier-management/brand-authorization', 'base-data/source-data', 'supplier-management/gate-exemption',
    'supplier-performance/supplier-freeze', 'base-data/standard-clause', 'master-data/type-inspection-report')
  or (a.entity, a.action) in (
    ('purchase-orders/purchase-order', 'submit'), ('purchase-orders/purchase-order', 'change'),
    ('purchase-orders/purchase-order', 'close_lines'), ('purchase-orders/purchase-order', 'add_files'),
    ('supplier-onboarding/prequalification', 'extend'), ('supplier-onboarding/prequalification', 'submit_result'),
    ('supplier-onboarding/preq-application', 'evaluate'), ('supplier-onboarding/preq-application', 'evaluate_quality'),
    ('supplier-onboarding/preq-application', 'evaluate_finance'), ('supplier-onboarding/preq-application', 'judge'),
    ('supplier-management/supplier-change', 'submit'), ('supplier-management/supplier-certificate', 'submit'),
    ('supplier-management/admission', 'judge'), ('supplier-management/admission', 'conclude'),
    ('supplier-management/admission', 'submit_approval'), ('supplier-management/sample-verification', 'finish_test'),
    ('supplier-management/sample-verification', 'to_trial'), ('supplier-management/sample-verification', 'finish_trial'),
    ('supplier-management/supplier-audit', 'submit'), ('supplier-management/brand-authorization', 'submit'),
    ('base-data/source-data', 'suspend'), ('base-data/source-data', 'extend'), ('supplier-management/gate-exemption', 'submit'),
    ('supplier-performance/supplier-freeze', 'submit'), ('supplier-performance/supplier-freeze', 'emergency'),
    ('supplier-performance/supplier-freeze', 'propose_unfreeze'), ('supplier-audit/corrective-action', 'submit'),
    ('base-data/standard-clause', 'submit'), ('master-data/type-inspection-report', 'submit'))
group by a.record_id, a.user_id, a.entity;

update audit_log set staff_reason = coalesce(staff_reason, reason), reason = null
where entity = 'purchase-orders/purchase-order' and reason like '供应商冻结单%';
`;

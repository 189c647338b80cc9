/** Decisions about documents of suppliers as one list: what the engine of approval asked, and moves that are decisions of their own. */
export const name = "0175-approval-record";

export const up = `
/* Which moves submit, decide or take back; a kind of document that comes later adds its rows. */
create table approval_move (
  entity text not null,
  action text not null,
  decision text not null check (decision in ('submit', 'approve', 'reject', 'send_back', 'withdraw')),
  primary key (entity, action)
);
grant select on approval_move to app_staff;
alter table approval_move enable row level security;
create policy staff on approval_move for select to app_staff using (true);
insert into approval_move (entity, action, decision) values
  ('supplier-management/admission', 'submit', 'submit'),
  ('supplier-management/admission', 'pass_first', 'approve'),
  ('supplier-management/admission', 'fail_first', 'reject'),
  ('supplier-management/admission', 'submit_approval', 'submit'),
  ('supplier-management/admission', 'recall', 'withdraw'),
  ('supplier-management/admission', 'refuse', 'reject'),
  ('supplier-management/supplier-audit', 'submit', 'submit'),
  ('supplier-management/supplier-audit', 'approve', 'approve'),
  ('supplier-management/supplier-audit', 'reject', 'send_back'),
  ('supplier-management/sample-verification', 'finish_test', 'submit'),
  ('supplier-management/sample-verification', 'finish_trial', 'submit'),
  ('supplier-management/sample-verification', 'approve', 'approve'),
  ('supplier-management/sample-verification', 'fail', 'reject'),
  ('supplier-audit/corrective-action', 'submit', 'submit'),
  ('supplier-audit/corrective-action', 'accept', 'approve'),
  ('supplier-audit/corrective-action', 'send_back', 'send_back'),
  ('supplier-audit/corrective-action', 'close', 'approve'),
  ('supplier-audit/corrective-action', 'fail_verify', 'send_back'),
  ('supplier-performance/supplier-freeze', 'submit', 'submit'),
  ('supplier-performance/supplier-freeze', 'countersign', 'approve'),
  ('supplier-performance/supplier-freeze', 'approve', 'approve'),
  ('supplier-performance/supplier-freeze', 'reject', 'reject'),
  ('supplier-performance/supplier-freeze', 'confirm_emergency', 'approve'),
  ('supplier-management/gate-exemption', 'submit', 'submit'),
  ('supplier-management/gate-exemption', 'approve_first', 'approve'),
  ('supplier-management/gate-exemption', 'approve_second', 'approve'),
  ('supplier-management/gate-exemption', 'reject', 'reject'),
  ('supplier-management/supplier-change', 'submit', 'submit'),
  ('supplier-management/supplier-change', 'approve', 'approve'),
  ('supplier-management/supplier-change', 'confirm', 'approve'),
  ('supplier-management/supplier-change', 'reject', 'send_back'),
  ('supplier-management/supplier-change', 'withdraw', 'withdraw'),
  ('supplier-onboarding/supplier-registration', 'submit', 'submit'),
  ('supplier-onboarding/supplier-registration', 'approve', 'approve'),
  ('supplier-onboarding/supplier-registration', 'reject', 'reject'),
  ('supplier-onboarding/supplier-registration', 'ask_more', 'send_back'),
  ('supplier-onboarding/supplier-registration', 'withdraw', 'withdraw');

create index approval_asked_acted_idx on approval_asked (acted_at desc) where acted_at is not null;

/*
 * Whoever asks stands behind the locks of what lies beneath; suppliers hold no right to the view at all. What is looked up for a single
 * row stands among the columns, so that a page of the list looks it up for its own rows only. A move arrived when its document had last
 * changed its state.
 */
create view approval_record with (security_invoker = true) as
select r.id, r.tenant_id, 1 as version, r.approver_id as created_by, r.decided_at as created_at, null::uuid as updated_by, r.decided_at as updated_at,
  r.doc_type, r.doc_no, r.record_id::text as record_id,
  case r.doc_type
    when 'supplier-management/admission' then (select d.supplier_id from admission d where d.id = r.record_id)
    when 'supplier-management/supplier-audit' then (select d.supplier_id from supplier_audit d where d.id = r.record_id)
    when 'supplier-management/sample-verification' then (select d.supplier_id from sample_verification d where d.id = r.record_id)
    when 'supplier-audit/corrective-action' then (select d.supplier_id from corrective_action d where d.id = r.record_id)
    when 'supplier-performance/supplier-freeze' then (select d.supplier_id from supplier_freeze d where d.id = r.record_id)
    when 'supplier-management/gate-exemption' then (select d.supplier_id from gate_exemption d where d.id = r.record_id)
    when 'supplier-management/supplier-change' then (select d.supplier_id from supplier_change d where d.id = r.record_id)
    when 'supplier-onboarding/supplier-registration' then (select d.supplier_id from supplier_registration d where d.id = r.record_id)
  end as supplier_id,
  r.node, r.approver, r.approver_id, r.on_behalf_of, r.decision, r.opinion, r.arrived_at, r.decided_at,
  (case when r.decision not in ('submit', 'withdraw') then extract(epoch from r.decided_at - r.arrived_at) / 3600 end)::numeric(9, 1) as hours
from (
  select q.id, q.tenant_id, q.doc_type, q.doc_no, q.record_id, q.node, q.approver, q.approver_id, q.on_behalf_of, q.decision, q.opinion, q.decided_at,
    case when q.arrived_at is not null then q.arrived_at when q.decision in ('submit', 'withdraw') then q.decided_at
      else (select max(b.at) from audit_log b where b.record_id = q.record_id and (b.at, b.id) < (q.decided_at, q.id)
        and (b.action = 'create' or b.changes @> '[{"path": "state"}]')) end as arrived_at
  from (
    select a.id, a.tenant_id, a.entity as doc_type, a.record_number as doc_no, a.record_id,
      case when m.decision in ('submit', 'withdraw') then a.label
        else coalesce(jsonb_path_query_first(a.changes, '$[*] ? (@.path == "state").fromText') #>> '{}', a.label) end as node,
      a.user_name as approver, a.user_id as approver_id, null::uuid as on_behalf_of, m.decision,
      coalesce(a.staff_reason, a.reason) as opinion, null::timestamptz as arrived_at, a.at as decided_at
    from audit_log a join approval_move m on m.entity = a.entity and m.action = a.action
    union all
    select k.id, k.tenant_id, c.entity, c.record_number, c.record_id, s.definition ->> 'name',
      case when k.acted_by <> k.user_id then '由' || coalesce((select u.username from app_user u where u.id = k.acted_by), k.acted_name)
          || '代' || k.name || '审批'
        else coalesce(k.acted_name, k.name) || case k.came_by when 'hand_over' then '（' || k.from_name || '转交）'
          when 'escalation' then '（超时升级）' else '' end end,
      k.acted_by, case when k.acted_by <> k.user_id then k.user_id end,
      case k.state when 'approved' then 'approve' when 'rejected' then 'reject' when 'sent_back' then 'send_back' else 'transfer' end,
      k.note, k.asked_at, k.acted_at
    from approval_asked k join approval_case c on c.id = k.case_id join approval_step s on s.id = k.step_id
    where k.acted_at is not null and c.entity in (select n.entity from approval_move n)
  ) q
) r;
grant select on approval_record to app_staff;
`;

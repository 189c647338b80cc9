/**
 * What stands upon both: references of the engine's tables to those of definitions, indexes by hand, views, functions, policies,
 * triggers, first rows. Written by hand; it stays as it is once it has run anywhere.
 */
export const rules = `
/* References of the engine's tables to each other in a ring, and to tables of definitions */
alter table app_user add constraint app_user_purchase_group_id_fkey foreign key (purchase_group_id) references purchase_group(id) on delete restrict;
alter table app_user add constraint app_user_purchase_org_id_fkey foreign key (purchase_org_id) references purchase_org(id) on delete restrict;
alter table role add constraint role_home_id_fkey foreign key (home_id) references resource(id) on delete restrict;
alter table user_log_payload add constraint user_log_payload_row_id_fkey foreign key (row_id) references user_log_row(id) on delete cascade;
alter table mail_outbox add constraint mail_outbox_supplier_id_fkey foreign key (supplier_id) references supplier(id) on delete restrict;
alter table msg_send_record add constraint msg_send_record_composed_id_fkey foreign key (composed_id) references composed_message(id) on delete set null;
alter table news_supplier add constraint news_supplier_news_id_fkey foreign key (news_id) references news(id) on delete cascade;
alter table news_supplier add constraint news_supplier_supplier_id_fkey foreign key (supplier_id) references supplier(id) on delete cascade;
alter table approval_flow_version add constraint approval_flow_version_flow_id_fkey foreign key (flow_id) references approval_flow(id) on delete restrict;
alter table import_file add constraint import_file_batch_id_fkey foreign key (batch_id) references import_batch(id) on delete cascade;
alter table import_row add constraint import_row_batch_id_fkey foreign key (batch_id) references import_batch(id) on delete cascade;
alter table export_work add constraint export_work_task_id_fkey foreign key (task_id) references export_task(id) on delete cascade;
alter table report_run add constraint report_run_report_id_fkey foreign key (report_id) references report_definition(id) on delete set null;
alter table report_run add constraint report_run_task_id_fkey foreign key (task_id) references export_task(id) on delete set null;
alter table interface_payload add constraint interface_payload_log_id_fkey foreign key (log_id) references interface_log(id) on delete cascade;

/* Indexes for work that no list asks for */
/* The gate reads the brands of a material, and the critical faults a supplier has not mended. */
create index brand_authorization_materials_material_idx on brand_authorization_materials (material_id);
create index corrective_action_critical_idx on corrective_action (supplier_id) where ((severity = 'critical') and (state = any (array['issued', 'contained', 'returned', 'verifying'])));
create index export_task_expires_idx on export_task (expires_at) where (state = 'done');
create index export_task_open_idx on export_task (created_at) where (state = any (array['queued', 'running']));
create index gate_exemption_running_idx on gate_exemption (supplier_id) where (state = 'effective');
/* An order leads to its exemptions, and few orders have any. */
create index gate_exemption_orders_order_idx on gate_exemption_orders (order_id);
create index interface_log_document_idx on interface_log (document_id, id);
/* What is due, and what has to leave before it. */
create index interface_log_due_idx on interface_log (next_retry_at) where ((direction = 'out') and (state = any (array['pending', 'sending', 'failed'])));
/* Nearly always empty: asked for each row of a list, and for each document that is opened. */
create index interface_log_undelivered_idx on interface_log (document_id) where (undelivered_at is not null);
create index purchase_order_exempted_idx on purchase_order (order_date) where exempted;
create index source_data_standing_idx on source_data (supplier_id, material_id);
create index supplier_legal_person_idx on supplier (legal_person);
create index supplier_registered_address_idx on supplier (md5(registered_address));
create index supplier_bank_account_account_no_idx on supplier_bank_account (account_no);
create index supplier_contacts_phone_idx on supplier_contacts (phone);
/* The gate reads what is in effect for a supplier, and the reports that count for a material. */
create index supplier_freeze_running_idx on supplier_freeze (supplier_id) where (state = any (array['effective', 'scheduled']));
/* What a document opened and has not been dealt with: looked for at every move of a document. */
create index task_document_idx on task (document_id) where (state = any (array['open', 'claimed']));
create index type_inspection_report_valid_idx on type_inspection_report (supplier_id) where (state = 'valid');

/* Views and functions */
create view app_user_title as select id, username from app_user;
grant select on app_user_title to app_supplier, app_staff;

/* Whoever asks stands behind the lock of the trail itself; suppliers hold no right to the view at all. */
create view audit_entry with (security_invoker = true) as
  select id, tenant_id, 1 as version, user_id as created_by, at as created_at, null::uuid as updated_by, at as updated_at,
    at, user_id, user_name, entity, record_id, record_number, action, label, coalesce(staff_reason, reason) as reason,
    channel, ip, request_id as trace, changes || staff_changes as changes
  from audit_log;
grant select on audit_entry to app_staff;

/* Whoever asks stands behind the lock of the log itself; suppliers hold no right to the view at all. */
create view login_entry with (security_invoker = true) as
  select id, tenant_id, 1 as version, null::uuid as created_by, created_at, null::uuid as updated_by, created_at as updated_at,
    created_at as at, account, user_id, event, result, reason, channel, ip, device, is_new_device, session_id
  from login_log;
grant select on login_entry to app_staff;

/*
 * Not security_invoker: nobody but the owner may read the table with the secrets, and this view has none of its columns that are one.
 * The rank is the one its person holds now.
 */
create view online_session as
  select s.id, u.tenant_id, s.version,
    case when s.ended_at is null then 'live' else 'ended' end as state,
    case when s.ended_at is null then null else 'live' end as previous_state,
    s.user_id as created_by, s.issued_at as created_at, s.ended_by as updated_by, coalesce(s.ended_at, s.issued_at) as updated_at,
    s.user_id, u.accountname as account, u.user_type, u.supplier_id, u.rank, s.channel, s.ip, s.device, s.issued_at, s.last_seen_at,
    s.expires_at, s.ended_at, s.end_reason, left(s.id_hash, 16) as session_id
  from session s join app_user u on u.id = s.user_id;
grant select on online_session to app_staff;
grant update (version, state, previous_state, updated_by, updated_at) on online_session to app_staff;

/*
 * What became of jobs, as one list: runs, and what people did to jobs and groups. Whoever asks stands behind the lock of both tables;
 * suppliers hold no right to the view at all.
 */
create view job_operation with (security_invoker = true) as
  select r.id, r.tenant_id, 1 as version, r.created_by, r.created_at, null::uuid as updated_by, r.created_at as updated_at,
    coalesce(r.started_at, r.planned_at) as at, 'run' as kind, r.job_id, r.job_name, 'run' as operation, r.operator_id as user_id,
    r.state as result, r.summary, null::text as ip, q.group_id
  from job_run r join job q on q.id = r.job_id
  union all
  select a.id, a.tenant_id, 1, a.user_id, a.at, null::uuid, a.at,
    a.at, 'op', j.id, coalesce(j.name, g.name, n.job_name, case when c.id is not null then '全部任务' end, a.record_number, ''),
    case when c.id is not null then 'clear' else a.action end, a.user_id,
    null::text, case when c.id is not null then c.reason || '（清理' || c.removed_count || '条）' else coalesce(a.staff_reason, a.reason) end,
    a.ip, coalesce(j.group_id, g.id)
  from audit_log a
  left join job_run n on a.entity = 'system-management/job-run' and n.id = a.record_id
  left join job_log_clearing c on a.entity = 'system-management/job-log-clearing' and c.id = a.record_id
  left join job j on j.id = coalesce(n.job_id, c.job_id, a.record_id)
  left join job_group g on g.id = a.record_id
  where a.entity in ('system-management/job', 'system-management/job-group', 'system-management/job-run', 'system-management/job-log-clearing')
    and a.action <> 'export';
grant select on job_operation to app_staff;

/*
 * Who may claim a task that nobody has: holders of its role whose account covers the document's factory and purchase group. On which
 * days the role is held is compared by whoever asks, by the clock of the request. Suppliers see nothing here, but may name it.
 */
create view task_claimant as
  select t.id as task_id, u.id as user_id, g.valid_from, g.valid_until
  from task t join role r on r.id = t.candidate_role_id and r.enabled
    join user_role g on g.role_code = r.code
    join app_user u on u.id = g.user_id
  where t.assignee_id is null and current_user <> 'app_supplier'
    and (t.factory_id is null or u.factory_scope = 'all'
      or exists (select 1 from user_scope s where s.user_id = u.id and s.kind = 'factory' and s.target_id = t.factory_id))
    and (t.purchase_group_id is null or u.purchase_group_scope = 'all'
      or exists (select 1 from user_scope s where s.user_id = u.id and s.kind = 'purchase_group' and s.target_id = t.purchase_group_id));
grant select on task_claimant to app_staff, app_supplier;

/* Tasks of a superior's people. */
create view task_team as
  select t.id as task_id, u.superior_id from task t join app_user u on u.id = t.assignee_id
  where u.superior_id is not null and current_user <> 'app_supplier';
grant select on task_team to app_staff, app_supplier;

/* Who stands in for whom a case asks; on which days is compared by whoever asks, by the clock of the request. */
create view task_deputy as
  select t.id as task_id, d.deputy_id as user_id, d.from_day, d.to_day
  from task t join approval_deputy d on d.owner_id = t.assignee_id and d.enabled and (d.document is null or d.document = t.document_entity)
  where t.source = 'approval' and t.state = 'open' and current_user <> 'app_supplier';
grant select on task_deputy to app_staff, app_supplier;

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

/*
 * Not security_invoker: whether somebody has read a message stands in a row that only they may read. What is in nobody's inbox any more was
 * taken back, thrown away by its reader, or was too old.
 */
create view site_message as
  select r.id, r.tenant_id, r.version,
    case when r.recalled_at is not null then 'recalled' when i.id is null then 'removed' when i.read_at is null then 'unread' else 'read' end as state,
    case when r.recalled_at is not null then 'unread' end as previous_state,
    null::uuid as created_by, r.at as created_at, r.recalled_by as updated_by, coalesce(r.recalled_at, r.at) as updated_at,
    r.title, r.content, r.at, coalesce(s.level, 'info') as level, r.scenario, r.record_number, r.user_id, r.receiver, i.read_at,
    r.recalled_at, r.recalled_by, r.inbox_id, r.composed_id, r.entity, r.record_id,
    coalesce(i.sticky, false) as sticky, (select min(d.at) from warning_dismissal d where d.user_id = r.user_id and d.kind = 'message'
      and d.object_id = r.inbox_id) as dismissed_at, coalesce(i.times, 1) as times
  from msg_send_record r left join inbox i on i.id = r.inbox_id
    left join msg_scenario s on s.code = r.scenario and s.tenant_id = r.tenant_id
  where r.channel = 'site' and r.skip_reason is null;
grant select on site_message to app_staff;
grant update (version, state, previous_state, updated_by, updated_at) on site_message to app_staff;

create function next_number(wanted text) returns integer language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  insert into public.number_counter as counter values (wanted, 1)
  on conflict (series) do update set last = counter.last + 1
  returning last
$$;
revoke all on function next_number(text) from public;
grant execute on function next_number(text) to app_staff, app_supplier;

/* The audit trail only grows, whoever holds the connection. */
create function refuse_change() returns trigger language plpgsql as $$ begin
  raise exception 'audit_log only grows';
end $$;

create function session_named() returns trigger language plpgsql as $$ begin
  new.token_hash := coalesce(new.token_hash, new.id_hash);
  new.token_at := coalesce(new.token_at, new.issued_at);
  return new;
end $$;

create function refuse_login_change() returns trigger language plpgsql as $$ begin
  raise exception 'login_log only grows';
end $$;

/* Whoever ends a session, and however: it is logged. */
create function session_ended() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  insert into public.login_log (id, created_at, user_id, supplier_id, account, event, result, reason, channel, ip, device, session_id)
  select gen_random_uuid(), new.ended_at, u.id, u.supplier_id, u.accountname,
    case new.end_reason when 'sign-out' then 'logout' when 'expired' then 'expire' else 'kick' end,
    'ok', new.end_reason, new.channel, new.ip, new.device, left(new.id_hash, 16)
  from public.app_user u where u.id = new.user_id;
  return null;
end $$;

/* Names and highest rank of the roles a person has or will have, beside the account: lists filter and sort by them. */
create function refresh_user_roles(wanted uuid) returns void language sql
set search_path = pg_catalog, public, pg_temp as $$
  update public.app_user set
    role_names = (select string_agg(r.name, '、' order by r.rank desc, r.code) from public.user_role g join public.role r on r.code = g.role_code
      where g.user_id = wanted and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true)),
    rank = coalesce((select max(r.rank) from public.user_role g join public.role r on r.code = g.role_code
      where g.user_id = wanted and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true)), 0)
  where id = wanted
$$;

create function user_role_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin
  perform public.refresh_user_roles(coalesce(new.user_id, old.user_id));
  return null;
end $$;

create function role_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin
  perform public.refresh_user_roles(g.user_id) from public.user_role g where g.role_code = new.code;
  return null;
end $$;

/* Signing in is seen on the account. */
create function session_begun() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.app_user set last_login_at = new.issued_at where id = new.user_id;
  return null;
end $$;

/* The lock after wrong passwords is kept by name, for names that nobody has, too; the account shows it while it lasts. */
create function attempt_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin
  if tg_op <> 'DELETE' and new.locked_until is not null then
    update public.app_user set state = 'locked', previous_state = 'active' where lower(accountname) = new.account and state = 'active';
  else
    update public.app_user set state = 'active', previous_state = 'locked'
      where lower(accountname) = coalesce(new.account, old.account) and state = 'locked';
  end if;
  return null;
end $$;

/* Sessions are closed to everybody but the owner; whoever may block an account ends those of its person, suppliers those of their own. */
create function end_user_sessions(wanted uuid, moment timestamptz, why text) returns void language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  update public.session set ended_at = moment, end_reason = why
  where user_id = wanted and ended_at is null and exists (
    select 1 from public.app_user u where u.id = wanted
      and (nullif(current_setting('app.supplier_id', true), '') is null or u.supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid))
$$;
revoke all on function end_user_sessions(uuid,timestamptz,text) from public;
grant execute on function end_user_sessions(uuid,timestamptz,text) to app_staff, app_supplier;

/* Whoever reads parameters compares one version per request; a change of a value counts it up. */
create function parameter_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.permission_version set version = version + 1 where id = 1;
  return null;
end $$;

/* Rights and menus are kept in memory under one version: whoever changes them need not remember to count it up. */
create function access_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.permission_version set version = version + 1 where id = 1;
  return null;
end $$;

/* What may be done through the view is one thing: to end a session that lives. */
create function session_kicked() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  if new.state <> 'ended' then return null; end if;
  update public.session set ended_at = new.updated_at, end_reason = 'kick', ended_by = new.updated_by, version = new.version
    where id = old.id and ended_at is null;
  if not found then return null; end if;
  return new;
end $$;

/* Records of suppliers are numbered in their own transactions, which may read no rule: they are told this one thing. */
create function number_rule_of(wanted text) returns table (pattern text, reset text, changed boolean) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select rule.pattern, rule.reset, rule.version > 1 from public.number_rule as rule where rule.doc_type = wanted
$$;
revoke all on function number_rule_of(text) from public;
grant execute on function number_rule_of(text) to app_staff, app_supplier;

/*
 * Whoever causes an announcement may not read accounts, nor write into other people's inboxes: both happen here.
 * A supplier's people hear only of what their supplier may read, where that is given.
 */
create function announce(p jsonb) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare told integer;
begin
  with wanted as (
    select value::uuid as id from jsonb_array_elements_text(p -> 'to')
    union
    select g.user_id from public.user_role g join public.role r on r.code = g.role_code
      where r.enabled and g.role_code in (select jsonb_array_elements_text(p -> 'roles'))
        and coalesce(g.valid_from <= (p ->> 'today')::date, true) and coalesce(g.valid_until >= (p ->> 'today')::date, true)
    union
    select u.id from public.app_user u where u.supplier_id in (select value::uuid from jsonb_array_elements_text(p -> 'suppliers'))
    union
    select w.user_id from public.record_watch w
      where (p ->> 'watchers')::boolean and w.entity = p ->> 'entity' and w.record_id = (p ->> 'record')::uuid
        and w.user_id is distinct from (p ->> 'actor')::uuid
  ), people as materialized (
    select u.id, u.username, nullif(u.email, '') as email, gen_random_uuid() as inbox_id, gen_random_uuid() as mail_id,
      not (p ->> 'muteable')::boolean or coalesce(c.wanted, true) as site_wanted,
      case when (p ->> 'muteable')::boolean then coalesce(c.mail, 'now') else 'now' end as mail_wanted,
      replace(p -> s.side -> 'site' ->> 'title', '{{receiver}}', u.username) as site_title,
      replace(p -> s.side -> 'site' ->> 'content', '{{receiver}}', u.username) as site_content,
      replace(p -> s.side -> 'email' ->> 'title', '{{receiver}}', u.username) as mail_title,
      replace(p -> s.side -> 'email' ->> 'content', '{{receiver}}', u.username) as mail_content,
      case when jsonb_typeof(p -> 'quiet') = 'object' then public.quiet_end((p ->> 'at')::timestamptz,
        coalesce(n.quiet_from, (p -> 'quiet' ->> 'from')::int), coalesce(n.quiet_to, (p -> 'quiet' ->> 'to')::int))
        else (p ->> 'at')::timestamptz end as leaves_at
    from wanted w join public.app_user u on u.id = w.id
    cross join lateral (select case when u.supplier_id is null then 'internal' else 'supplier' end as side) s
    left join public.notification_choice c on c.user_id = u.id and c.scenario = p ->> 'scenario'
    left join public.notification_person n on n.user_id = u.id
    where u.state in ('active', 'locked')
      and (p ->> 'only' is null or s.side = p ->> 'only')
      and (u.supplier_id is null or jsonb_typeof(p -> 'readers') = 'null'
        or u.supplier_id in (select value::uuid from jsonb_array_elements_text(case jsonb_typeof(p -> 'readers') when 'array' then p -> 'readers' else '[]' end)))
  ), merged as (
    update public.inbox i set at = (p ->> 'at')::timestamptz, times = i.times + 1, title = e.site_title, body = e.site_content,
      from_user = (p ->> 'actor')::uuid, from_name = p ->> 'actorName'
    from people e
    where p ->> 'merge' in ('site', 'all') and (p ->> 'active')::boolean and e.site_wanted and e.site_title is not null
      and i.user_id = e.id and i.scenario = p ->> 'scenario' and i.record_id = (p ->> 'record')::uuid and i.read_at is null
      and (p ->> 'merge' = 'all' or i.title = e.site_title)
      and i.at > (p ->> 'at')::timestamptz - interval '24 hours'
    returning i.user_id
  ), fates as materialized (
    select e.*,
      case when not (p ->> 'active')::boolean then coalesce(p ->> 'why', 'disabled') when not e.site_wanted then 'off' when m.user_id is not null then 'merged' end as site_skip,
      case when not (p ->> 'active')::boolean then coalesce(p ->> 'why', 'disabled') when e.mail_wanted = 'off' then 'off' when e.email is null then 'no_address'
        when m.user_id is not null and p ->> 'merge' = 'all' then 'merged' end as mail_skip
    from people e left join (select distinct user_id from merged) m on m.user_id = e.id
  ), told as (
    insert into public.inbox (id, user_id, at, kind, level, scenario, entity, record_id, path, title, body, from_user, from_name, sticky)
    select inbox_id, id, (p ->> 'at')::timestamptz, p ->> 'kind', p ->> 'level', p ->> 'scenario', p ->> 'entity',
      (p ->> 'record')::uuid, p ->> 'path', site_title, site_content, (p ->> 'actor')::uuid, p ->> 'actorName', coalesce((p ->> 'sticky')::boolean, false)
    from fates where site_title is not null and site_skip is null
    returning user_id
  ), written as (
    insert into public.mail_outbox (id, created_at, updated_at, user_id, recipient, subject, body, path, scenario, record_number, next_at)
    select mail_id, (p ->> 'at')::timestamptz, (p ->> 'at')::timestamptz, id, email, mail_title, mail_content, p ->> 'path', p ->> 'scenario',
      p ->> 'number', leaves_at
    from fates where mail_title is not null and mail_skip is null and mail_wanted = 'now'
  ), noted as (
    insert into public.msg_send_record (id, at, scenario, channel, user_id, receiver, address, record_number, title, content, skip_reason, is_held, inbox_id, mail_id, entity, record_id, composed_id, sent_by)
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'site', id, username, null, p ->> 'number', site_title, site_content,
      site_skip, false, case when site_skip is null then inbox_id end, null, p ->> 'entity', (p ->> 'record')::uuid, (p ->> 'composed')::uuid, (p ->> 'actor')::uuid
    from fates where site_title is not null
    union all
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'email', id, username, public.masked_address(email), p ->> 'number',
      mail_title, mail_content, mail_skip, mail_skip is null and mail_wanted = 'daily', null,
      case when mail_skip is null and mail_wanted = 'now' then mail_id end, p ->> 'entity', (p ->> 'record')::uuid, (p ->> 'composed')::uuid, (p ->> 'actor')::uuid
    from fates where mail_title is not null
  )
  select (select count(*) from told) + (select count(distinct user_id) from merged) into told;
  if jsonb_typeof(p -> 'later') = 'object' then
    insert into public.news_later (at, wish) values ((p ->> 'at')::timestamptz, p -> 'later');
  end if;
  return told;
end $$;
revoke all on function announce(jsonb) from public;
grant execute on function announce(jsonb) to app_staff, app_supplier;

/* What administrators made of the scenarios, for whoever announces something: suppliers hold no right to the tables. */
create function news_rules() returns jsonb language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object(
    'scenarios', coalesce((select jsonb_agg(jsonb_build_object('code', s.code, 'active', s.state = 'active', 'site', s.on_site, 'email', s.by_email,
      'quiet', s.quiet, 'muteable', s.can_mute, 'receiverRule', s.receiver_rule,
      'receivers', coalesce((select jsonb_agg(jsonb_build_object('role', (select r.code from public.role r where r.id = e.role_id and r.enabled), 'user', e.user_id) order by e.line_no)
        from public.msg_scenario_receivers e where e.root_id = s.id), '[]'),
      'conditions', coalesce((select jsonb_agg(jsonb_build_object('variable', c.variable, 'operator', c.operator, 'value', c.value) order by c.line_no)
        from public.msg_scenario_conditions c where c.root_id = s.id), '[]'))) from public.msg_scenario s), '[]'),
    'templates', coalesce((select jsonb_agg(jsonb_build_object('scenario', scenario, 'channel', channel, 'side', side, 'title', title, 'content', content)
      order by created_at, id) from public.msg_template where state = 'active'), '[]'),
    'quietFrom', coalesce((select value::int from public.parameter where key = 'notify.quietFrom'), 22),
    'quietTo', coalesce((select value::int from public.parameter where key = 'notify.quietTo'), 7))
$$;
revoke all on function news_rules() from public;
grant execute on function news_rules() to app_staff, app_supplier;

/* Middle of an address in stars: enough to know it by, not enough to write to. */
create function masked_address(address text) returns text language sql immutable as $$
  select regexp_replace(address, '^(.)[^@]*(@.*)$', '\\1***\\2')
$$;

/* When a letter of this instant may leave: at once, or when the quiet hours of that day in China are over. */
create function quiet_end(at timestamptz, hour_from integer, hour_to integer) returns timestamptz language sql immutable as $$
  select case
    when hour_from is null or hour_to is null or hour_from = hour_to then at
    when hour_from < hour_to and h >= hour_from and h < hour_to then (date_trunc('day', local) + hour_to * interval '1 hour') at time zone 'Asia/Shanghai'
    when hour_from > hour_to and h >= hour_from then (date_trunc('day', local) + interval '1 day' + hour_to * interval '1 hour') at time zone 'Asia/Shanghai'
    when hour_from > hour_to and h < hour_to then (date_trunc('day', local) + hour_to * interval '1 hour') at time zone 'Asia/Shanghai'
    else at end
  from (select at at time zone 'Asia/Shanghai' as local, extract(hour from at at time zone 'Asia/Shanghai')::int as h) l
$$;

/* Notes that a person reads news that are published. Whoever came after the publication is noted as well, where the news are for people
   like it. A supplier's transaction notes nobody but itself. */
create function read_news(wanted uuid, reader uuid, at timestamptz, confirms boolean) returns void language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  insert into public.news_receipt (id, news_id, user_id, supplier_id, told_at, read_at, confirmed_at)
  select gen_random_uuid(), n.id, u.id, u.supplier_id, read_news.at, read_news.at, case when confirms then read_news.at end
  from public.news n, public.app_user u
  where n.id = wanted and n.state = 'published' and u.id = reader
    and (nullif(current_setting('app.supplier_id', true), '') is null or u.id = nullif(current_setting('app.user_id', true), '')::uuid)
    and (u.supplier_id is not null or n.audience in ('all', 'internal')
      or exists (select 1 from public.news_receipt r where r.news_id = n.id and r.user_id = u.id))
  on conflict (tenant_id, news_id, user_id) do update set read_at = coalesce(news_receipt.read_at, excluded.read_at),
    confirmed_at = coalesce(news_receipt.confirmed_at, excluded.confirmed_at)
$$;
revoke all on function read_news(uuid,uuid,timestamptz,boolean) from public;
grant execute on function read_news(uuid,uuid,timestamptz,boolean) to app_staff, app_supplier;

/* What a person has read of the news; a supplier's transaction learns of nobody but itself. */
create function own_news_receipts(reader uuid, these uuid[]) returns table (news_id uuid, read_at timestamptz, confirmed_at timestamptz) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select r.news_id, r.read_at, r.confirmed_at from public.news_receipt r
  where r.user_id = reader and r.news_id = any (these)
    and (nullif(current_setting('app.supplier_id', true), '') is null or reader = nullif(current_setting('app.user_id', true), '')::uuid)
$$;
revoke all on function own_news_receipts(uuid,uuid[]) from public;
grant execute on function own_news_receipts(uuid,uuid[]) to app_staff, app_supplier;

/* Where published news stand on the home page on a day, in order, and what the reader has read of them. A supplier's transaction
   learns of nobody but itself, and of no news that are not for it. */
create function news_on_home(reader uuid, today date, these uuid[]) returns table (news_id uuid, slot text, short_title text, asked boolean, read_at timestamptz, confirmed_at timestamptz) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select n.id, h.slot, h.short_title, r.id is not null, r.read_at, r.confirmed_at
  from public.news n
  left join public.homepage_news h on h.news_id = n.id and h.state = 'shown'
    and coalesce(h.from_date <= news_on_home.today, true) and coalesce(h.to_date >= news_on_home.today, true)
  left join public.news_receipt r on r.news_id = n.id and r.user_id = reader
    and (nullif(current_setting('app.supplier_id', true), '') is null or reader = nullif(current_setting('app.user_id', true), '')::uuid)
  where n.id = any (these) and n.state = 'published'
    and (nullif(current_setting('app.supplier_id', true), '') is null or n.audience in ('all', 'supplier_all')
      or exists (select 1 from public.news_supplier s where s.news_id = n.id
        and s.supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid))
  order by h.sort_no nulls last, h.id
$$;
revoke all on function news_on_home(uuid,date,uuid[]) from public;
grant execute on function news_on_home(uuid,date,uuid[]) to app_staff, app_supplier;

/* Whoever moves a document gives others something to do, and takes it from them again, without a right to their rows. */
create function open_task(p jsonb) returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare role_id uuid;
begin
  if p ->> 'role' is not null then
    select r.id into strict role_id from public.role r where r.code = p ->> 'role';
  end if;
  /* Two at once wait for each other, so that neither opens what the other one has. */
  perform pg_advisory_xact_lock(hashtextextended('task ' || (p ->> 'recordId'), 0));
  if exists (select 1 from public.task t where t.document_id = p ->> 'recordId' and t.document_entity = p ->> 'entity'
      and t.state in ('open', 'claimed') and t.source = 'system' and t.title = p ->> 'title'
      and t.candidate_role_id is not distinct from role_id and t.supplier_id is not distinct from (p ->> 'supplierId')::uuid
      and (role_id is not null or p ->> 'supplierId' is not null or t.assignee_id is not distinct from (p ->> 'assignee')::uuid)) then
    return false;
  end if;
  insert into public.task (id, state, title, description, business_type, business_key, document_entity, document_id, valid_states, path,
    assignee_id, candidate_role_id, supplier_id, factory_id, purchase_group_id, due_at, priority, source, created_by, created_at, updated_by, updated_at)
  values ((p ->> 'id')::uuid, 'open', p ->> 'title', p ->> 'description', p ->> 'businessType', p ->> 'businessKey', p ->> 'entity', p ->> 'recordId',
    p ->> 'states', p ->> 'path', (p ->> 'assignee')::uuid, role_id, (p ->> 'supplierId')::uuid, (p ->> 'factoryId')::uuid,
    (p ->> 'purchaseGroupId')::uuid, (p ->> 'dueAt')::timestamptz, p ->> 'priority', 'system', (p ->> 'by')::uuid, (p ->> 'at')::timestamptz,
    (p ->> 'by')::uuid, (p ->> 'at')::timestamptz);
  return true;
end $$;
revoke all on function open_task(jsonb) from public;
grant execute on function open_task(jsonb) to app_staff, app_supplier;

create function close_tasks(p jsonb) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare ended integer;
begin
  update public.task t set state = p ->> 'outcome', previous_state = t.state, version = t.version + 1,
    done_by = case when p ->> 'outcome' = 'done' then (p ->> 'by')::uuid end,
    done_at = case when p ->> 'outcome' = 'done' then (p ->> 'at')::timestamptz end,
    updated_by = (p ->> 'by')::uuid, updated_at = (p ->> 'at')::timestamptz
  where t.document_id = p ->> 'recordId' and t.document_entity = p ->> 'entity' and t.state in ('open', 'claimed') and t.source = 'system'
    and (p ->> 'title' is null or t.title = p ->> 'title')
    and (p ->> 'outside' is null or (t.valid_states is not null and not (p ->> 'outside' = any (string_to_array(t.valid_states, ',')))));
  get diagnostics ended = row_count;
  return ended;
end $$;
revoke all on function close_tasks(jsonb) from public;
grant execute on function close_tasks(jsonb) to app_staff, app_supplier;

/* However a question ends, its task ends in the same statement; a person's answer finishes it, anything else takes it away. */
create function end_approval_task() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare at timestamptz;
begin
  at := coalesce(new.acted_at, (select s.ended_at from public.approval_step s where s.id = new.step_id), new.asked_at);
  update public.task t set state = case when new.state = 'dropped' then 'cancelled' else 'done' end, previous_state = t.state,
    done_by = case when new.state <> 'dropped' then new.acted_by end, done_at = case when new.state <> 'dropped' then at end,
    version = t.version + 1, updated_by = new.acted_by, updated_at = at
  where t.id = new.id and t.source = 'approval' and t.state in ('open', 'claimed');
  return null;
end $$;
revoke all on function end_approval_task() from public;

/*
 * The column of an added field, as the register says: made where it is missing, made anew under another type while no row has a value,
 * shown to supplier logins and writable by them or not. The one way by which work of staff changes a table, so it takes nothing but
 * names of added fields and the types they may have. It does nothing where all is as it should be.
 */
create function extension_column(p_table text, p_column text, p_type text, p_read boolean, p_write boolean) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  place oid;
  held text;
  filled boolean := false;
begin
  if p_column !~ '^x_[a-z0-9_]{1,28}$' or p_type not in ('text', 'numeric(18,6)', 'numeric(18,2)', 'date', 'boolean', 'jsonb') then
    raise exception 'no column of an added field: % %', p_column, p_type;
  end if;
  select c.oid into place from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = p_table;
  if place is null then raise exception 'no table for added fields: %', p_table; end if;
  /* Whoever holds the table for long shall not make everybody else wait behind this. */
  perform set_config('lock_timeout', '3s', true);
  select format_type(a.atttypid, a.atttypmod) into held from pg_attribute a
    where a.attrelid = place and a.attname = p_column and not a.attisdropped;
  if held is not null and held <> p_type then
    execute format('select exists (select 1 from public.%I where %I is not null%s)', p_table, p_column,
      case when held = 'boolean' then format(' and %I', p_column) else '' end) into filled;
    if filled then raise exception 'the column % of % has values', p_column, p_table; end if;
    execute format('alter table public.%I drop column %I', p_table, p_column);
    held := null;
  end if;
  if held is null then
    execute format('alter table public.%I add column %I %s%s', p_table, p_column, p_type,
      case when p_type = 'boolean' then ' not null default false' else '' end);
  end if;
  if not has_any_column_privilege('app_supplier', place, 'SELECT') then return; end if;
  if p_read and not has_column_privilege('app_supplier', place, p_column, 'SELECT') then
    execute format('grant select (%I) on public.%I to app_supplier', p_column, p_table);
  elsif not p_read and has_column_privilege('app_supplier', place, p_column, 'SELECT') then
    execute format('revoke select (%I) on public.%I from app_supplier', p_column, p_table);
  end if;
  if p_write and not has_column_privilege('app_supplier', place, p_column, 'UPDATE') then
    execute format('grant update (%I) on public.%I to app_supplier', p_column, p_table);
  elsif not p_write and has_column_privilege('app_supplier', place, p_column, 'UPDATE') then
    execute format('revoke update (%I) on public.%I from app_supplier', p_column, p_table);
  end if;
end $$;
revoke all on function extension_column(text,text,text,boolean,boolean) from public;
grant execute on function extension_column(text,text,text,boolean,boolean) to app_staff;

/*
 * What may be done through the view: to take back what nobody has read, and what readers do in their inbox. A message that is read at
 * the same moment is not taken back: whoever comes second finds no row.
 */
create function site_message_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  if new.state = 'recalled' and old.state = 'unread' then
    delete from public.inbox where id = old.inbox_id and read_at is null;
  elsif new.state = 'read' and old.state = 'unread' then
    update public.inbox set read_at = new.updated_at where id = old.inbox_id and read_at is null;
  elsif new.state = 'removed' and old.state in ('unread', 'read') then
    delete from public.inbox where id = old.inbox_id;
  else
    return null;
  end if;
  if not found then return null; end if;
  update public.msg_send_record set version = new.version,
    recalled_at = case when new.state = 'recalled' then new.updated_at end, recalled_by = case when new.state = 'recalled' then new.updated_by end
    where id = old.id;
  return new;
end $$;

/* Second lock: whoever has no right to all letters reads and changes those of his own hand. Asked once per statement. */
create function sees_all_mail() returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from public.user_role g join public.role r on r.code = g.role_code and r.enabled
    join public.role_permission p on p.role_code = g.role_code and p.permission_id = 'email-all' and p.action = 'get'
    where g.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      and coalesce(g.valid_from <= (now() at time zone 'Asia/Shanghai')::date, true) and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true))
$$;
revoke all on function sees_all_mail() from public;
grant execute on function sees_all_mail() to app_staff;

create function files_alike(files uuid[]) returns table (file_id uuid, record_id uuid) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select mine.id, other.record_id from public.stored_file mine
    join public.stored_file other on other.sha256 = mine.sha256 and other.id <> mine.id and other.entity = mine.entity
      and other.record_id is not null
    where mine.id = any (files) and mine.state = 'whole'
$$;
revoke all on function files_alike(uuid[]) from public;
grant execute on function files_alike(uuid[]) to app_staff, app_supplier;

/* Accounts that were told of an event at a moment, or in whose records of sending it stands why not. */
create function told_of(code text, about uuid, moment timestamptz) returns SETOF uuid language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select distinct user_id from public.msg_send_record
  where scenario = code and at = moment and record_id is not distinct from about and user_id is not null
$$;
revoke all on function told_of(text,uuid,timestamptz) from public;
grant execute on function told_of(text,uuid,timestamptz) to app_staff;

create function mail_number(moment timestamptz) returns text language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  select 'YJ' || to_char(moment at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad((nextval('public.mail_no_seq') % 1000000)::text, 6, '0')
$$;
revoke all on function mail_number(timestamptz) from public;

create function mail_outbox_numbered() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  new.mail_no := public.mail_number(new.created_at);
  return new;
end $$;

create function copy_application_file(source uuid, target uuid, at timestamptz) returns boolean language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  with copied as (
    insert into public.stored_file (id, entity, field, name, type, size, sha256, state, received, scan, uploaded_by, uploaded_at)
      select target, 'supplier-management/supplier-certificate', 'files', f.name, f.type, f.size, f.sha256, f.state, f.received, f.scan,
        current_setting('app.user_id', true)::uuid, at
      from public.stored_file f
      where f.id = source and f.entity = 'supplier-onboarding/supplier-registration' and f.record_id is not null
        and f.state = 'whole' and f.scan <> 'infected'
      returning 1)
  select exists (select from copied)
$$;
revoke all on function copy_application_file(uuid,uuid,timestamptz) from public;
grant execute on function copy_application_file(uuid,uuid,timestamptz) to app_staff;

/* Whoever sees all records of sending. Asked once per statement. */
create function sees_all_sends() returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from public.user_role g join public.role r on r.code = g.role_code and r.enabled
    join public.role_permission p on p.role_code = g.role_code and p.permission_id = 'msg-send-record-all' and p.action = 'get'
    where g.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      and coalesce(g.valid_from <= (now() at time zone 'Asia/Shanghai')::date, true) and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true))
$$;
revoke all on function sees_all_sends() from public;
grant execute on function sees_all_sends() to app_staff;

/* Not security_invoker: whether somebody has read a message stands in a row that only they may read. */
create view msg_send_entry as
  select r.id, r.tenant_id, r.version, r.sent_by as created_by, r.at as created_at, null::uuid as updated_by, r.at as updated_at,
    r.at, r.scenario, r.channel, r.user_id, r.receiver, r.address, r.record_number, r.title, r.content, r.skip_reason,
    case when r.skip_reason is not null then 'skipped' when r.recalled_at is not null then 'recalled'
      when r.is_held and r.mail_id is null then 'held' when r.channel = 'site' then 'sent'
      when m.state in ('queued', 'sending', 'draft') then 'queued' when m.state in ('failed', 'cancelled') then m.state else 'sent' end as status,
    m.last_error as error, m.attempts, case when r.channel = 'site' and r.skip_reason is null then r.at else m.sent_at end as sent_at,
    i.read_at, m.id as mail_id, case when m.state = 'queued' then m.next_at end as leaves_at
  from msg_send_record r left join mail_outbox m on m.id = r.mail_id left join inbox i on i.id = r.inbox_id
  where (nullif(current_setting('app.user_id', true), '')::uuid is null or r.sent_by = nullif(current_setting('app.user_id', true), '')::uuid or r.user_id = nullif(current_setting('app.user_id', true), '')::uuid or (select sees_all_sends()));
grant select on msg_send_entry to app_staff;
grant update (version, updated_by, updated_at) on msg_send_entry to app_staff;

/* A letter is sent again where it lies; here only the version tells that somebody asked for it. */
create function msg_send_entry_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.msg_send_record set version = new.version where id = old.id and version = old.version;
  if not found then return null; end if;
  return new;
end $$;

/* Whoever sees the runs of everybody. Asked once per statement. */
create function sees_all_report_runs() returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from public.user_role g join public.role r on r.code = g.role_code and r.enabled
    join public.role_permission p on p.role_code = g.role_code and p.permission_id = 'report-run-all' and p.action = 'get'
    where g.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      and coalesce(g.valid_from <= (now() at time zone 'Asia/Shanghai')::date, true) and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true))
$$;
revoke all on function sees_all_report_runs() from public;
grant execute on function sees_all_report_runs() to app_staff;

/* What is made in the export center is as far as its task is. */
create view report_run_entry as
  select r.id, r.tenant_id, 1 as version, r.user_id as created_by, r.started_at as created_at, null::uuid as updated_by,
    coalesce(t.ended_at, r.ended_at, r.started_at) as updated_at, r.report_id, r.report_name, r.user_id, r.run_by, r.format, r.conditions,
    r.task_id, coalesce(t.state, r.status) as status, coalesce(t.row_count, r.row_count) as row_count, coalesce(t.message, r.message) as message,
    r.started_at, coalesce(t.ended_at, r.ended_at) as ended_at
  from report_run r left join export_task t on t.id = r.task_id
  where (nullif(current_setting('app.user_id', true), '')::uuid is null or r.user_id = nullif(current_setting('app.user_id', true), '')::uuid or (select sees_all_report_runs()));
grant select on report_run_entry to app_staff;

/* Who reads and writes which rows */
alter table app_user enable row level security;
create policy staff on app_user to app_staff
  using (true)
  with check (true);
create policy supplier_read on app_user for select to app_supplier
  using ((supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid) and true);
create policy supplier_update on app_user for update to app_supplier
  using ((supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid) and true)
  with check ((supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid) and true);
alter table user_preference enable row level security;
create policy own on user_preference to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table login_log enable row level security;
create policy staff on login_log for select to app_staff
  using (true);
alter table menu_favourite enable row level security;
create policy own on menu_favourite to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table menu_visit enable row level security;
create policy own on menu_visit to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table saved_view enable row level security;
create policy own on saved_view to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table list_columns enable row level security;
create policy own on list_columns to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table form_draft enable row level security;
create policy own on form_draft to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table warning_dismissal enable row level security;
create policy own on warning_dismissal to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table audit_log enable row level security;
create policy staff on audit_log to app_staff
  using (true)
  with check (true);
create policy supplier_insert on audit_log for insert to app_supplier
  with check (((user_id = nullif(current_setting('app.user_id', true), '')::uuid) or ((user_id is null) and (user_name = '匿名用户') and (entity = 'system-management/homepage-suggestion') and (exists ( select 1
   from homepage_suggestion s
  where ((s.id = audit_log.record_id) and s.anonymous and (s.author_id = nullif(current_setting('app.user_id', true), '')::uuid)))))) and (suppliers <@ array[nullif(current_setting('app.supplier_id', true), '')::uuid]));
create policy supplier_read on audit_log for select to app_supplier
  using (nullif(current_setting('app.supplier_id', true), '')::uuid = any (suppliers));
alter table user_log_payload enable row level security;
create policy staff on user_log_payload to app_staff
  using (true)
  with check (true);
alter table request_repeat enable row level security;
create policy own on request_repeat to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table stored_file enable row level security;
create policy own_upload on stored_file to app_staff, app_supplier
  using ((uploaded_by)::text = current_setting('app.user_id', true))
  with check ((uploaded_by)::text = current_setting('app.user_id', true));
alter table stored_file_piece enable row level security;
alter table record_comment enable row level security;
create policy staff on record_comment to app_staff
  using (true)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
create policy supplier_insert on record_comment for insert to app_supplier
  with check ((user_id = nullif(current_setting('app.user_id', true), '')::uuid) and (not staff_only) and (suppliers <@ array[nullif(current_setting('app.supplier_id', true), '')::uuid]));
create policy supplier_read on record_comment for select to app_supplier
  using ((not staff_only) and (nullif(current_setting('app.supplier_id', true), '')::uuid = any (suppliers)));
alter table record_watch enable row level security;
create policy own on record_watch to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table inbox enable row level security;
create policy own on inbox to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table mail_outbox enable row level security;
create policy staff on mail_outbox for select to app_staff
  using ((nullif(current_setting('app.user_id', true), '')::uuid is null) or (created_by = nullif(current_setting('app.user_id', true), '')::uuid) or ( select sees_all_mail() AS sees_all_mail));
create policy staff_delete on mail_outbox for delete to app_staff
  using ((state = 'draft') and ((nullif(current_setting('app.user_id', true), '')::uuid is null) or (created_by = nullif(current_setting('app.user_id', true), '')::uuid) or ( select sees_all_mail() AS sees_all_mail)));
/* What the program writes in the name of nobody leaves as well. */
create policy staff_insert on mail_outbox for insert to app_staff
  with check ((created_by is null) or ((nullif(current_setting('app.user_id', true), '')::uuid is null) or (created_by = nullif(current_setting('app.user_id', true), '')::uuid) or ( select sees_all_mail() AS sees_all_mail)));
create policy staff_update on mail_outbox for update to app_staff
  using ((nullif(current_setting('app.user_id', true), '')::uuid is null) or (created_by = nullif(current_setting('app.user_id', true), '')::uuid) or ( select sees_all_mail() AS sees_all_mail))
  with check ((nullif(current_setting('app.user_id', true), '')::uuid is null) or (created_by = nullif(current_setting('app.user_id', true), '')::uuid) or ( select sees_all_mail() AS sees_all_mail));
alter table msg_send_record enable row level security;
alter table notification_choice enable row level security;
create policy own on notification_choice to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table notification_person enable row level security;
create policy own on notification_person to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
alter table news_later enable row level security;
create policy staff on news_later to app_staff
  using (true)
  with check (true);
alter table news_once enable row level security;
create policy staff on news_once to app_staff
  using (true)
  with check (true);
alter table news_supplier enable row level security;
create policy own on news_supplier for select to app_supplier
  using (supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid);
create policy staff on news_supplier to app_staff
  using (true)
  with check (true);
alter table approval_flow_version enable row level security;
create policy staff on approval_flow_version to app_staff
  using (true)
  with check (true);
alter table approval_case enable row level security;
create policy staff on approval_case to app_staff
  using (true)
  with check (true);
alter table approval_step enable row level security;
create policy staff on approval_step to app_staff
  using (true)
  with check (true);
alter table approval_asked enable row level security;
create policy staff on approval_asked to app_staff
  using (true)
  with check (true);
alter table approval_move enable row level security;
create policy staff on approval_move for select to app_staff
  using (true);
alter table ticket enable row level security;
create policy staff on ticket to app_staff
  using (true)
  with check (true);
alter table ticket_visit enable row level security;
create policy staff on ticket_visit for select to app_staff
  using (true);
alter table applicant enable row level security;
create policy staff on applicant to app_staff
  using (true)
  with check (true);
alter table applicant_code enable row level security;
create policy staff on applicant_code to app_staff
  using (true)
  with check (true);
alter table import_file enable row level security;
create policy staff on import_file to app_staff
  using (true)
  with check (true);
alter table import_row enable row level security;
create policy staff on import_row to app_staff
  using (true)
  with check (true);
alter table export_work enable row level security;
create policy staff on export_work to app_staff
  using (true)
  with check (true);
alter table report_run enable row level security;
create policy staff on report_run to app_staff
  using (true)
  with check (true);
alter table interface_payload enable row level security;
create policy staff on interface_payload for insert to app_staff
  with check (true);

/* What a change of a row sets off */
create trigger approval_task after update of state on approval_asked for each row when (((old.state = 'open') and (new.state <> 'open'))) execute function end_approval_task();
create trigger audit_log_grows before delete or update on audit_log for each row execute function refuse_change();
create trigger audit_log_stays before truncate on audit_log for each statement execute function refuse_change();
/* Dictionaries are kept in memory under the version of rights and menus, which every request reads. The columns that
   searching fills beside the requests change nothing of them. */
create trigger dictionary_changed after insert or delete or update of code, name, category, is_public, locked, built_in, enabled on dictionary for each statement execute function access_changed();
create trigger dictionary_items_changed after insert or delete or update on dictionary_items for each statement execute function access_changed();
/* What is added to definitions is kept in memory under the version of rights and menus, which every request reads. The columns that
   searching fills beside the requests change nothing of it. */
create trigger field_changed after insert or delete or update of entity, code, label, field_type, options_dict, required, supplier_visible, supplier_editable, in_list, searchable, seq, builtin, enabled on field for each statement execute function access_changed();
/* Who keeps rights in memory hears that a group is in other hands. */
create trigger job_group_owner_changed after insert or delete or update of owner_id on job_group for each statement execute function access_changed();
create trigger attempt_locks_user after insert or delete or update of locked_until on login_attempt for each row execute function attempt_changed();
create trigger login_log_stays before update on login_log for each row execute function refuse_login_change();
create trigger mail_outbox_numbered before insert on mail_outbox for each row when ((new.mail_no is null)) execute function mail_outbox_numbered();
/* Both are kept in memory under the version of rights and menus, which every request reads. The columns that searching fills beside
   the requests change nothing of them. */
create trigger msg_scenario_changed after insert or delete or update of state, on_site, by_email, quiet, can_mute, receiver_rule on msg_scenario for each statement execute function access_changed();
create trigger msg_scenario_conditions_changed after insert or delete or update on msg_scenario_conditions for each statement execute function access_changed();
create trigger msg_scenario_receivers_changed after insert or delete or update on msg_scenario_receivers for each statement execute function access_changed();
create trigger msg_send_entry_changed instead of update on msg_send_entry for each row execute function msg_send_entry_changed();
create trigger msg_template_changed after insert or delete or update of state, title, content on msg_template for each statement execute function access_changed();
create trigger session_kicked instead of update on online_session for each row execute function session_kicked();
create trigger parameter_changed after delete or update of value on parameter for each statement execute function parameter_changed();
create trigger resource_changed after insert or delete or update of title, name, type, parent_id, path, component, redirect, icon, sort_no, show, hide_children, hidden_header_content, target, keep_tab, allowed_actions, enabled, built_in on resource for each statement execute function access_changed();
create trigger role_changed after delete or update of code, name, audience, rank, data_scope, home_id, built_in, enabled on role for each statement execute function access_changed();
create trigger role_names_users after update on role for each row when (((old.name is DISTINCT from new.name) or (old.rank is DISTINCT from new.rank))) execute function role_changed();
create trigger role_permission_changed after insert or delete or update on role_permission for each statement execute function access_changed();
create trigger session_dates_user after insert on session for each row execute function session_begun();
create trigger session_ended after update of ended_at on session for each row when (((old.ended_at is null) and (new.ended_at is not null))) execute function session_ended();
create trigger session_named before insert on session for each row execute function session_named();
create trigger site_message_changed instead of update on site_message for each row execute function site_message_changed();
create trigger user_role_counts after insert or delete or update on user_role for each row execute function user_role_changed();

/* Rows that every installation has from the first moment and that no start writes */
insert into permission_version values (1, 1);
insert into installation_secret values
  ('sign-in', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
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
/* What applies to every order where no narrower rule comes before it. Sources count from when the source list is kept: without one an installation goes on ordering. */
insert into order_rule (id, state, code, name, check_type, moment, severity, priority, built_in, remark) values
  (gen_random_uuid(), 'active', 'CONTRACT', '合同有效期', 'contract_window', 'release', 'reason', 0, true, '订单日期须在与该供应商的有效合同期内，否则写明理由才能下达。'),
  (gen_random_uuid(), 'active', 'ENDED', '供应商停止合作', 'supplier_frozen', 'release', 'block', 0, true, '已淘汰和黑名单中的供应商不能再下达订单。'),
  (gen_random_uuid(), 'stopped', 'SOURCE', '供货清单', 'source', 'release', 'block', 0, false, '启用后，没有列入供货清单的物料不能下达；请先维护货源数据。');
`;

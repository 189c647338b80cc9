/**
 * Whoever a case of approval asks has a task under the id of the question, which ends with the question: one list of what waits for a
 * person. It stays as it is once it has run anywhere.
 */
export const name = "0140-approval-tasks";

export const up = `
/* Questions that are open already. */
insert into task (id, state, title, description, business_type, business_key, document_entity, document_id, path, assignee_id, due_at,
  priority, source, created_by, created_at, updated_by, updated_at)
select a.id, 'open', left('审批' || c.title, 120), c.flow_name || '，' || (s.definition ->> 'name') || '；' || c.started_by_name || '发起',
  split_part(c.title, ' ', 1), c.record_number, c.entity, c.record_id::text, '/' || c.entity || '/' || c.record_id, a.user_id, s.due_at,
  'normal', 'approval', c.started_by, a.asked_at, c.started_by, a.asked_at
from approval_asked a join approval_case c on c.id = a.case_id join approval_step s on s.id = a.step_id
where a.state = 'open' and a.user_id is not null;

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
create trigger approval_task after update of state on approval_asked for each row
  when (old.state = 'open' and new.state <> 'open') execute function end_approval_task();

/* Who stands in for whom a case asks; on which days is compared by whoever asks, by the clock of the request. */
create view task_deputy as
  select t.id as task_id, d.deputy_id as user_id, d.from_day, d.to_day
  from task t join approval_deputy d on d.owner_id = t.assignee_id and d.enabled and (d.document is null or d.document = t.document_entity)
  where t.source = 'approval' and t.state = 'open' and current_user <> 'app_supplier';
grant select on task_deputy to app_staff, app_supplier;
`;

/** Written by hand: wording of messages that nobody has edited follows the program. It stays as it is once it has run anywhere. */
export const name = "0290-suppliers-are-addressed-alike";

export const up = `
/* In the talk about joining an account 贵司 is the company of the person who is addressed; everywhere else suppliers are 您. */
create function pg_temp.addressed(said text) returns text language sql immutable as $$
  select replace(replace(replace(replace(said, '贵司的', '您的'), '贵司物料', '您的物料'), '贵司负责人', '您的负责人'), '贵司', '您')
$$;
update msg_template_revisions r set title = pg_temp.addressed(r.title), content = pg_temp.addressed(r.content)
  from msg_template t where t.id = r.root_id and t.version = 1 and t.scenario not like 'member.%';
update msg_template set title = pg_temp.addressed(title), content = pg_temp.addressed(content), preview = pg_temp.addressed(preview),
  search_text = case when title like '%贵司%' or content like '%贵司%' then null else search_text end
  where version = 1 and scenario not like 'member.%';
drop function pg_temp.addressed(text);
`;

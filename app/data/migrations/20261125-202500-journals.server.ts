/**
 * Journals only grow, whoever holds the connection (decision 0154): written by hand, before the first table that does. It stays as it is once
 * it has run anywhere.
 */
export const name = "20261125-202500-journals";

export const up = `
create function refuse_journal_change() returns trigger language plpgsql as $$ begin
  raise exception '% only grows', tg_table_name;
end $$;
`;

/**
 * What is passed when an account is blocked hangs on the account's purchase group or supplier. A branch is put into the function of
 * `20261127-202600`, whose others stay. Written by hand; it stays as it is once it has run anywhere.
 */
export const name = "20261128-130500-warned-accounts";

export const up = `
do $do$
declare
  before text := pg_get_functiondef('scope_of_warned(text, uuid)'::regprocedure);
  after text := regexp_replace(before, '\\n    else\\s+null;\\s+end case;', $branch$
    when 'system-management/user' then
      select u.supplier_id, u.purchase_group_id into supplier, purchase_group from app_user u where u.id = of_record;
    else
      null;
  end case;$branch$);
begin
  if after = before then raise exception 'scope_of_warned has no place for another branch'; end if;
  execute after;
end $do$;
`;

/** Lists of many accounts: which rows the search index does not know yet, and what counts and filters look at, without the rows. */
export const name = "0135-many-accounts";

export const up = `
create index app_user_unread_idx on app_user (id) where search_grams is null;
create index app_user_list_idx on app_user (user_type, state) include (role_names, is_binding);
`;

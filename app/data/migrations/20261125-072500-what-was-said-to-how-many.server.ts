/** What jobs have told once says which record it was about and how many people it reached. */
export const name = "20261125-072500-what-was-said-to-how-many";

export const up = `
alter table news_once add column entity text, add column record_id uuid, add column people integer;
grant update (people) on news_once to app_staff;
`;

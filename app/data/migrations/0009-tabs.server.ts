/** The pages a session has open, in the order of the strip. */
export const name = "0009-tabs";

export const up = `
/* Read and written as owner only, like the session it belongs to: no grant for the roles of people. */
create table user_tab (
  session_hash text not null references session (id_hash) on delete cascade,
  /* Path of the page with what names its record; filters, pages and sorts are no part of it. */
  key text not null,
  /* The page as it was left, below the base path. */
  url text not null,
  title text not null,
  top_id text,
  pinned boolean not null default false,
  position integer not null,
  last_at timestamptz not null,
  primary key (session_hash, key)
);
/* Whether home still offers the pages of the session before. */
alter table session add column offers_tabs boolean not null default true;
`;

/**
 * That tabs close by themselves is told once in a session. Written by hand; it stays as it is once it has run anywhere.
 */
export const name = "20261128-113000-tab-limit-told";

export const up = `
alter table session add column tab_limit_told boolean not null default false;
`;

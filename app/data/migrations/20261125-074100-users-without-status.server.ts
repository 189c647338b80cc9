/**
 * Where an account stands says `state`, as with everything else: the second name of it goes. Written by hand. It stays as it is once it
 * has run anywhere.
 */
export const name = "20261125-074100-users-without-status";

export const up = `
alter table app_user drop column status;
`;

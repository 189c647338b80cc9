/** How long strangers from an address have to wait: written by hand. It stays as it is once it has run anywhere. */
export const name = "20261125-073500-waits-of-addresses";

export const up = `
alter table login_address add column wait_until timestamptz;
`;

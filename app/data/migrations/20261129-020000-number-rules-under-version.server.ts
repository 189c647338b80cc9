/**
 * How documents are numbered is kept in memory under the version of parameters: what an administrator changes counts it up. What a start adds
 * says what the program says without it. Written by hand; it stays as it is once it has run anywhere.
 */
export const name = "20261129-020000-number-rules-under-version";

export const up = `
create trigger number_rule_changed after update or delete on number_rule for each row execute function parameter_changed();
`;

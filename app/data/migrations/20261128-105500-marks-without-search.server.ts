/**
 * Marks of movements are found by filters, as the journal is: a posting is many rows of one number, each of which had grams of its own. The
 * index goes with its columns. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261128-105500-marks-without-search";

export const up = `
alter table "io_mark" drop column "search_text";
alter table "io_mark" drop column "search_grams";
`;

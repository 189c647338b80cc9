import { reference, text } from "./field";

/*
 * Journals: logs whose rows are only ever added, by posting from code (decision 0154). Stock and money move by nothing else.
 */

/** What makes a log a journal. */
export interface Journal<C extends string = string> {
  /** The required day a row counts from; balances at a day are sums of the rows up to it. */
  day: C;
  /** The choice that says what kind of movement a row is. */
  kind: C;
  /** What is added up, signed; a correction has them with the other sign. */
  figures: readonly C[];
  /** The text that holds the number of a posting, the same in all of its rows, and the rule it is made by. */
  voucher: { field: C; rule: string };
}

/** Id of the document a row comes from; tables of journals have an index of it. */
export const SOURCE_ID = "source_id";

/** Names of the fields every journal has; only the engine writes them. */
export const POSTING_FIELDS = [
  "posting_key",
  "source_entity",
  "source_id",
  "source_no",
  "source_line",
  "corrects",
] as const;

const MOST_KEY = 200;
const ID = 36;

/**
 * The fields every journal has, to be spread into its own: from which line of which document a row comes, the one key it was posted under,
 * and which row it corrects.
 * @param key of the journal itself
 */
export function postingFields<const K extends string>(key: K) {
  const technical = { system: true, hiddenFromSuppliers: true } as const;
  return {
    posting_key: text({
      label: "记账键",
      required: true,
      maxLength: MOST_KEY,
      unique: "该记账已登记，不能重复登记",
      ...technical,
    }),
    source_entity: text({ label: "来源单据类型", required: true, maxLength: 80, ...technical }),
    source_id: text({ label: "来源单据标识", required: true, maxLength: ID, ...technical }),
    source_no: text({ label: "来源单号", required: true, system: true, maxLength: 60, found: "start" }),
    source_line: text({ label: "来源行标识", required: true, maxLength: ID, ...technical }),
    corrects: reference(key, {
      label: "冲销的记录",
      system: true,
      unique: "该记录已冲销，不能再次冲销",
      ofAnySupplier: "A correction and what it corrects are rows of one document",
    }),
  };
}

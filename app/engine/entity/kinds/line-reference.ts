import type { Kind } from "./kind";
import { referenceKind } from "./reference";

/**
 * Id of a line of another document. Reads ids only; a typed number with its line is looked up in the database before, and whether the
 * line is within reach is asked there too (`engine/operations/line-references`).
 */
export const lineReferenceKind: Kind = { ...referenceKind, name: "lineReference", filter: "none" };

import type { AnyEntity } from "./define";
import type { Field, Fields } from "./field";
import type { PrintLayout } from "./layout";
import { linesAt } from "./paths";
import type { LinesMap } from "./record";

/** What is wrong with how an entity says it is printed, one sentence each. */
export function printFaults(at: string, entity: AnyEntity, lookup: (key: string) => AnyEntity | undefined): string[] {
  const print: PrintLayout<Fields, LinesMap> | undefined = entity.print;
  if (!print) return [];
  const here = `${at}, print`;
  const { head, parties = [], facts = [], lines = [], sums = [], amountInWords, version } = print;
  const own = [...facts, ...sums, ...parties.flatMap((party) => party.own ?? []), ...(version ? [version] : [])];
  const faults = own
    .filter((name) => !entity.fields[name])
    .map((name) => `${here}: names the field "${name}", which does not exist`);
  for (const { of, show = [] } of [...(head ? [head] : []), ...parties]) {
    for (const column of show.length > 0 ? show : [null]) {
      const fault = throughFault(entity.fields, of, column, lookup);
      if (fault) faults.push(`${here}: ${fault}`);
    }
  }
  // Words are exact, so the amount has cents and no more.
  if (amountInWords && entity.fields[amountInWords]?.kind !== "money")
    faults.push(`${here}: amountInWords names "${amountInWords}", which is no amount`);
  for (const table of lines) {
    const known = linesAt(entity.lines, table.lines);
    if (!known) faults.push(`${here}: names the lines "${table.lines}", which do not exist`);
    for (const key of known ? table.columns : []) {
      const [name = "", through] = key.split(".");
      const fault =
        through === undefined && known?.fields[name]
          ? null
          : throughFault(known?.fields ?? {}, name, through ?? null, lookup);
      if (fault) faults.push(`${here}, lines "${table.lines}": ${fault}`);
    }
  }
  return faults;
}

function throughFault(
  fields: Fields,
  name: string,
  column: string | null,
  lookup: (key: string) => AnyEntity | undefined,
): string | null {
  const field: Field | undefined = fields[name];
  if (field?.kind !== "reference") return `names "${name}", which is no reference field`;
  const target = lookup(field.options.to ?? "");
  return column === null || !target || target.fields[column] ? null : `names "${name}.${column}", which does not exist`;
}

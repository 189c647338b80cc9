import type { AnyEntity, Field, Fields, Lines } from "~/engine/entity";
import { choicesOf, defaultChoice } from "~/engine/entity/dictionary";
import type { Sample, SampleRefs } from "~/engine/entity/seed";

function isTyped(field: Field): boolean {
  const { presence, kind, options } = field;
  return (
    defaultChoice(field) === null &&
    presence === "required" &&
    kind !== "yesNo" &&
    options.initial === undefined &&
    !options.numbering &&
    !options.system
  );
}

function valueFor(name: string, { kind, options }: Field, refs: SampleRefs): unknown {
  switch (kind) {
    case "reference":
      return refs.id(options.to ?? "");
    case "lineReference":
      return refs.id(`${options.to}#${options.lines}`);
    case "choice":
      return Object.keys(choicesOf(options))[0];
    case "date":
      return "2025-06-02";
    case "dateTime":
      return "2025-06-02 09:00:00";
    case "phone":
      return "13800000000";
    case "email":
      return `sample${refs.serial}@example.com`;
    case "text":
    case "longText":
      if (!options.unique && name !== "code") return `样例${options.label}`;
      // Codes of the program itself are written small.
      return options.pattern?.expression.test(`X${refs.serial}`) === false ? `x${refs.serial}` : `X${refs.serial}`;
    default:
      return options.min && options.min !== "0" ? options.min : "1";
  }
}

function valuesFor(fields: Fields, refs: SampleRefs): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries<Field>(fields).flatMap(([name, field]) =>
      isTyped(field) ? [[name, valueFor(name, field, refs)]] : [],
    ),
  );
}

/** The least a definition asks for: its required fields, and one row of every table that must have rows. */
export function derivedSample(entity: AnyEntity): Sample {
  const tables = Object.entries<Lines>(entity.lines).filter(([, lines]) => (lines.options.min ?? 0) > 0);
  const all = [entity.fields, ...tables.map(([, lines]) => lines.fields)].flatMap((fields) =>
    Object.values<Field>(fields),
  );
  return {
    needs: [...new Set(all.flatMap((field) => (isTyped(field) && field.options.to ? [field.options.to] : [])))],
    sample: (refs) => ({
      ...valuesFor(entity.fields, refs),
      ...Object.fromEntries(tables.map(([name, lines]) => [name, [valuesFor(lines.fields, refs)]])),
    }),
  };
}

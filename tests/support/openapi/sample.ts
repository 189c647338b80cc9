import type { Schema } from "~/engine/openapi/field-schema";

/** An id that no row has. */
export const NOBODY = "0195a000-0000-7000-8000-00000000ffff";

/** The properties of a schema that is an object. */
export function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  return Object.fromEntries(Object.entries(Object(schema?.properties)).map(([name, one]) => [name, Object(one)]));
}

export function requiredOf(schema: Schema | undefined): string[] {
  return Array.isArray(schema?.required) ? schema.required.map(String) : [];
}

/** The least that a schema takes; what is text is an id that no row has, so that nothing that exists is touched. */
export function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  const [first] = [schema.enum, schema.oneOf, schema.anyOf].flatMap((list) => (Array.isArray(list) ? [list[0]] : []));
  if (first !== undefined) return typeof first === "object" && first !== null ? sampleOf(Object(first)) : first;
  switch (schema.type) {
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return Number(schema.minItems ?? 0) > 0 ? [sampleOf(Object(schema.items))] : [];
    case "object":
      return Object.fromEntries(requiredOf(schema).map((name) => [name, sampleOf(propertiesOf(schema)[name] ?? {})]));
    default:
      return textOf(schema);
  }
}

function textOf({ pattern, maxLength }: Schema): string {
  if (typeof pattern === "string") {
    const fits = ["1", "2025-03-10", "2025-03-10 08:00"].find((text) => new RegExp(pattern).test(text));
    if (fits) return fits;
  }
  return NOBODY.slice(0, Number(maxLength ?? NOBODY.length));
}

import type { Field } from "../entity";
import { choicesOf } from "../entity/dictionary";

/** A schema of JSON as OpenAPI 3.1 writes it. */
export type Schema = Readonly<Record<string, unknown>>;

const DAY = "^\\d{4}-\\d{2}-\\d{2}$";
const MINUTE = "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}(:\\d{2})?$";
const DECIMAL = "^-?\\d+(\\.\\d+)?$";
/** Digits before and after the point, by kind (ruling 20). */
const SCALES: Readonly<Record<string, string>> = {
  quantity: "numeric(18,3)",
  price: "numeric(18,6)",
  money: "numeric(18,2)",
  percent: "numeric(9,4)",
};

/** What a field reads as on the wire: decimals and days are text, ids are text, yes and no are booleans. */
export function fieldSchema(field: Field): Schema {
  const { options, kind } = field;
  const about = { title: options.label, ...(options.help ? { description: options.help } : {}) };
  switch (kind) {
    case "integer":
      return { ...about, type: "integer", ...(options.positive ? { exclusiveMinimum: 0 } : {}) };
    case "quantity":
    case "price":
    case "money":
    case "percent":
      return { ...about, type: "string", pattern: DECIMAL, format: SCALES[kind] };
    case "number":
      return { ...about, type: "string", pattern: DECIMAL, format: `numeric(${options.precision},${options.scale})` };
    case "date":
      return { ...about, type: "string", pattern: DAY };
    case "dateTime":
      return { ...about, type: "string", pattern: MINUTE };
    case "yesNo":
      return { ...about, type: "boolean" };
    case "choice":
      return {
        ...about,
        type: "string",
        oneOf: Object.entries(choicesOf(options)).map(([value, label]) => ({ const: value, title: label })),
      };
    case "reference":
      return { ...about, type: "string", description: `${options.to} 的 id` };
    case "lineReference":
      return { ...about, type: "string", description: `${options.to} 的 ${options.lines} 行的 id，或「单号/行号」` };
    case "json":
      return about;
    case "file":
    case "files":
    case "pictures":
      return {
        ...about,
        type: "array",
        description: "文件清单；写入时给出已上传文件的 id",
        items: {
          type: "object",
          properties: {
            id: { type: "string" },
            name: { type: "string" },
            size: { type: "integer" },
            type: { type: "string" },
          },
        },
      };
    default:
      return { ...about, type: "string", maxLength: options.maxLength ?? (kind === "longText" ? 4000 : 200) };
  }
}

/** The same, where it may be empty. */
export function nullable(schema: Schema): Schema {
  const { title, description, ...rest } = schema;
  const about = { ...(title ? { title } : {}), ...(description ? { description } : {}) };
  return { ...about, anyOf: [rest, { type: "null" }] };
}

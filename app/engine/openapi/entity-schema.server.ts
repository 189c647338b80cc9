import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields, Lines, LinesMap } from "../entity";
import { defaultChoice } from "../entity/dictionary";
import { isPointer } from "../entity/field";
import { mayRead } from "../operations/scope.server";
import { fieldSchema, nullable, type Schema } from "./field-schema";

type Properties = Record<string, Schema>;

/** True for what a call may carry: not worked out, not numbered, not kept by the program. */
function isWritten({ presence, kind, options }: Field): boolean {
  return presence !== "computed" && !options.system && !options.numbering && kind !== "json";
}

/** A record as the calls answer it, less what this person may not read. */
export function recordSchema(context: Context, entity: AnyEntity): Schema {
  const instant = { type: "string", description: "北京时间" };
  return {
    type: "object",
    title: entity.label,
    properties: {
      id: { type: "string" },
      ...(entity.number ? { number: { type: "string", title: "单号" } } : {}),
      version: { type: "integer", description: "修改时须原样带回" },
      ...(entity.states ? { state: stateSchema(entity), state_label: { type: "string", title: "状态名称" } } : {}),
      ...readProperties(context, entity, entity.fields, ""),
      ...lineProperties(context, entity, entity.lines, ""),
      created_at: instant,
      created_by: nullable({ type: "string" }),
      updated_at: instant,
      updated_by: nullable({ type: "string" }),
      actions: {
        type: "array",
        title: "当前可做的操作",
        items: { type: "object", properties: { action: { type: "string" }, label: { type: "string" } } },
      },
    },
    required: ["id", "version"],
  };
}

function stateSchema(entity: AnyEntity): Schema {
  return {
    type: "string",
    title: "状态",
    oneOf: Object.entries<string>(entity.states ?? {}).map(([value, label]) => ({ const: value, title: label })),
  };
}

function readProperties(context: Context, entity: AnyEntity, fields: Fields, right: string): Properties {
  const properties: Properties = {};
  for (const [name, field] of Object.entries<Field>(fields)) {
    if (!mayRead(context, entity, right + name, field)) continue;
    const schema = fieldSchema(field);
    properties[name] = field.presence === "optional" ? nullable(schema) : schema;
    if (isPointer(field) || field.kind === "choice")
      properties[`${name}_label`] = nullable({ type: "string", title: `${field.options.label}名称` });
  }
  return properties;
}

function lineProperties(context: Context, entity: AnyEntity, map: LinesMap, right: string): Properties {
  return Object.fromEntries(
    Object.entries<Lines>(map).map(([name, lines]) => [
      name,
      {
        type: "array",
        title: lines.label,
        items: {
          type: "object",
          properties: {
            id: { type: "string" },
            line_no: { type: "integer", title: "行号" },
            ...readProperties(context, entity, lines.fields, `${right}${name}.`),
            ...lineProperties(context, entity, lines.lines, `${right}${name}.`),
          },
        },
      },
    ]),
  );
}

/** What a new record is made of, and what a change may carry. */
export function inputSchema(context: Context, entity: AnyEntity, use: "create" | "update"): Schema {
  const body = bodyOf(context, { entity, fields: entity.fields, map: entity.lines, right: "" });
  const repeat = { requestId: { type: "string", description: "同一请求号重复发送只执行一次" } };
  return use === "create"
    ? { type: "object", properties: { ...body.properties, ...repeat }, required: body.required }
    : {
        type: "object",
        properties: { version: { type: "integer" }, ...body.properties, ...repeat },
        required: ["version"],
        description: "没有传的字段保持不变；传了明细表就以传来的行为准，已有的行带上 id。",
      };
}

function bodyOf(
  context: Context,
  { entity, fields, map, right }: { entity: AnyEntity; fields: Fields; map: LinesMap; right: string },
): { properties: Properties; required: string[] } {
  const properties: Properties = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries<Field>(fields)) {
    if (!isWritten(field) || !mayRead(context, entity, right + name, field)) continue;
    const schema = fieldSchema(field);
    properties[name] = field.presence === "required" ? schema : nullable(schema);
    const given = field.options.initial !== undefined || defaultChoice(field) !== null || field.kind === "yesNo";
    if (field.presence === "required" && !given) required.push(name);
  }
  for (const [name, lines] of Object.entries<Lines>(map)) {
    if (lines.options.system) continue;
    const inner = bodyOf(context, { entity, fields: lines.fields, map: lines.lines, right: `${right}${name}.` });
    const { min, max } = lines.options;
    properties[name] = {
      type: "array",
      title: lines.label,
      ...(min ? { minItems: min } : {}),
      ...(max ? { maxItems: max } : {}),
      items: { type: "object", properties: { id: { type: "string" }, ...inner.properties }, required: inner.required },
    };
    if (min) required.push(name);
  }
  return { properties, required };
}

/** Fields that a transition asks for. */
export function askedSchema(fields: Fields): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries<Field>(fields).map(([name, field]) => [
        name,
        field.presence === "required" ? fieldSchema(field) : nullable(fieldSchema(field)),
      ]),
    ),
    required: Object.entries<Field>(fields).flatMap(([name, { presence }]) => (presence === "required" ? [name] : [])),
  };
}

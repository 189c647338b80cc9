import type { Context } from "../context.server";
import { type Call, permissionsOf } from "./call";
import { callsOf } from "./document.server";
import type { Schema } from "./field-schema";

const PATH = "/api-docs";

/** One value of a body or an answer, named by its way from the top: `items[].qty`. */
interface ApiValue {
  name: string;
  type: string;
  required: boolean;
  text: string;
}

/** The contract as a page: the calls of one group, whichever is asked for by its place. */
export function apiDocsModel(context: Context, params: URLSearchParams) {
  const calls = callsOf(context);
  const labels = [...new Set(calls.map(({ group }) => group))];
  const wanted = Number(params.get("group") ?? "0");
  const current = labels[wanted] ?? labels[0] ?? "";
  return {
    title: "接口文档",
    groups: labels.map((label, at) => ({
      label,
      href: at === 0 ? PATH : `${PATH}?group=${at}`,
      current: label === current,
      count: calls.filter(({ group }) => group === label).length,
    })),
    calls: calls.filter(({ group }) => group === current).map(callModel),
    documentHref: "/v2/openapi.json",
  };
}

function callModel(call: Call) {
  const query = Object.entries(call.query ?? {}).map(([name, schema]) => rowOf(name, schema, false));
  return {
    id: `${call.method}${call.path.replace(/[^A-Za-z0-9]+/g, "-")}`,
    method: call.method.toUpperCase(),
    path: call.path,
    summary: call.summary,
    permission: permissionText(call),
    note: call.note ?? "",
    sentAs: sentAs(call, query.length > 0),
    given: [...query, ...valuesOf(call.body, "")],
    answered: valuesOf(call.result ?? call.bare, ""),
    files: (call.file ?? []).join("、"),
  };
}

function sentAs({ body, form, orJson, bytes }: Call, asked: boolean): string {
  if (bytes !== undefined) return `文件内容（application/octet-stream，最多${bytes}字节）`;
  if (body) return form ? (orJson ? "表单或 JSON" : "表单") : "JSON";
  return asked ? "地址参数" : "";
}

function permissionText(call: Call): string {
  const wanted = permissionsOf(call).join(" 或 ");
  if (wanted !== "") return call.own ? `本人，或 ${wanted}` : wanted;
  if (call.open) return "无需登录";
  return call.internal ? "内部员工" : "登录即可";
}

/** Every value below a schema; how deep bodies go is decided by the definitions. */
function valuesOf(schema: Schema | undefined, way: string): ApiValue[] {
  if (!schema) return [];
  const items = objectOf(schema.items);
  if (items) return valuesOf(items, `${way}[]`);
  const properties = objectOf(schema.properties);
  if (!properties) return [];
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).flatMap(([name, inner]) => {
    const below = objectOf(inner) ?? {};
    const path = way === "" ? name : `${way}.${name}`;
    return [rowOf(path, below, required.includes(name)), ...valuesOf(below, path)];
  });
}

function rowOf(name: string, schema: Schema, required: boolean): ApiValue {
  return { name, type: typeOf(schema), required, text: textOf(schema) };
}

function typeOf(schema: Schema): string {
  if (Array.isArray(schema.anyOf)) {
    const kinds = schema.anyOf.map((one) => typeOf(objectOf(one) ?? {}));
    return [...new Set(kinds)].map((kind) => (kind === "null" ? "可空" : kind)).join("、");
  }
  if (Array.isArray(schema.oneOf)) return "选项";
  if (schema.const !== undefined) return "固定值";
  const names: Readonly<Record<string, string>> = {
    string: "文本",
    integer: "整数",
    number: "数",
    boolean: "是否",
    array: "数组",
    object: "对象",
    null: "null",
  };
  return names[String(schema.type)] ?? "任意";
}

function textOf(schema: Schema): string {
  const inner = Array.isArray(schema.anyOf) ? (objectOf(schema.anyOf[0]) ?? {}) : schema;
  const choices: unknown[] = Array.isArray(inner.oneOf) ? inner.oneOf : [];
  const shown = choices.map((one) => `${String(Object(one).const)} ${String(Object(one).title ?? "")}`.trim());
  const facts = [
    schema.title,
    schema.description,
    shown.join("；"),
    inner.format,
    inner.maxLength === undefined ? undefined : `最长${String(inner.maxLength)}字`,
    inner.const === undefined ? undefined : `“${String(inner.const)}”`,
  ];
  return facts.filter((fact) => typeof fact === "string" && fact !== "").join("，");
}

function objectOf(value: unknown): Schema | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

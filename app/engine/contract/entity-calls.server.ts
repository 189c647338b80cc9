import { may } from "../access/permissions";
import type { Context } from "../context.server";
import type { Action, AnyEntity, AnyTransition, Field } from "../entity";
import type { Screen } from "../entity/registry";
import { filterField } from "../operations/filters";
import { mayMove } from "../operations/scope.server";
import type { Call } from "./call";
import { askedSchema, inputSchema, recordSchema } from "./entity-schema.server";
import type { Schema } from "./field-schema";

const SYSTEM = "system-management/";

/** Address of an entity's calls; system management answers below `/v2/sys` (ruling 47). */
export function callsPath(entity: AnyEntity): string {
  return `/v2/${entity.key.startsWith(SYSTEM) ? `sys/${entity.key.slice(SYSTEM.length)}` : entity.key}`;
}

/** The calls of an entity that this person may make (ruling 16). */
export function entityCallsOf(context: Context, entity: AnyEntity): Call[] {
  const screens = context.services.registry.screensOf(entity.key);
  const allowed = (action: Action) =>
    screens.find((screen) => may(context.actor.permissions, `${screen.key}.${action}`));
  const base = callsPath(entity);
  const name = entity.label;
  const calls: Call[] = [];
  const add = (call: Omit<Call, "group">) => calls.push({ group: name, ...call });
  const record = recordSchema(context, entity);
  const saved = { type: "object", properties: { id: TEXT, version: { type: "integer" }, warnings: TEXTS } };
  const listing = allowed("query");
  if (listing)
    add({
      method: "post",
      path: `${base}/page`,
      summary: `${name}：查询列表`,
      permission: `${listing.key}.query`,
      body: pageSchema(entity, listing),
      result: {
        type: "object",
        properties: {
          records: { type: "array", items: record },
          current: { type: "integer" },
          size: { type: "integer" },
          total: { type: "integer" },
          pages: { type: "integer" },
        },
      },
      note: "同样的条件也可以放在 GET 的地址里：page.current、page.size 和各筛选条件。",
    });
  const opening = allowed("get");
  if (opening)
    add({
      method: "get",
      path: `${base}/{id}`,
      summary: `${name}：读取一条`,
      permission: `${opening.key}.get`,
      result: record,
    });
  const adding = allowed("add");
  if (adding)
    add({
      method: "post",
      path: base,
      summary: `${name}：新建`,
      permission: `${adding.key}.add`,
      body: inputSchema(context, entity, "create"),
      result: saved,
    });
  const editing = allowed("edit");
  if (editing)
    add({
      method: "put",
      path: `${base}/{id}`,
      summary: `${name}：修改`,
      permission: `${editing.key}.edit`,
      body: inputSchema(context, entity, "update"),
      result: saved,
    });
  const removing = allowed("delete");
  if (removing)
    add({
      method: "delete",
      path: `${base}/{id}`,
      summary: `${name}：删除`,
      permission: `${removing.key}.delete`,
      body: { type: "object", properties: { version: { type: "integer" }, requestId: TEXT } },
      result: {},
    });
  const exporting = allowed("export");
  if (exporting)
    add({
      method: "get",
      path: `${base}/export`,
      summary: `${name}：导出列表`,
      permission: `${exporting.key}.export`,
      query: { format: { type: "string", enum: ["xlsx", "csv"] } },
      file: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"],
      note: "筛选条件与查询列表相同。",
    });
  if (opening)
    add({
      method: "get",
      path: `${base}/{id}/export`,
      summary: `${name}：导出为 PDF`,
      permission: `${opening.key}.get`,
      query: { format: { type: "string", enum: ["pdf"] } },
      file: ["application/pdf"],
    });
  for (const [move, transition] of Object.entries<AnyTransition>(entity.transitions ?? {})) {
    if (!mayMove(context, entity, move)) continue;
    add({
      method: "post",
      path: `${base}/{id}/${move}`,
      summary: `${name}：${transition.label}`,
      permission: `${entity.key.split("/")[1]}-${move.replace(/_/g, "-")}.edit`,
      body: moveSchema(entity, transition),
      result: saved,
      ...(transition.confirm ? { note: transition.confirm } : {}),
    });
  }
  return calls;
}

const TEXT: Schema = { type: "string" };
const TEXTS: Schema = { type: "array", items: TEXT };

function pageSchema(entity: AnyEntity, screen: Screen): Schema {
  const filters = screen.list.filters.flatMap((name) => {
    const filter = filterField(entity, name);
    return filter ? [[name, filterSchema(filter.label, filter.shape)] as const] : [];
  });
  const toggles = Object.entries(screen.list.toggles ?? {}).map(
    ([name, { label }]) => [name, { type: "boolean", title: label }] as const,
  );
  return {
    type: "object",
    properties: {
      page: {
        type: "object",
        properties: {
          current: { type: "integer", minimum: 1, default: 1 },
          size: { type: "integer", minimum: 1, maximum: 200, default: 10 },
          orders: {
            type: "array",
            maxItems: 3,
            items: { type: "object", properties: { column: TEXT, asc: { type: "boolean" } }, required: ["column"] },
          },
        },
      },
      q: { type: "string", title: "快速查找", description: "名称的一部分、编码或拼音首字母" },
      ...Object.fromEntries(filters),
      ...Object.fromEntries(toggles),
    },
  };
}

function filterSchema(title: string, shape: string): Schema {
  if (shape === "dayRange" || shape === "range")
    return { title, type: "array", items: TEXT, minItems: 2, maxItems: 2, description: "[起, 止]，一端可以为空" };
  if (shape === "options" || shape === "reference")
    return { title, anyOf: [TEXT, { type: "array", items: TEXT, maxItems: 20 }], description: "可以给多个值" };
  return { title, ...TEXT };
}

function moveSchema(entity: AnyEntity, transition: AnyTransition): Schema {
  const asked = Object.fromEntries(
    (transition.asks ?? []).flatMap((name): [string, Field][] => {
      const field: Field | undefined = entity.fields[name];
      return field ? [[name, field]] : [];
    }),
  );
  const input = { ...asked, ...transition.input };
  const required = ["version", ...(transition.reason === "required" ? ["reason"] : [])];
  return {
    type: "object",
    properties: {
      version: { type: "integer" },
      ...(transition.reason ? { reason: { ...TEXT, title: transition.reasonLabel ?? "原因" } } : {}),
      ...(Object.keys(input).length > 0 ? { input: askedSchema(input) } : {}),
      ...(transition.lineInput
        ? {
            lines: {
              type: "object",
              description: "以明细行的 id 为键",
              additionalProperties: askedSchema(transition.lineInput.fields),
            },
          }
        : {}),
      requestId: TEXT,
    },
    required,
  };
}

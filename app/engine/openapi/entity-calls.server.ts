import { may, transitionRight } from "../access/permissions";
import type { Context } from "../context.server";
import type { Action, AnyEntity, AnyTransition, Field } from "../entity";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { isSearched } from "../entity/search-fields";
import { mayExportLater } from "../exports/task.server";
import { filePlaceAt, filePlaces } from "../files/file-fields";
import { PIECE_BYTES, uploadTargets } from "../files/upload.server";
import { takesComments } from "../operations/comments.server";
import { filterField } from "../operations/filters";
import { mayTransition } from "../operations/scope.server";
import { withKnownParameters } from "../parameters.server";
import type { Call } from "./call";
import { conversionCallsOf } from "./conversion-calls.server";
import { askedSchema, inputSchema, recordSchema } from "./entity-schema.server";
import { nullable, type Schema } from "./field-schema";

/** Address of an entity's calls; system management and user administration answer below `/v2/sys` (ruling 47). */
export function callsPath(entity: Pick<AnyEntity, "key">): string {
  return `/v2/${entity.key.replace(/^(system-management|user-administration)\//, "sys/")}`;
}

/** The calls of an entity that this person may make (ruling 16). */
export function entityCallsOf(context: Context, entity: AnyEntity): Call[] {
  const screens = context.services.registry.screensOf(entity.key);
  const allowed = (action: Action) =>
    neverDone[entity.kind]?.includes(action)
      ? undefined
      : screens.find((screen) => may(context.actor.permissions, `${screen.key}.${action}`));
  const base = callsPath(entity);
  const name = entity.label;
  const calls: Call[] = [];
  const add = (call: Omit<Call, "group">) => calls.push({ group: name, ...call });
  const record = recordSchema(context, entity);
  const saved = { type: "object", properties: { id: TEXT, version: { type: "integer" }, warnings: TEXTS } };
  const listing = allowed("query");
  if (listing) {
    const asked = pageSchema(listing);
    const permission = `${listing.key}.query`;
    add({
      method: "post",
      path: `${base}/page`,
      summary: `${name}：查询列表`,
      permission,
      body: asked,
      result: pageResult(record),
    });
    const { page: _page, ...filters } = propertiesOf(asked);
    add({
      method: "get",
      path: `${base}/page`,
      summary: `${name}：查询列表（条件在地址里）`,
      permission,
      query: { ...PAGING, ...filters },
      result: pageResult(record),
    });
  }
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
  if (adding) for (const call of conversionCallsOf(context, { screen: adding, base, saved })) add(call);
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
      body: { type: "object", properties: { version: { type: "integer" }, requestId: TEXT }, required: ["version"] },
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
  // The whole contract, which is drawn for nobody in particular, lists what anybody may.
  if (exporting && (context.actor.id === null || mayExportLater(context, exporting)))
    add({
      method: "post",
      path: `${base}/export`,
      summary: `${name}：后台导出列表`,
      permission: `${exporting.key}.export`,
      body: taskSchema(pageSchema(exporting)),
      result: { type: "object", properties: { id: TEXT, number: TEXT }, required: ["id", "number"] },
      note: "答复是导出任务（/v2/sys/export-task/{id}），完成后从任务的 file 下载。",
    });
  calls.push(...uploadsOf(context, entity));
  if (opening && filePlaces(entity).length > 0)
    add({
      method: "get",
      path: `${base}/{id}/files/{file}`,
      summary: `${name}：下载附件`,
      permission: `${opening.key}.get`,
      file: ["application/octet-stream"],
      note: "file 是附件字段中的 id；支持 Range 分段下载。",
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
  for (const [transitionName, transition] of Object.entries<AnyTransition>(entity.transitions ?? {})) {
    if (!mayTransition(context, entity, transitionName)) continue;
    add({
      method: "post",
      path: `${base}/{id}/${transitionName}`,
      summary: `${name}：${transition.label}`,
      permission: transitionRight(entity, transitionName, transition),
      body: transitionSchema(entity, transition),
      result: saved,
      ...(transition.confirm ? { note: withKnownParameters(context.services, transition.confirm) } : {}),
    });
    add({
      method: "post",
      path: `${base}/batch/${transitionName}`,
      summary: `${name}：批量${transition.label}`,
      permission: transitionRight(entity, transitionName, transition),
      body: batchSchema(transitionSchema(entity, transition)),
      result: {
        type: "object",
        properties: {
          done: { type: "array", items: saved },
          failed: {
            type: "array",
            items: { type: "object", properties: { id: TEXT, message: TEXT }, required: ["id", "message"] },
          },
        },
        required: ["done", "failed"],
      },
      note: "一条做不了不影响其他条；看过之后又被改动的不处理。",
    });
  }
  if (opening) calls.push(...aroundRecord(entity, `${opening.key}.get`));
  return calls;
}

/** Files for the fields of a record, brought in before the record names them. */
function uploadsOf(context: Context, entity: AnyEntity): Call[] {
  const targets = uploadTargets(context, entity);
  if (targets.length === 0) return [];
  const base = `${callsPath(entity)}/files`;
  const about = { group: entity.label, permission: uploadRights(context, entity, targets) };
  const progress: Schema = {
    type: "object",
    properties: {
      id: TEXT,
      name: TEXT,
      size: { type: "integer", title: "总字节数" },
      received: { type: "integer", title: "已收到的字节数" },
      piece: { type: "integer", title: "一次最多发送的字节数" },
      complete: { type: "boolean", title: "是否已收齐并通过检查" },
      type: { ...nullable(TEXT), title: "按内容识别的类型" },
      scan: { type: "string", enum: ["off", "waiting", "clean", "infected"], title: "病毒扫描" },
    },
    required: ["id", "name", "size", "received", "piece", "complete"],
  };
  return [
    {
      ...about,
      method: "post",
      path: base,
      summary: `${entity.label}：开始上传附件`,
      body: {
        type: "object",
        properties: {
          field: {
            type: "string",
            oneOf: targets.map(({ name }) => ({ const: name, title: calledIn(entity, name) })),
          },
          name: { type: "string", maxLength: 200, title: "文件名" },
          size: { type: "integer", minimum: 1, title: "总字节数" },
          mark: {
            type: "string",
            maxLength: 100,
            description: "内容的标记，例如校验和；同名、同大小、同标记的接着上次传",
          },
          requestId: TEXT,
        },
        required: ["field", "name", "size"],
      },
      result: progress,
      note: "然后从 received 起逐段发送；complete 后把 id 写进单据的附件字段。一天内没有单据使用的文件自动清理。",
    },
    {
      ...about,
      method: "get",
      path: `${base}/{file}`,
      summary: `${entity.label}：附件上传到哪里`,
      result: progress,
    },
    {
      ...about,
      method: "put",
      path: `${base}/{file}`,
      summary: `${entity.label}：发送附件的一段`,
      query: { start: { type: "integer", minimum: 0, description: "这一段从第几个字节起，须等于 received" } },
      bytes: PIECE_BYTES,
      result: progress,
      note: "start 与 received 不同的一段不收，只答复收到了哪里；最后一段到齐后按内容检查类型，不符合的文件作废。",
    },
    {
      ...about,
      method: "delete",
      path: `${base}/{file}`,
      summary: `${entity.label}：放弃上传的附件`,
      body: { type: "object", properties: { requestId: TEXT } },
      result: { type: "object", properties: { id: TEXT }, required: ["id"] },
      note: "只能放弃自己上传的、还没有单据使用的。",
    },
  ];
}

/** `收货明细：照片` for a field of rows. */
function calledIn(entity: AnyEntity, path: string): string {
  const { table, field } = filePlaceAt(entity, path) ?? {};
  const lines = table ? linesAt(entity.lines, table) : undefined;
  return [lines?.label, field?.options.label].filter(Boolean).join("：");
}

/** What lets somebody fill those fields: adding, changing, or a transition that asks for them. */
function uploadRights(context: Context, entity: AnyEntity, targets: readonly { name: string }[]): string[] {
  const names = new Set(targets.map(({ name }) => name));
  const forms = context.services.registry
    .screensOf(entity.key)
    .flatMap(({ key }) =>
      (["add", "edit"] as const).filter((one) => !neverDone[entity.kind]?.includes(one)).map((one) => `${key}.${one}`),
    );
  const transitions = Object.entries<AnyTransition>(entity.transitions ?? {}).flatMap(([name, transition]) =>
    transition.by !== "system" && transition.asks?.some((asked) => names.has(asked))
      ? [transitionRight(entity, name, transition)]
      : [],
  );
  return [...new Set([...forms, ...transitions])];
}

/** What is written on a record, and whether one watches it. */
function aroundRecord(entity: AnyEntity, permission: string): Call[] {
  const base = `${callsPath(entity)}/{id}`;
  const about = { group: entity.label, permission };
  const watch: Call = {
    ...about,
    method: "post",
    path: `${base}/watch`,
    summary: `${entity.label}：关注或取消关注`,
    body: { type: "object", properties: { on: YES_NO, requestId: TEXT }, required: ["on"] },
    result: { type: "object", properties: { on: { type: "boolean" } }, required: ["on"] },
  };
  if (!takesComments(entity)) return [watch];
  const comment = {
    type: "object",
    properties: {
      id: TEXT,
      at: TEXT,
      user_name: TEXT,
      internal: { type: "boolean", title: "仅内部可见" },
      text: TEXT,
      mentions: { type: "array", items: { type: "object", properties: { id: TEXT, name: nullable(TEXT) } } },
    },
    required: ["id", "text"],
  };
  return [
    {
      ...about,
      method: "get",
      path: `${base}/comments`,
      summary: `${entity.label}：读取评论`,
      query: PAGING,
      result: pageResult(comment),
    },
    {
      ...about,
      method: "post",
      path: `${base}/comments`,
      summary: `${entity.label}：写评论`,
      body: {
        type: "object",
        properties: {
          text: { type: "string", maxLength: 2000 },
          internal: { ...YES_NO, description: "不给出就是仅内部可见" },
          requestId: TEXT,
        },
        required: ["text"],
      },
      result: { type: "object", properties: { id: TEXT }, required: ["id"] },
    },
    watch,
  ];
}

/** What nobody does with these: the program writes logs, and settings come with it. */
const neverDone: Readonly<Record<string, readonly Action[]>> = {
  log: ["add", "edit", "delete"],
  settings: ["add", "delete"],
};
const YES_NO: Schema = { anyOf: [{ type: "boolean" }, { type: "string", enum: ["1", "0", "true", "false"] }] };
const PAGING: Readonly<Record<string, Schema>> = {
  "page.current": { type: "integer", minimum: 1, default: 1 },
  "page.size": { type: "integer", minimum: 1, maximum: 200, default: 10 },
};

function pageResult(row: Schema): Schema {
  const whole: Schema = { type: "integer" };
  return {
    type: "object",
    properties: { records: { type: "array", items: row }, current: whole, size: whole, total: whole, pages: whole },
    required: ["records", "current", "size", "total", "pages"],
  };
}

function propertiesOf({ properties }: Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(Object(properties)).map(([name, one]) => [name, Object(one)]));
}

/** The same transition on many, each at the version that was seen; what is typed beside lines does not belong there. */
function batchSchema(one: Schema): Schema {
  const { version: _version, lines: _lines, ...kept } = propertiesOf(one);
  const required: unknown[] = Array.isArray(one.required) ? one.required : [];
  const item = { type: "object", properties: { id: TEXT, version: { type: "integer" } }, required: ["id", "version"] };
  const items = { type: "array", items: item, minItems: 1, maxItems: 200 };
  return {
    type: "object",
    properties: { items, ...kept, whole: { type: "boolean", default: false } },
    required: ["items", ...required.filter((name) => name === "reason")],
  };
}

const TEXT: Schema = { type: "string" };

const QUICK_SEARCH: Schema = { type: "string", title: "快速查找", description: "名称的一部分、编码或拼音首字母" };

const TEXTS: Schema = { type: "array", items: TEXT };

function pageSchema(screen: Screen): Schema {
  const filters = screen.list.filters.flatMap((name) => {
    const filter = filterField(screen, name);
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
      ...(isSearched(screen.entity) ? { q: QUICK_SEARCH } : {}),
      ...Object.fromEntries(filters),
      ...Object.fromEntries(toggles),
    },
  };
}

/** The conditions of a list with what a file of it may be. */
function taskSchema(list: Schema): Schema {
  const { page, ...filters } = propertiesOf(list);
  const { orders } = propertiesOf(page ?? {});
  return {
    type: "object",
    properties: {
      format: { type: "string", enum: ["xlsx", "csv", "pdf"], default: "xlsx" },
      columns: { type: "array", items: TEXT },
      lines: TEXT,
      page: { type: "object", properties: { orders: orders ?? {} } },
      requestId: TEXT,
      ...filters,
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

function transitionSchema(entity: AnyEntity, transition: AnyTransition): Schema {
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

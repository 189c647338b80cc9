import { ACTIONS, may } from "../access/permissions";
import { type Context, withPermissions } from "../context.server";
import { AppError, ERRORS } from "../errors";
import { type Call, permissionsOf } from "./call";
import { entityCallsOf } from "./entity-calls.server";
import type { Schema } from "./field-schema";
import { FIXED_CALLS } from "./fixed-calls.server";

/**
 * The calls this person may make, in the order of the menu.
 * @throws AppError("forbidden") for supplier logins: the OpenAPI document is between the company's own systems
 */
export function callsOf(context: Context): Call[] {
  if (context.actor.supplierId !== null) throw new AppError("forbidden", { message: "接口文档仅供内部员工查看" });
  return callsFor(context);
}

/** The same for whoever it is: suppliers make calls too, they only do not read the OpenAPI document. */
export function callsFor(context: Context): Call[] {
  const isSupplier = context.actor.supplierId !== null;
  const mine = FIXED_CALLS.filter(
    (call) =>
      (call.own || includesOne(context, permissionsOf(call))) && !(isSupplier ? call.internal : call.forSuppliers),
  );
  return withEntities(context, mine);
}

/** Every call there is, whoever may make it. */
export function allCalls(context: Context): Call[] {
  const permissions = new EveryRight();
  return withEntities(withPermissions(context, permissions), FIXED_CALLS);
}

/** Holds whatever it is asked for: the OpenAPI document as nobody in particular sees it. */
class EveryRight extends Map<string, ReadonlySet<string>> {
  override get(): ReadonlySet<string> {
    return new Set(ACTIONS);
  }
  override has(): boolean {
    return true;
  }
}

/** Whether one of these rights is held; true where none is wanted. */
export function includesOne({ actor }: Context, wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((one) => may(actor.permissions, one as Parameters<typeof may>[1]));
}

/** The fixed calls first; where one of them stands at the address of a general one, it is the one that answers. */
function withEntities(context: Context, fixed: readonly Call[]): Call[] {
  const { registrations, screensOf } = context.services.registry;
  const taken = new Set(FIXED_CALLS.map(({ method, path }) => `${method} ${path}`));
  const general = registrations.flatMap(({ entity }) =>
    screensOf(entity.key).length > 0 ? entityCallsOf(context, entity) : [],
  );
  return [...fixed, ...general.filter(({ method, path }) => !taken.has(`${method} ${path}`))];
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiOf(calls: readonly Call[], about: { version: string; server: string }): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const call of calls) {
    paths[call.path] ??= {};
    const path = paths[call.path];
    if (path) path[call.method] = operationOf(call);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "供应商平台接口",
      version: about.version,
      description:
        "十进制数、日期和 id 都是文本；时间是北京时间。每个应答都是同一种信封：success、code、message、result、timestamp，失败时另有 traceId。",
    },
    servers: [{ url: about.server }],
    tags: [...new Set(calls.map(({ group }) => group))].map((name) => ({ name })),
    security: [{ token: [] }, { cookie: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "Authorization" },
        cookie: { type: "apiKey", in: "cookie", name: "Access-Token" },
      },
      schemas: { Failure: failureSchema() },
    },
  };
}

function operationOf(call: Call): Schema {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...Object.entries(call.query ?? {}).map(([name, schema]) => ({ name, in: "query", schema })),
  ];
  const description = [permissionText(call), call.note ?? ""].filter(Boolean).join("\n\n");
  const answer = call.file
    ? Object.fromEntries(call.file.map((type) => [type, { schema: { type: "string", format: "binary" } }]))
    : { "application/json": { schema: call.bare ?? envelope(call.result ?? {}) } };
  return {
    tags: [call.group],
    summary: call.summary,
    operationId: operationId(call),
    ...(description ? { description } : {}),
    ...(call.open ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body || call.bytes !== undefined ? { requestBody: { content: bodyOf(call) } } : {}),
    responses: {
      "200": { description: "成功", content: answer },
      default: {
        description: "失败",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
  };
}

function bodyOf({ body, form, orJson, bytes }: Call): Record<string, { schema: Schema }> {
  if (bytes !== undefined) return { "application/octet-stream": { schema: { type: "string", maxLength: bytes } } };
  const content = { schema: body ?? {} };
  return {
    ...(form ? { "application/x-www-form-urlencoded": content } : {}),
    ...(!form || orJson ? { "application/json": content } : {}),
  };
}

function permissionText(call: Call): string {
  const wanted = permissionsOf(call).join(" 或 ");
  if (wanted === "") return call.internal ? "仅内部员工" : "";
  return `权限：${wanted}${call.own ? "；本人不需要" : ""}`;
}

function operationId({ method, path }: Call): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return [method, ...words].map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join("");
}

function envelope(result: Schema): Schema {
  return {
    type: "object",
    properties: {
      success: { const: true },
      code: { const: 200 },
      message: { type: "string" },
      result,
      timestamp: { type: "integer" },
    },
    required: ["success", "code", "message", "result", "timestamp"],
  };
}

function failureSchema(): Schema {
  const codes = new Map(Object.values(ERRORS).map(({ code, message }) => [code, message]));
  return {
    type: "object",
    properties: {
      success: { const: false },
      code: {
        oneOf: [...codes].map(([code, message]) => ({ const: code, title: message })),
      },
      message: { type: "string" },
      result: { description: "填写有误时为 {errors: {字段: 提示}}" },
      timestamp: { type: "integer" },
      traceId: { type: "string", title: "追踪号" },
    },
    required: ["success", "code", "message", "traceId"],
  };
}

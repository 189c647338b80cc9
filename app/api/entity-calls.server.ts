import type { Hono } from "hono";
import { z } from "zod";
import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { Action, AnyEntity, Field } from "~/engine/entity";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { type ListQuery, listRecords, requireKnown } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, stateLabel, updateRecordBy } from "~/engine/operations/save.server";
import { mayOnScreen, requireAction } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyToMany, applyTransition } from "~/engine/operations/transition.server";
import { requireTransition } from "~/engine/operations/transitions.server";
import { chinaTime } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { LONGEST_SEARCH } from "~/shared/search";
import {
  jsonBody,
  MOST_PAGES,
  MOST_VERSION,
  objectOfObjects,
  optionalObject,
  optionalText,
  requiredInteger,
  requireOnly,
} from "./body.server";
import { success } from "./envelope.server";
import { recordOnWire, wireValue } from "./record-wire.server";
import type { RestEnv } from "./rest-env";

const MOST_ROWS = 200;
const MOST_IDS = 200;
const MOST_VALUES = 20;
const batchItems = z
  .array(z.object({ id: z.string().uuid(), version: z.number().int().max(MOST_VERSION) }).strict())
  .min(1)
  .max(MOST_IDS);

export interface Target {
  entity: AnyEntity;
  screen: Screen;
}

/**
 * The entity behind an address and the screen through which this person may do the action: the first, over the rows of all of them (ruling
 * 1). New rows are made on the first alone, which says what they are.
 */
export function target(context: Context, module: string, noun: string, action: Action): Target {
  const { registry } = context.services;
  // The address of the contract and no other: two modules answer under the same prefix (ruling 47), not under their keys as well.
  const registration = registry.registrations.find(({ entity }) => callsPath(entity) === `/v2/${module}/${noun}`);
  const screens = registration ? registry.screensOf(registration.entity.key) : [];
  const [first] = screens;
  if (!registration || !first) throw new AppError("not_found");
  const { entity } = registration;
  const allowed = screens.filter((screen) => mayOnScreen(context, screen, action));
  const leading = allowed[0] ?? screens.find(({ key }) => may(context.actor.permissions, `${key}.${action}`)) ?? first;
  if (action === "add" || allowed.length < 2) return { entity, screen: leading };
  const filters = allowed.flatMap((screen) => (screen.where === null ? [] : [screen.where]));
  return { entity, screen: { ...leading, where: filters.length < allowed.length ? null : where.any(...filters) } };
}

/** The id under which a call may be repeated, from the body or the head. */
export function repeatId(request: Request, body: Readonly<Record<string, unknown>>): { requestId?: string } {
  const given = optionalText(body, "requestId") ?? request.headers.get("requestId") ?? undefined;
  if (given === undefined) return {};
  if (!/^[\w.:-]{1,100}$/.test(given)) throw new AppError("malformed", { message: "参数格式不正确：requestId" });
  return { requestId: given };
}

export function without(body: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Filters and paging of a list call: `page {current, size, orders}` and everything else a filter. */
export function listQueryOf(screen: Screen, body: Readonly<Record<string, unknown>>): ListQuery {
  const page = optionalObject(body, "page") ?? {};
  const current = page.current === undefined ? 1 : Number(page.current);
  const size = page.size === undefined ? 10 : Number(page.size);
  if (!Number.isInteger(current) || !Number.isInteger(size) || size < 1 || size > MOST_ROWS) {
    throw new AppError("malformed", { message: `参数格式不正确：page.size 须为1到${MOST_ROWS}` });
  }
  if (current > MOST_PAGES)
    throw new AppError("malformed", { message: `参数格式不正确：page.current 不能大于${MOST_PAGES}` });
  const orders: unknown[] = Array.isArray(page.orders) ? page.orders : [];
  const sort = orders.slice(0, 3).map((order) => {
    const column: unknown = Object(order).column;
    if (typeof column !== "string") throw new AppError("malformed", { message: "参数格式不正确：page.orders" });
    return Object(order).asc === false || Object(order).asc === "false" ? `-${column}` : column;
  });
  const toggleNames = Object.keys(screen.list.toggles ?? {});
  const toggles = toggleNames.filter((name) => [true, "1", "true"].includes(scalar(body[name], name)));
  const filters = Object.fromEntries(
    Object.entries(without(body, ["page", "requestId", "q", ...toggleNames])).map(([name, value]) => [
      name,
      filterValues(value),
    ]),
  );
  const q = optionalText(body, "q");
  if (q !== undefined && [...q].length > LONGEST_SEARCH)
    throw new AppError("malformed", { message: `参数格式不正确：q 最多${LONGEST_SEARCH}个字` });
  return { ...(q === undefined ? {} : { q }), filters, toggles, sort, page: Math.max(1, current), size };
}

function scalar(value: unknown, name: string): string | boolean {
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  throw new AppError("malformed", { message: `参数格式不正确：${name}` });
}

function filterValues(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > MOST_VALUES)
    throw new AppError("malformed", { message: `参数格式不正确：一个筛选条件最多${MOST_VALUES}个值` });
  return values.map((one) => {
    if (one === null || one === undefined) return "";
    if (typeof one === "string" || typeof one === "number" || typeof one === "boolean")
      return String(one).slice(0, 200);
    throw new AppError("malformed");
  });
}

/** `page.current=2&page.size=20&state=released` as the body it stands for. */
export function queryBody(url: URL): Record<string, unknown> {
  const page: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    const part = /^page\.(current|size)$/.exec(name)?.[1] ?? /^(current|size)$/.exec(name)?.[1];
    if (part) page[part] = values[0];
    else if (name === "column") page.orders = [{ column: values[0], asc: url.searchParams.get("asc") ?? "true" }];
    else if (name !== "asc") body[name] = values.length > 1 ? values : values[0];
  }
  return { ...body, page };
}

async function listPage(
  context: Context,
  { entity, screen }: Target,
  body: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const query = listQueryOf(screen, body);
  requireKnown(context, screen, query);
  const found = await listRecords(context, screen, query);
  if (found.complaints.length > 0) throw new AppError("invalid", { complaints: found.complaints });
  const records = found.rows.map(({ id, version, values }) => {
    const row: Record<string, unknown> = { id, version };
    for (const [name, value] of Object.entries(values)) {
      const label = /^(.*)__label$/.exec(name)?.[1];
      const field: Field | undefined = entity.fields[name];
      if (label) row[`${label}_label`] = value;
      else if (field && (value === null || ["string", "number", "boolean"].includes(typeof value))) {
        row[name] = wireValue(
          field,
          typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null,
          "list",
        );
        if (field.kind === "choice")
          row[`${name}_label`] = value === null ? null : choiceLabel(field.options, String(value));
      } else row[name] = name.endsWith("_at") && typeof value === "string" ? chinaTime(value) : value;
    }
    if (entity.states) row.state_label = stateLabel(entity, String(values.state));
    return row;
  });
  return success({ records, current: found.page, size: found.size, total: found.count, pages: found.pages });
}

/** The one pattern for every entity (ruling 16). */
export function entityCalls(app: Hono<RestEnv>): void {
  const base = "/v2/:module/:noun";

  app.post(`${base}/page`, async (c) => {
    const context = c.get("context");
    return listPage(
      context,
      target(context, c.req.param("module"), c.req.param("noun"), "query"),
      await jsonBody(c.req.raw),
    );
  });
  app.get(`${base}/page`, async (c) => {
    const context = c.get("context");
    return listPage(
      context,
      target(context, c.req.param("module"), c.req.param("noun"), "query"),
      queryBody(new URL(c.req.url)),
    );
  });

  app.post(`${base}/batch/:transition`, async (c) => {
    const context = c.get("context");
    const { entity } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    const body = await jsonBody(c.req.raw);
    requireTransition(context, entity, c.req.param("transition"));
    requireOnly(body, ["items", "reason", "input", "whole", "requestId"]);
    if (body.whole !== undefined && typeof body.whole !== "boolean")
      throw new AppError("malformed", { message: "参数格式不正确：whole 须为 true 或 false" });
    const items = batchItems.safeParse(body.items);
    if (!items.success)
      throw new AppError("malformed", { message: `参数格式不正确：items 须为1到${MOST_IDS}个，各有 id 和 version` });
    const reason = optionalText(body, "reason");
    const input = optionalObject(body, "input");
    return success(
      await applyToMany(context, {
        entity,
        name: c.req.param("transition"),
        items: items.data,
        ...(reason === undefined ? {} : { reason }),
        ...(input ? { input } : {}),
        ...(body.whole === true ? { whole: true } : {}),
        ...repeatId(c.req.raw, body),
      }),
    );
  });

  app.get(`${base}/:id`, async (c) => {
    const context = c.get("context");
    const { entity } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    return success(
      recordOnWire(
        context,
        entity,
        await reading(context, () => openRecord(context, { entity, id: c.req.param("id") })),
      ),
    );
  });

  app.post(base, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "add");
    const body = await jsonBody(c.req.raw);
    return success(
      await createRecord(context, { screen, values: without(body, ["requestId"]), ...repeatId(c.req.raw, body) }),
    );
  });

  app.put(`${base}/:id`, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "edit");
    requireAction(context, screen.entity, "edit", screen);
    const body = await jsonBody(c.req.raw);
    return success(
      await updateRecordBy(context, {
        screen,
        id: c.req.param("id"),
        version: requiredInteger(body, "version"),
        values: without(body, ["requestId", "version", "id"]),
        ...repeatId(c.req.raw, body),
      }),
    );
  });

  app.delete(`${base}/:id`, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "delete");
    requireAction(context, screen.entity, "delete", screen);
    const body = await jsonBody(c.req.raw);
    requireOnly(body, ["version", "requestId"]);
    const version = requiredInteger(body, "version");
    return success(
      await removeRecord(context, { screen, id: c.req.param("id"), version, ...repeatId(c.req.raw, body) }),
    );
  });

  app.post(`${base}/:id/:transition`, async (c) => {
    const context = c.get("context");
    const { entity } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    const body = await jsonBody(c.req.raw);
    requireTransition(context, entity, c.req.param("transition"));
    requireOnly(body, ["version", "reason", "input", "lines", "requestId"]);
    const reason = optionalText(body, "reason");
    const input = optionalObject(body, "input");
    const lineInput = objectOfObjects(body, "lines");
    return success(
      await applyTransition(context, {
        entity,
        id: c.req.param("id"),
        name: c.req.param("transition"),
        version: requiredInteger(body, "version"),
        ...(reason === undefined ? {} : { reason }),
        ...(input ? { input } : {}),
        ...(lineInput ? { lineInput } : {}),
        ...repeatId(c.req.raw, body),
      }),
    );
  });
}

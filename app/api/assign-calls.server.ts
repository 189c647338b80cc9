import type { Hono } from "hono";
import { z } from "zod";
import { may } from "~/engine/access/permissions";
import { pickPeople } from "~/engine/assign/accounts.server";
import {
  type AssignResult,
  assignRoles,
  assignScope,
  findAssignee,
  grantable,
  grantsOf,
  openAssignee,
  type ScopeTab,
  scopeOf,
} from "~/engine/assign/assign.server";
import { explainAccess } from "~/engine/assign/explain.server";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { findRecord, openRecord } from "~/engine/operations/records.server";
import { onceAs, reading } from "~/engine/operations/transaction.server";
import { jsonBody, MOST_PAGES, optionalText, requiredInteger } from "./body.server";
import { repeatId } from "./entity-calls.server";
import { success } from "./envelope.server";
import { recordOnWire } from "./record-wire.server";
import type { RestEnv } from "./rest-env";

type Body = Readonly<Record<string, unknown>>;

function malformed(what: string): AppError {
  return new AppError("malformed", { message: `参数格式不正确：${what}` });
}

function textList(body: Body, name: string): string[] {
  const value = body[name] ?? [];
  if (!Array.isArray(value) || value.length > 5000 || value.some((one) => typeof one !== "string"))
    throw malformed(name);
  return value.map(String);
}

const answered = z.object({
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  // What was kept for repeats before roles waited for anybody says nothing of it.
  waiting: z.number().default(0),
  total: z.number(),
  version: z.number(),
});
const counts = ({ added, removed, changed, waiting, total, version }: AssignResult) => ({
  added: added.length,
  removed: removed.length,
  changed: changed.length,
  waiting: waiting.length,
  total,
  version,
});

/** Scope calls of one kind: their path, and what one row of the list is called. */
const SCOPE_CALLS = [
  { path: "userFactory", tab: "factory", add: "addUserFactorys", ids: "factoryIds", id: "factoryId" },
  {
    path: "userMaterialType",
    tab: "material-type",
    add: "addUserMaterialTypes",
    ids: "materialTypeIds",
    id: "materialTypeId",
  },
  {
    path: "userPurchaseGroup",
    tab: "purchase-group",
    add: "addUserPurchaseGroups",
    ids: "purchaseGroupIds",
    id: "purchaseGroupId",
  },
] as const satisfies readonly { path: string; tab: ScopeTab; add: string; ids: string; id: string }[];

/** Roles and scopes of people (`shell-and-api.md` 13.2), the picker of people, and why somebody may do something. */
export function assignCalls(app: Hono<RestEnv>): void {
  for (const call of SCOPE_CALLS) scopeCalls(app, call);

  app.post("/v2/userFactory/grantTree", async (c) => {
    const context = c.get("context");
    const body = await jsonBody(c.req.raw);
    const assignee = await openAssignee(context, optionalText(body, "userId") ?? "", "factory", "query");
    if (!may(context.actor.permissions, "user-factory.query"))
      throw new AppError("forbidden", { values: { permission: "user-factory.query" } });
    const keyword = (optionalText(body, "keyword") ?? "").trim().toLowerCase();
    const { nodes, ids } = await scopeOf(context, assignee, "factory");
    const own = grantable(context, "factory");
    const companies = nodes.filter(({ choosable }) => !choosable);
    const tree = companies.flatMap((company) => {
      const children = nodes
        .filter(({ choosable, parentId }) => choosable && parentId === company.id)
        .filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(keyword))
        .map(({ id, name }) => ({
          id,
          menuName: name,
          parentId: company.id,
          children: [],
          type: "factory",
          checked: ids.includes(id),
          halfChecked: false,
          disabled: own !== "all" && !own.includes(id),
        }));
      if (children.length === 0) return [];
      const checked = children.filter((child) => child.checked).length;
      return [
        {
          id: company.id,
          menuName: company.name,
          parentId: "0",
          children,
          type: "company",
          checked: checked === children.length,
          halfChecked: checked > 0 && checked < children.length,
          disabled: children.every(({ disabled }) => disabled),
        },
      ];
    });
    return success(tree);
  });

  app.get("/v2/userRole/findList/:userId", async (c) => {
    const context = c.get("context");
    const assignee = await openAssignee(context, c.req.param("userId"), "role", "query");
    const grants = await grantsOf(context, assignee.id);
    const list = grants.map(({ code, name, from, until, grantedBy }) => ({
      id: `${assignee.id}:${code}`,
      userId: assignee.id,
      roleId: code,
      roleCode: code,
      roleName: name,
      validFrom: from,
      validUntil: until,
      grantedBy,
    }));
    return success({ version: assignee.version, list });
  });

  app.post("/v2/userRole/addUserRoles", async (c) => {
    const body = await jsonBody(c.req.raw);
    const given: unknown[] = Array.isArray(body.roles)
      ? body.roles
      : textList(body, "roleIds").map((roleId) => ({ roleId }));
    if (body.roles === undefined && body.roleIds === undefined) throw malformed("roles");
    const roles = given.map((one) => {
      const { roleId, validFrom, validUntil } = Object(one);
      const day = (value: unknown) => {
        if (value === undefined || value === null || value === "") return null;
        if (typeof value !== "string") throw malformed("roles");
        return value;
      };
      if (typeof roleId !== "string") throw malformed("roles");
      return { code: roleId, from: day(validFrom), until: day(validUntil) };
    });
    const request = { userId: optionalText(body, "userId") ?? "", roles, version: requiredInteger(body, "version") };
    const context = c.get("context");
    const { requestId } = repeatId(c.req.raw, body);
    return success(
      await onceAs(context, {
        requestId,
        asked: ["roles", request],
        kept: answered,
        work: async () => counts(await assignRoles(context, request)),
      }),
    );
  });

  app.get("/v2/sys/users", async (c) => {
    const { searchParams } = new URL(c.req.url);
    const text = (name: string) => searchParams.get(name) ?? "";
    const whole = (name: string, otherwise: number) => {
      const value = Number(searchParams.get(name) ?? searchParams.get(`page.${name}`) ?? otherwise);
      if (!Number.isInteger(value) || value < 1 || value > (name === "size" ? 200 : MOST_PAGES)) throw malformed(name);
      return value;
    };
    const [wanted, size] = [whole("current", 1), whole("size", 10)];
    const request = {
      keyword: text("keyword"),
      userType: text("userType"),
      role: text("roleCode"),
      factoryId: text("factoryId"),
      groupId: text("purchaseGroupId"),
      status: text("status"),
      size,
    };
    const asked = await pickPeople(c.get("context"), { ...request, page: wanted });
    const pages = Math.max(1, Math.ceil(asked.total / size));
    const current = Math.min(wanted, pages);
    // Beyond the end is the last page.
    const { rows, total } =
      current === wanted ? asked : await pickPeople(c.get("context"), { ...request, page: current });
    const records = rows.map(({ id, account, name, position, supplierName, avatar }) => ({
      id,
      accountName: account,
      userName: name,
      position,
      supplierName,
      avatar: avatar === null ? null : `/web/account/avatar/${id}?v=${avatar}`,
    }));
    return success({ records, current, size, total, pages });
  });

  app.get("/v2/sys/user/:id{[0-9a-fA-F-]{36}}", async (c) => {
    const context = c.get("context");
    const id = c.req.param("id").toLowerCase();
    const entity = context.services.registry.entity("system-management/user");
    const isOwn = id === context.actor.id;
    const mayGet = may(context.actor.permissions, "users.get");
    const loaded = await reading(context, () =>
      isOwn && !mayGet ? findRecord(context, { entity, id, filters: [] }) : openRecord(context, { entity, id }),
    );
    const wire = recordOnWire(context, entity, loaded);
    // One's own numbers are no secret from oneself.
    if (isOwn && "cardid" in wire) wire.cardid = loaded.record.cardid ?? null;
    const isStaff = !context.actor.supplierId;
    const grants = await grantsOf(context, id);
    const scopes = isStaff ? await scopeCounts(context, id) : null;
    const roles = grants.map(({ code, name, from, until }) => ({
      id: code,
      code,
      name,
      validFrom: from,
      validUntil: until,
    }));
    return success({ ...wire, roles, ...(scopes ? { scopes } : {}) });
  });

  app.get("/v2/user/access-explain", async (c) => {
    const context = c.get("context");
    const permission = c.req.query("permission") ?? "";
    const dot = permission.lastIndexOf(".");
    if (dot < 1) throw malformed("permission");
    const [type, objectId] = [c.req.query("objectType") ?? "", c.req.query("objectId") ?? ""];
    const entity = context.services.registry.registrations.find((one) => one.entity.key === type)?.entity;
    if (objectId !== "" && !entity) throw malformed("objectType");
    return success(
      await explainAccess(context, {
        userId: c.req.query("userId") ?? "",
        permission: permission.slice(0, dot),
        action: permission.slice(dot + 1),
        ...(entity && objectId !== "" ? { record: { entity, named: objectId } } : {}),
      }),
    );
  });
}

async function scopeCounts(context: Context, userId: string) {
  const assignee = await findAssignee(context, userId);
  const entries = await Promise.all(
    SCOPE_CALLS.map(async ({ tab, path }) => {
      const { mode, ids } = await scopeOf(context, assignee, tab);
      return [path, { scope: mode, count: ids.length }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

function scopeCalls(app: Hono<RestEnv>, call: (typeof SCOPE_CALLS)[number]): void {
  const { path, tab, add, ids: idsName, id: idName } = call;

  app.get(`/v2/${path}/findList/:userId`, async (c) => {
    const context = c.get("context");
    const assignee = await openAssignee(context, c.req.param("userId"), tab, "query");
    const { mode, nodes, ids } = await scopeOf(context, assignee, tab);
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const list = ids.flatMap((id): Record<string, unknown>[] => {
      const node = byId.get(id);
      if (!node) return [];
      const { code, name, parentId } = node;
      const parent = parentId === null ? undefined : byId.get(parentId);
      const own = { id: `${assignee.id}:${id}`, userId: assignee.id, [idName]: id };
      if (tab === "factory")
        return [{ ...own, factoryCode: code, factoryName: name, companyName: parent?.name ?? null }];
      if (tab === "material-type") return [{ ...own, code, name, parentId }];
      return [{ ...own, code, name, isMain: id === assignee.mainGroupId }];
    });
    return success({ scope: mode, version: assignee.version, list });
  });

  app.post(`/v2/${path}/${add}`, async (c) => {
    const body = await jsonBody(c.req.raw);
    const mode = optionalText(body, "scope") ?? "listed";
    if (mode !== "all" && mode !== "listed") throw malformed("scope");
    const context = c.get("context");
    const request: Parameters<typeof assignScope>[1] = {
      userId: optionalText(body, "userId") ?? "",
      tab,
      mode,
      ids: textList(body, idsName),
      ...(tab === "purchase-group" ? { mainId: optionalText(body, "mainId") ?? null } : {}),
      version: requiredInteger(body, "version"),
    };
    const { requestId } = repeatId(c.req.raw, body);
    return success(
      await onceAs(context, {
        requestId,
        asked: ["scope", request],
        kept: answered,
        work: async () => counts(await assignScope(context, request)),
      }),
    );
  });
}

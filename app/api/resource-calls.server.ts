import type { Hono } from "hono";
import { AppError } from "~/engine/errors";
import { setActions } from "~/engine/menus/entry-actions.server";
import { previewPerson, previewRole } from "~/engine/menus/preview.server";
import { type Branch, moveEntry, resourceScreen, resourceTree } from "~/engine/menus/resource-tree.server";
import { switchRecord } from "~/engine/operations/switch.server";
import { tabsOf } from "~/engine/session/menu.server";
import { jsonBody, optionalText, requiredInteger } from "./body.server";
import { repeatId, target } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

/** What a branch of the tree is on the wire. */
interface TreeNode {
  id: string;
  parentId: string;
  name: string;
  menuName: string;
  type: string;
  path: string | null;
  component: string | null;
  enabled: boolean;
  children: TreeNode[];
}

function nodeOf({ entry, below }: Branch): TreeNode {
  const { id, parent_id, name, title, type, path, component, enabled } = entry;
  const children = below.map(nodeOf);
  return { id, parentId: parent_id ?? "0", name, menuName: title, type, path, component, enabled, children };
}

/** The menu tree beside the pattern of every entity, and the switches of registers. Registered before the transitions. */
export function resourceCalls(app: Hono<RestEnv>): void {
  const base = "/v2/sys/resource";

  app.get(`${base}/tree`, async (c) => {
    const { roots, faults } = await resourceTree(c.get("context"));
    return success({
      tree: roots.map(nodeOf),
      faults: faults.map(({ entry, fault }) => ({ id: entry.id, name: entry.name, menuName: entry.title, fault })),
    });
  });

  /** The menus as the person, or whoever holds the role alone, sees them: in the form of `/v2/user/topTab` and `/v2/user/nav`. */
  app.get(`${base}/preview`, async (c) => {
    const context = c.get("context");
    const [userId, role] = [c.req.query("userId") ?? "", c.req.query("role") ?? ""];
    if ((userId === "") === (role === ""))
      throw new AppError("malformed", { message: "参数格式不正确：请给出 userId 或 role 之一" });
    const { name, menus } = userId ? await previewPerson(context, userId) : await previewRole(context, role);
    return success({
      name,
      topTab: tabsOf(menus),
      nav: Object.fromEntries(menus.tops.map(({ top, entries }) => [top.id, entries])),
    });
  });

  for (const by of ["up", "down"] as const)
    app.post(`${base}/:id/${by}`, async (c) => {
      const body = await jsonBody(c.req.raw);
      const input = { id: c.req.param("id"), by, ...repeatId(c.req.raw, body) };
      return success(await moveEntry(c.get("context"), input));
    });

  app.put(`${base}/:id/actions`, async (c) => {
    const body = await jsonBody(c.req.raw);
    const { actions } = body;
    const isList = Array.isArray(actions) && actions.length <= 20 && actions.every((one) => typeof one === "string");
    if (actions !== null && !isList) throw new AppError("malformed", { message: "参数格式不正确：actions" });
    const input = {
      id: c.req.param("id"),
      version: requiredInteger(body, "version"),
      actions: actions === null ? null : (actions as string[]),
      ...repeatId(c.req.raw, body),
    };
    return success(await setActions(c.get("context"), input));
  });

  for (const noun of ["resource", "role"] as const)
    for (const action of ["enable", "disable"] as const)
      app.post(`/v2/sys/${noun}/:id/${action}`, async (c) => {
        const context = c.get("context");
        const body = await jsonBody(c.req.raw);
        const { screen } =
          noun === "resource" ? { screen: resourceScreen(context) } : target(context, "sys", noun, action);
        const reason = optionalText(body, "reason");
        return success(
          await switchRecord(context, {
            screen,
            id: c.req.param("id"),
            on: action === "enable",
            ...(body.version === undefined ? {} : { version: requiredInteger(body, "version") }),
            ...(reason ? { reason } : {}),
            ...repeatId(c.req.raw, body),
          }),
        );
      });
}

import { type Complaint, complain, ok } from "~/engine/entity";
import { isInside, isOutside } from "~/shared/menu-address";

/** What the rules read of an entry. */
interface Entry {
  type: string;
  parent_id?: string | null;
  path?: string | null;
  redirect?: string | null;
  hide_children?: boolean;
}

/** Deeper than anybody can follow. */
const DEEPEST = 12;

/** What has no place in a type of entry. */
export function typeComplaints({ type, parent_id, path, redirect }: Entry): Complaint | null {
  if (type === "top" && parent_id) return complain("parent_id", "顶部菜单没有上级，请清空上级");
  if (type === "perm" && path) return complain("path", "子权限不打开页面，请清空路由地址");
  if (redirect && type !== "top" && type !== "dir") return complain("redirect", "只有顶部菜单和目录有默认跳转");
  return ok;
}

/** Nothing but our own pages, and other systems by http or https, becomes a link. */
export function addressComplaints({ type, path, redirect }: Entry): Complaint | null {
  if (type === "link" && !isOutside(path ?? ""))
    return complain("path", "外链地址格式不正确，须以 http:// 或 https:// 开头");
  if (type !== "link" && path && !isOwnPage(path))
    return complain("path", "路由地址须以“/”开头，例如 /purchase-orders/purchase-order");
  if (redirect && !isOwnPage(redirect)) return complain("redirect", "默认跳转须是本系统的页面，以“/”开头");
  return ok;
}

function isOwnPage(address: string): boolean {
  return isInside(address) && !address.startsWith("//");
}

/** A row of the tree as the checks of a change need it. */
export interface TreeRow {
  id: string;
  parent_id: string | null;
  type: string;
  name: string;
  title: string;
  enabled: boolean;
}

/** What of a record may be the program's own and must stay. */
const FIXED = { type: "类型", path: "路由地址" } as const;

/** Whether an entry may stand where it is put: below something that exists, not below itself, not too deep. */
export function placeComplaints(entry: TreeRow, rows: readonly TreeRow[]): Complaint | null {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chain: TreeRow[] = [];
  for (let at = entry.parent_id; at !== null; ) {
    const parent = byId.get(at);
    if (!parent) return complain("parent_id", "上级菜单已不存在，请重新选择");
    if (parent.id === entry.id) return complain("parent_id", "上级菜单选择有误：不能是自己或自己的下级");
    // A circle above that was there before.
    if (chain.includes(parent)) return complain("parent_id", "上级菜单选择有误：上级之间成了圈");
    chain.push(parent);
    at = parent.parent_id;
  }
  const [parent] = chain;
  if (parent && (parent.type === "link" || parent.type === "perm"))
    return complain("parent_id", `${parent.type === "link" ? "外链" : "子权限"}不能有下级`);
  if (entry.type !== "perm" && entry.type !== "top" && chain.at(-1)?.type !== "top")
    return complain("parent_id", "该上级不在任何顶部菜单下，请先给它一个位置");
  const below = rows.filter((row) => row.parent_id === entry.id);
  if (below.length > 0 && (entry.type === "link" || entry.type === "perm"))
    return complain("type", "有下级的菜单不能改为外链或子权限");
  return chain.length + heightOf(entry.id, rows) > DEEPEST
    ? complain("parent_id", `菜单最多${DEEPEST}级，请选择更靠上的上级`)
    : ok;
}

function heightOf(id: string, rows: readonly TreeRow[], level = 1): number {
  if (level > DEEPEST) return level;
  const below = rows.filter((row) => row.parent_id === id && row.type !== "perm");
  return Math.max(level, ...below.map((row) => heightOf(row.id, rows, level + 1)));
}

/** What the program brought keeps its type and address; the name of every entry stays, because roles go by it. */
export function fixedComplaints(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Complaint | null {
  if (before.name !== after.name) return complain("name", "权限标识保存后不能修改");
  if (before.built_in !== true) return ok;
  for (const [name, label] of Object.entries(FIXED))
    if ((before[name] ?? null) !== (after[name] ?? null)) return complain(name, `系统内置的菜单不能修改${label}`);
  return ok;
}

/** Pages that administrators need in order to undo what they did: by permission name. */
const VITAL = ["resource", "role", "users"];

/** Those of the vital pages that are stopped, by themselves or by something above them. */
export function stoppedVital(rows: readonly TreeRow[]): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter(({ name }) => VITAL.includes(name))
    .filter((row) => {
      const seen = new Set<TreeRow>();
      for (
        let at: TreeRow | undefined = row;
        at && !seen.has(at);
        at = at.parent_id ? byId.get(at.parent_id) : undefined
      ) {
        if (!at.enabled) return true;
        seen.add(at);
      }
      return false;
    })
    .map(({ title }) => title);
}

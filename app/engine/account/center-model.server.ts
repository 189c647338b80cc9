import { selectActivity, selectProfile, selectRights } from "~/data/profile.server";
import { actionsText } from "~/shared/actions";
import { chinaTime } from "~/shared/calendar";
import { may } from "../access/permissions";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { readInbox } from "../operations/inbox.server";
import { mayOnScreen, screenFor } from "../operations/scope.server";
import { recordPath } from "../screen/address";
import { waitingIn } from "../screen/home-model.server";
import { stateCounts } from "../screen/waiting.server";
import { listColleagues, mayWithColleagues } from "./colleagues.server";
import { asOwner, ownOf } from "./own.server";
import { liveSessions } from "./own-sessions.server";

const LAST_DONE = 10;

/** One page about the person: who one is here, what one may do, what waits, what one last did. */
export async function centerModel(context: Context) {
  const { userId } = ownOf(context);
  const { actor, services } = context;
  const { profile, rights, activity } = await asOwner(context, async () => {
    const connection = services.database.connection();
    return {
      profile: await selectProfile(connection, { id: userId }),
      rights: await selectRights(connection, userId),
      activity: await selectActivity(connection, userId, LAST_DONE),
    };
  });
  const waiting = waitingIn(await stateCounts(context));
  const { unread } = await readInbox(context, { unreadOnly: true, limit: 1, offset: 0 });
  const [present] = await liveSessions(context);
  return {
    title: "我的账号",
    card: {
      name: actor.name,
      ...(actor.avatar ? { picture: `/account/avatar/${userId}?v=${actor.avatar}` } : {}),
      facts: [
        { label: "账号", text: actor.account },
        ...(actor.supplierName ? [{ label: "企业", text: actor.supplierName }] : []),
        ...(profile?.values.position ? [{ label: "职位", text: profile.values.position }] : []),
        { label: "角色", text: rights.roles.map(({ name }) => name).join("、") || "无" },
        ...(present ? [{ label: "本次登录", text: chinaTime(present.issuedAt).slice(0, 16) }] : []),
      ],
    },
    waiting,
    unread,
    scopes: scopesOf(context, rights.scopes),
    rights: rightsOf(context),
    more: moreRights(context),
    activity: activity.map((one) => {
      const href = hrefOf(context, one.entity, one.recordId);
      const entity = services.registry.registrations.find((known) => known.entity.key === one.entity)?.entity;
      const isOwn = one.entity === "system-management/user";
      const what = isOwn ? "" : `${entity?.label ?? "单据"}${one.number ? ` ${one.number}` : ""}`;
      return { at: chinaTime(one.at).slice(0, 16), text: [one.label, what].filter(Boolean).join("："), href };
    }),
    colleagues: mayWithColleagues(context, "query") ? await colleaguesTable(context) : null,
  };
}

function hrefOf(context: Context, entity: string, recordId: string): string | null {
  const { registry } = context.services;
  if (!registry.registrations.some((one) => one.entity.key === entity)) return null;
  const screen = screenFor(context, entity, "get");
  return screen ? recordPath(screen, recordId) : null;
}

const SCOPE_LABELS = { factory: "工厂", purchase_group: "采购组", material_type: "物料类型" } as const;

/** Rows the person works with; a supplier's are those of the company. */
function scopesOf({ actor }: Context, listed: readonly { kind: string; name: string }[]) {
  if (actor.supplierId) return [{ label: "数据", text: "本企业的单据和资料" }];
  return (["factory", "purchase_group", "material_type"] as const).map((kind) => {
    const names = listed.filter((row) => row.kind === kind).map(({ name }) => name);
    const text = actor.scopes[kind] === "all" ? "全部" : names.join("、") || "无";
    return { label: SCOPE_LABELS[kind], text };
  });
}

/** How one comes to further rights: people of suppliers ask the administrator of their company, who is not asked for more. */
function moreRights(context: Context): { text: string; href: string | null } {
  if (context.actor.supplierId)
    return { text: "需要其他权限时，请联系贵公司的平台管理员，由其调整您的角色。", href: null };
  return may(context.actor.permissions, "access-request.add")
    ? { text: "需要其他权限时，可以申请，由管理员审批。", href: "/user-administration/access-request/new" }
    : { text: "需要其他权限时，请联系系统管理员。", href: null };
}

/** Screens the person may open, and what may be done on each. */
function rightsOf(context: Context) {
  const { permissions } = context.actor;
  const words = (screen: Screen) => actionsText([...(permissions.get(screen.key) ?? [])]);
  return context.services.registry.screens
    .filter((screen) => screen.menu && mayOnScreen(context, screen, "query"))
    .map((screen) => ({ label: screen.label, text: words(screen), href: `/${screen.area}/${screen.key}` }));
}

const STATES: Readonly<Record<string, { text: string; tone: string }>> = {
  active: { text: "正常", tone: "done" },
  locked: { text: "已锁定", tone: "warning" },
  blocked: { text: "已冻结", tone: "refused" },
};

async function colleaguesTable(context: Context) {
  const mayBlock = mayWithColleagues(context, "disable");
  return {
    caption: "本企业账号",
    columns: ["账号", "姓名", "手机号", "状态", "最近活动"],
    empty: "没有账号。",
    rows: (await listColleagues(context)).map((one) => ({
      key: one.id,
      cells: [
        { text: one.account },
        { text: one.name },
        { text: one.phone ?? "—" },
        STATES[one.state] ?? { text: one.state },
        { text: one.lastSeen ? chinaTime(one.lastSeen).slice(0, 16) : "从未登录" },
      ],
      ...(mayBlock && one.id !== context.actor.id && one.state !== "blocked"
        ? {
            action: {
              kind: "link" as const,
              label: "冻结",
              href: `/account/colleague/${one.id}/block?from=%2Faccount%2Faccount-center`,
              dialog: "confirm",
              danger: true,
            },
          }
        : {}),
    })),
  };
}

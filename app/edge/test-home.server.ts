import { may } from "~/engine/access/permissions";
import { userInfo } from "~/engine/account/info.server";
import { AppError } from "~/engine/errors";
import { actionsText } from "~/shared/actions";
import { chinaTime } from "~/shared/calendar";
import type { TestHomeModel } from "~/ui/blank/TestHome/TestHome";
import { answering, type EdgeArgs, requireEdge } from "./request.server";

/** What runs here, who asks, what that person may do. For whoever looks after the installation, and for test builds. */
export async function testHome(args: EdgeArgs): Promise<TestHomeModel> {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const { actor, session } = context;
    if (parts.env.nodeEnv !== "test" && !may(actor.permissions, "test-home.query"))
      throw new AppError("forbidden", { values: { permission: "test-home.query" } });
    const { version, engine, schema, status } = await parts.health();
    const own = await userInfo(context);
    return {
      versions: [
        { label: "程序版本", text: version },
        { label: "数据库", text: engine === "embedded" ? "内置" : "服务器" },
        { label: "数据库版本", text: parts.engine.database.version },
        { label: "数据结构", text: schema },
        { label: "Node", text: process.version },
        { label: "运行方式", text: parts.env.nodeEnv },
        { label: "状态", text: status === "ok" ? "正常" : "不可用" },
      ],
      session: [
        { label: "账号", text: actor.account },
        { label: "姓名", text: actor.name },
        { label: "角色", text: own.roles.map(({ name }) => name).join("、") },
        { label: "供应商", text: actor.supplierName ?? "—" },
        { label: "登录有效期至", text: session ? chinaTime(session.expiresAt) : "" },
        { label: "追踪号", text: context.requestId },
      ],
      permissions: own.permissions
        .map(({ permissionId: id, permissionName: title, actionEntitySet: actions }) => ({
          id: title === id ? id : `${title}（${id}）`,
          actions: actionsText(actions.map(({ action }) => action).sort()),
        }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    };
  });
}

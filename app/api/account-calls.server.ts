import type { Hono } from "hono";
import { changePassword } from "~/engine/account/change-password.server";
import { userInfo } from "~/engine/account/info.server";
import { endSessions, liveSessions } from "~/engine/account/own-sessions.server";
import { readProfile, saveProfile } from "~/engine/account/profile.server";
import { AppError } from "~/engine/errors";
import { sessionCookie } from "~/engine/session/cookie.server";
import type { Env } from "~/env.server";
import { chinaTime } from "~/shared/calendar";
import { formBody, jsonBody } from "./body.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

const DONE = "修改成功";

/** What the columns of the profile are called in answers (specification section 3). */
const CAMEL = {
  username: "userName",
  sex: "sex",
  email: "email",
  cardid: "cardId",
  birthday: "birthday",
  educationalhistory: "educationalHistory",
  professional: "professional",
  position: "position",
  phone: "phone",
  startfromdate: "startFromDate",
  description: "description",
} as const;

/** Calls about the own account: `shell-and-api.md` 13.1. Whatever id a request carries, they act on the session's own user. */
export function accountCalls(app: Hono<RestEnv>, parts: { env: Env }): void {
  app.get("/v2/user/info", async (c) => success(await userInfo(c.get("context"))));

  app.post("/v1/user/editPassword", async (c) => {
    const context = c.get("context");
    const form = await formBody(c.req.raw);
    const id = form.get("UserFormMap.id") ?? "";
    if (id !== "" && id.toLowerCase() !== context.actor.id)
      throw new AppError("own_rule", { message: "无权操作该用户" });
    const changed = await changePassword(context, {
      newpassword: form.get("UserFormMap.newpassword") ?? "",
      confirmpassword: form.get("UserFormMap.confirmpassword") ?? "",
      oldpassword: form.get("UserFormMap.oldpassword") ?? "",
    });
    const response = success("success", DONE);
    response.headers.append("Set-Cookie", sessionCookie(changed.token, parts.env.secure));
    response.headers.set("authorization", changed.token);
    return response;
  });

  app.get("/v2/user/profile", async (c) => {
    const profile = await readProfile(c.get("context"), c.req.query("accountName"));
    const named = Object.entries(CAMEL).map(([column, name]) => [name, profile.values[column as keyof typeof CAMEL]]);
    return success({
      id: profile.id,
      accountName: profile.account,
      ...Object.fromEntries(named),
      readonlyFields: ["accountName", ...profile.readOnly.map((column) => CAMEL[column])],
      version: profile.version,
    });
  });

  app.post("/v1/user/updateUserInfo", async (c) => {
    const values = Object.fromEntries(await formBody(c.req.raw));
    const version = /^\d{1,9}$/.test(values.version ?? "") ? { version: Number(values.version) } : {};
    await saveProfile(c.get("context"), { ...version, values });
    return success("success", DONE);
  });

  app.get("/v2/user/sessions", async (c) => {
    const sessions = await liveSessions(c.get("context"));
    return success(
      sessions.map(({ id, present, issuedAt, lastSeenAt, ip, device, channel }) => ({
        id,
        current: present,
        device,
        ip,
        channel,
        loginAt: chinaTime(issuedAt),
        lastSeenAt: chinaTime(lastSeenAt),
      })),
    );
  });

  app.post("/v2/user/sessions/end", async (c) => {
    const { ids } = await jsonBody(c.req.raw);
    if (!Array.isArray(ids) || !ids.every((id): id is string => typeof id === "string"))
      throw new AppError("malformed", { message: "参数格式不正确：请给出ids" });
    return success({ ended: await endSessions(c.get("context"), ids) });
  });
}

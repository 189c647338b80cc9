import { z } from "zod/v4";
import { done, type FixedCall, fixed, text, words } from "./define.server";

const GROUP = "登录与会话";

const signedIn = {
  token: z.string(),
  expireAt: z.string(),
  userId: z.string(),
};

/** What surrounds signing in: whoever makes these calls has no token yet. */
export const SIGN_IN_CALLS: readonly FixedCall[] = [
  fixed({
    group: GROUP,
    method: "get",
    path: "/v1/captcha",
    summary: "一张算式图片",
    open: true,
    result: z.object({ captchaId: z.string(), svg: z.string(), expiresIn: z.int().meta({ description: "秒" }) }),
    note: "登录答复“请输入图中算式的结果”时取一张，和结果一起交给 /v1/login；一张图片只能用一次。",
  }),
  fixed({
    group: GROUP,
    method: "get",
    path: "/v1/singleLogin",
    summary: "单点登录",
    open: true,
    query: { token: text("/v2/sso/ticket 发给的一次性登录票据；会话令牌不能放在地址里") },
    result: z.object({ ...signedIn, redirect: z.string() }),
    note: "令牌同时写入 Cookie 和 authorization 应答头。",
  }),
  // Asked after the signature, which is over the text of the body.
  unasked(
    fixed({
      group: GROUP,
      method: "post",
      path: "/v2/sso/ticket",
      summary: "其他系统为一个账号申请登录票据",
      open: true,
      json: {
        account: z.string().min(1).max(64),
        redirect: z.string().max(500).optional().meta({ description: "登录后打开的本站地址；空为首页" }),
        expiresIn: z.int().min(1).max(300).optional().meta({ description: "秒，默认和最长都是300" }),
      },
      result: z.object({ ticket: z.string(), expireAt: z.string() }),
      note: "请求头带 X-Portal-Client、X-Portal-Timestamp、X-Portal-Nonce 和对正文的 HMAC-SHA256 签名 X-Portal-Signature；每个签名只能用一次。没有配置其他系统时不存在。",
    }),
  ),
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/user/recover",
    summary: "申请重置密码",
    open: true,
    json: { account: text(), email: text("账号的邮箱或密保邮箱", 1000) },
    result: done,
    note: "信息匹配与否，答复相同；匹配的收到一封信，链接30分钟内有效。",
  }),
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/user/recover/confirm",
    summary: "用信里的链接设置新密码",
    open: true,
    json: { ticket: text("信里链接的 ticket"), newpassword: words("8到64位"), confirmpassword: words() },
    result: done,
    note: "链接用后作废；该账号的所有登录立即结束。",
  }),
];

/** A call that judges its body itself, because something comes before it. */
export function unasked({ check: _check, ...call }: FixedCall): FixedCall {
  return call;
}

import { z } from "zod/v4";
import { PREFERENCE_NAMES } from "~/shared/preferences";
import { type FixedCall, fixed, requestId } from "./define.server";
import { unasked } from "./sign-in.server";

const GROUP = "登录与会话";
const PATH = "/v2/user/preference";

const value = z.union([z.string(), z.boolean(), z.int(), z.null()]);
const preferences = z.object(Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, value])));
const some = Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, value.optional()]));

/** How the person likes the interface. */
export const PREFERENCE_CALLS: readonly FixedCall[] = [
  fixed({ group: GROUP, method: "get", path: PATH, summary: "个性化设置", result: preferences }),
  // It says itself what a value may be.
  unasked(
    fixed({
      group: GROUP,
      method: "post",
      path: PATH,
      summary: "修改个性化设置",
      json: { ...some, requestId },
      result: preferences,
      note: "没有给出的不变；答复是全部设置。",
    }),
  ),
];

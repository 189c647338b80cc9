import { selectHeld } from "~/data/seals.server";
import { chinaTime } from "~/shared/calendar";
import { PASSPHRASE_HINT } from "~/shared/opening-rules";
import { PRESENT_PASSWORD_MISSING } from "~/shared/password-rules";
import { asksPresentPassword } from "../account/change-password.server";
import { asOwner } from "../account/own.server";
import { settingsFrame } from "../account/settings-model.server";
import type { Context } from "../context.server";
import type { AppError } from "../errors";
import { shortFingerprint } from "./crypto.server";
import { ownKey, staffOf } from "./opening-keys.server";

/** Seals of which the page tells: those that are still closed come first. */
const MOST_HELD = 100;
const ROLES = { holder: "开启人", supervisor: "监督人" } as const;

/** What was sent and not taken. What was typed as a passphrase is never drawn again. */
export interface RefusedKey {
  error: AppError;
  how: string;
  isLost: boolean;
}

/** The own opening key, how to make or replace it, and where one holds a share. */
export async function openingModel(context: Context, refused?: RefusedKey) {
  const { userId } = staffOf(context);
  const key = await ownKey(context);
  const held = await asOwner(context, () => selectHeld(context.services.database.connection(), userId, MOST_HELD));
  const faults = new Map(refused?.error.complaints.map(({ field, message }) => [field, message]));
  const error = (name: string) => (faults.has(name) ? { error: faults.get(name) ?? "" } : {});
  const entry = (
    name: string,
    label: string,
    more: { help?: string; autoComplete?: string; required?: boolean } = {},
  ) => ({
    name,
    label,
    kind: "password" as const,
    value: "",
    ...more,
    ...error(name),
  });
  const asksPresent = (await asksPresentPassword(context)) || faults.has("oldpassword");
  return {
    ...settingsFrame(context, "settings-opening"),
    csrf: context.session?.csrf ?? "",
    key: key && {
      how: key.how,
      howText: key.how === "file" ? "密钥文件" : "口令",
      fingerprint: shortFingerprint(key.fingerprint),
      madeAt: chinaTime(key.madeAt).slice(0, 16),
    },
    how: refused?.how === "file" ? ("file" as const) : ("passphrase" as const),
    isLost: refused?.isLost ?? false,
    ...(refused && faults.size === 0 ? { problem: refused.error.message } : {}),
    next: [
      entry("passphrase", "新开启口令", { help: `${PASSPHRASE_HINT}。`, autoComplete: "new-password" }),
      entry("again", "再输入一次", { autoComplete: "new-password" }),
    ],
    keyfile: error("keyfile"),
    present: key && {
      label: key.how === "file" ? "当前密钥文件" : "当前开启口令",
      how: key.how,
      ...error("present"),
    },
    password: asksPresent
      ? [
          {
            ...entry("oldpassword", "当前登录密码", { required: true, autoComplete: "current-password" }),
            rules: { missing: PRESENT_PASSWORD_MISSING },
          },
        ]
      : [],
    held: {
      caption: "由我开启的密封内容",
      columns: ["单据", "编号", "身份", "密封时间", "状态"],
      empty: "还没有由您开启的密封内容。",
      rows: held.map((row) => ({
        key: row.sealId,
        cells: [
          { text: context.services.registry.entity(row.entity).label },
          { text: row.recordNumber ?? "—" },
          { text: ROLES[row.role] },
          { text: chinaTime(row.madeAt).slice(0, 16) },
          stateOf(row),
        ],
      })),
    },
  };
}

function stateOf(row: Awaited<ReturnType<typeof selectHeld>>[number]): { text: string; tone?: string } {
  if (row.state === "opened") return { text: "已开启", tone: "done" };
  if (row.keyState === "lost") return { text: "须用原来的口令" };
  return { text: row.givenAt === null ? "未开启" : "已交出份额" };
}

import { PROFILE_COLUMNS } from "~/data/profile.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import { dayLimits } from "~/shared/field-rules";
import type { Context } from "../context.server";
import { offeredChoices } from "../entity/dictionary";
import { kindOf } from "../entity/kinds";
import { rulesOf } from "../entity/rules-of";
import type { AppError } from "../errors";
import { type Profile, profileField, readProfile } from "./profile.server";
import { profileDraft } from "./profile-draft.server";

/** What was typed into a form, by name. */
export type Typed = Readonly<Record<string, string>>;

/** The own profile as a form: with what was typed and not saved, after a refusal also with what is wrong. */
export async function profileForm(
  context: Context,
  from: string,
  action: string,
  refused?: { error: AppError; typed: Typed },
) {
  const profile = await readProfile(context);
  const draft = await profileDraft(context);
  const typed = refused?.typed ?? draft?.body.values;
  const faults = new Map(refused?.error.complaints.map(({ field, message }) => [field, message]));
  const first = refused?.error.complaints[0]?.field;
  const { differences } = refused?.error.facts ?? {};
  return {
    title: "个人中心",
    action,
    csrf: context.session?.csrf ?? "",
    from,
    submit: "确定",
    version: String((refused ? undefined : draft?.body.version) ?? profile.version),
    draftId: draft?.id ?? context.services.newId(),
    keepHref: "/account/profile/draft",
    ...(draft && !refused ? { draft: { at: chinaTime(draft.savedAt).slice(0, 16) } } : {}),
    ...(refused ? { typed: true as const } : {}),
    ...(refused && faults.size === 0 ? { problem: problemOf(refused.error) } : {}),
    ...(isDifferences(differences) ? { conflict: differences } : {}),
    fields: [
      { name: "accountname", label: "用户账号", kind: "text" as const, value: "", readOnly: profile.account },
      ...PROFILE_COLUMNS.map((name) =>
        fieldModel(context, { profile, name, typed: typed?.[name], error: faults.get(name), first }),
      ),
    ],
  };
}

function problemOf(error: AppError): string {
  return error.error === "stale_record" ? "资料已被他人修改，请核对下表后再次保存" : error.message;
}

function isDifferences(value: unknown): value is { label: string; yours: string; theirs: string }[] {
  return Array.isArray(value) && value.length > 0;
}

const CONTROLS = { textarea: "textarea", date: "date", select: "select" } as const;

function fieldModel(
  context: Context,
  {
    profile,
    name,
    typed,
    error,
    first,
  }: {
    profile: Profile;
    name: (typeof PROFILE_COLUMNS)[number];
    typed: string | undefined;
    error: string | undefined;
    first: string | undefined;
  },
) {
  const field = profileField(context, name);
  const kind = kindOf(field);
  const stored = profile.values[name];
  const shown = stored === null ? "" : kind.show(stored, field.options);
  const rules = rulesOf(field);
  const control = kind.control in CONTROLS ? CONTROLS[kind.control as keyof typeof CONTROLS] : ("text" as const);
  return {
    name,
    label: field.options.label,
    kind: control,
    value: typed ?? (stored === null ? "" : kind.toInput(stored)),
    ...(name === "username" ? { required: true } : {}),
    ...(field.kind === "date" ? { days: dayLimits(field.options, dayOf(context.now)) } : {}),
    ...(rules && !profile.readOnly.includes(name) ? { rules } : {}),
    ...(field.kind === "choice"
      ? { options: offeredChoices(field.options, stored === null ? "" : String(stored)) }
      : {}),
    ...(profile.readOnly.includes(name) ? { readOnly: shown, help: "由人事主数据维护" } : {}),
    ...(error ? { error } : {}),
    ...(first === name ? { autoFocus: true } : {}),
  };
}

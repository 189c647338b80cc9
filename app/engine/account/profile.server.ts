import { raisePermissionVersion } from "~/data/access.server";
import type { Change } from "~/data/audit.server";
import {
  PROFILE_COLUMNS,
  type ProfileColumn,
  type ProfileRow,
  type ProfileValues,
  selectProfile,
  updateProfile,
} from "~/data/profile.server";
import { dayOf } from "~/shared/calendar";
import { may } from "../access/permissions";
import type { Context } from "../context.server";
import type { Complaint, Field } from "../entity";
import { kindOf } from "../entity/kinds";
import { missingComplaint } from "../entity/rules-of";
import { AppError } from "../errors";
import { documentOf } from "../search/document.server";
import { asOwner, auditAccount, ownOf, userEntity } from "./own.server";

/** What the personnel master data keeps; the person only reads it. */
const KEPT_BY_MDM: readonly ProfileColumn[] = ["username", "position", "startfromdate"];
/** Never changed by a person's own save; a request that tries is not a mistake of typing. */
const PROTECTED = ["password", "status", "perm_version", "supplier_id", "user_type", "source"];
const MASK = "***";

/** An account as its profile shows it. */
export interface Profile extends ProfileRow {
  readOnly: readonly ProfileColumn[];
}

/**
 * The own profile, or that of another account for whoever may open accounts.
 * @param account name of the account; without it the own one
 * @throws AppError("invalid" | "not_found")
 */
export async function readProfile(context: Context, account?: string): Promise<Profile> {
  const own = ownOf(context);
  const wanted = account?.trim();
  if (wanted === "") {
    const message = missingComplaint(userEntity(context).fields.accountname);
    throw new AppError("invalid", { message, complaints: [{ field: "accountname", message }] });
  }
  const isOwn = wanted === undefined || wanted.toLowerCase() === context.actor.account.toLowerCase();
  // To everybody else a foreign account is not there.
  if (!isOwn && !mayOpenAccounts(context)) throw new AppError("not_found");
  const row = await asOwner(context, () =>
    selectProfile(context.services.database.connection(), isOwn ? { id: own.userId } : { account: wanted ?? "" }),
  );
  if (!row) throw new AppError("not_found");
  const { cardid } = row.values;
  const values = isOwn ? row.values : { ...row.values, cardid: cardid && masked(cardid) };
  return { ...row, values, readOnly: readOnlyIn(row) };
}

function mayOpenAccounts({ actor }: Context): boolean {
  return !actor.supplierId && may(actor.permissions, "users.get");
}

/** 110***********1234 */
function masked(cardId: string): string {
  return `${cardId.slice(0, 3)}${"*".repeat(Math.max(0, cardId.length - 7))}${cardId.slice(-4)}`;
}

function readOnlyIn(row: ProfileRow): readonly ProfileColumn[] {
  return row.source === "mdm" ? KEPT_BY_MDM : [];
}

/** The field of the definition behind a column of the profile. */
export function profileField(context: Context, name: ProfileColumn): Field {
  const field: Field | undefined = userEntity(context).fields[name];
  if (!field) throw new Error(`accounts have no field "${name}"`);
  return field;
}

/**
 * Stores the own profile. Account name and id may be sent and mean nothing; so does what master data keeps. What was not sent stays.
 * @param input.version as the person saw it; without it the save is not compared
 * @returns the version after the save
 * @throws AppError("malformed" | "invalid" | "stale_record")
 */
export async function saveProfile(
  context: Context,
  input: { version?: number; values: Readonly<Record<string, unknown>> },
): Promise<number> {
  const { userId } = ownOf(context);
  const tried = PROTECTED.find((name) => Object.hasOwn(input.values, name));
  if (tried) throw new AppError("malformed", { message: `参数格式不正确：不能修改${tried}` });
  return asOwner(context, async () => {
    const connection = context.services.database.connection();
    const row = await selectProfile(connection, { id: userId });
    if (!row) throw new AppError("not_found");
    const { values, complaints } = readValues(context, row, input.values);
    if (input.version !== undefined && input.version !== row.version) throw staleProfile(context, row, values);
    if (complaints.length > 0) throw new AppError("invalid", { complaints });
    const changes = changesOf(context, row.values, values);
    if (changes.length === 0) return row.version;
    const search = await documentOf(userEntity(context), {
      accountname: row.account,
      username: values.username ?? row.values.username,
    });
    const changed = Object.fromEntries(changes.map(({ path }) => [path, values[path as ProfileColumn] ?? null]));
    const at = context.now.toISOString();
    const own = { id: userId, version: row.version, at, changed, search };
    if (!(await updateProfile(connection, own))) throw new AppError("stale_record");
    await auditAccount(context, userId, { action: "profile", label: "修改个人资料", changes });
    // The name stands in what everybody's requests remember.
    if ("username" in changed) await raisePermissionVersion(connection);
    return row.version + 1;
  });
}

/** What was typed, as values of the columns; only those that were sent and may be changed. */
function readValues(
  context: Context,
  row: ProfileRow,
  typed: Readonly<Record<string, unknown>>,
): { values: Partial<ProfileValues>; complaints: Complaint[] } {
  const values: Partial<ProfileValues> = {};
  const complaints: Complaint[] = [];
  const readOnly = readOnlyIn(row);
  for (const name of PROFILE_COLUMNS) {
    if (!Object.hasOwn(typed, name) || readOnly.includes(name)) continue;
    const field = profileField(context, name);
    const reading = kindOf(field).read(typed[name], field.options, dayOf(context.now));
    if ("complaint" in reading) complaints.push({ field: name, message: reading.complaint });
    else if (reading.value === null && name === "username")
      complaints.push({ field: name, message: missingComplaint(field) });
    else values[name] = reading.value === null ? null : String(reading.value);
  }
  return { values, complaints };
}

function changesOf(context: Context, before: ProfileValues, after: Partial<ProfileValues>): Change[] {
  return PROFILE_COLUMNS.flatMap((name) => {
    const to = after[name];
    const from = before[name];
    if (to === undefined || to === from) return [];
    const field = profileField(context, name);
    const hidden = name === "cardid";
    const shown = (value: string | null) => (value === null ? "" : kindOf(field).show(value, field.options));
    const text = (value: string | null) => (hidden && value !== null ? MASK : shown(value));
    const kept = (value: string | null) => (hidden && value !== null ? MASK : value);
    return [
      {
        path: name,
        label: field.options.label,
        from: kept(from),
        to: kept(to),
        fromText: text(from),
        toText: text(to),
      },
    ];
  });
}

/** Both versions side by side, as with any record that somebody else changed meanwhile. */
function staleProfile(context: Context, row: ProfileRow, typed: Partial<ProfileValues>): AppError {
  const differences = changesOf(context, row.values, typed).map((change) => ({
    label: change.label,
    theirs: change.fromText,
    yours: change.toText,
  }));
  return new AppError("stale_record", { facts: { version: row.version, differences } });
}

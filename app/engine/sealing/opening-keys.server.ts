import { endKey, insertKey, type OpeningKeyRow, selectLivingKey, selectPublicKeys } from "~/data/opening-keys.server";
import { selectSecret } from "~/data/passwords.server";
import { lockOpenPlaces, movePlace, type OpenPlace } from "~/data/seals.server";
import { PASSPHRASE_TAKEN, passphraseComplaints } from "~/shared/opening-rules";
import { provenSecret } from "../account/change-password.server";
import { asOwner, auditAccount, ownOf } from "../account/own.server";
import type { Context } from "../context.server";
import type { Complaint } from "../entity";
import { AppError } from "../errors";
import { countGuess, forgetGuesses } from "../session/guesses.server";
import { passwordFits } from "../session/password.server";
import { notifyMember } from "../session/security-notifications.server";
import {
  fingerprintOf,
  isKeyFile,
  lockKey,
  makeSealPair,
  openWith,
  type PrivateKey,
  SealError,
  type Secret,
  sealFor,
  shortFingerprint,
  unlockKey,
} from "./crypto.server";
import { handedAbout, shareAbout } from "./places";

/*
 * The keys by which people open what is sealed: a pair of each person, whose private part is locked by a passphrase or a key file that
 * the product does not have. Nobody sets one for somebody else.
 */

/** How somebody unlocks: a passphrase that is typed, or the text of a key file. */
export interface Unlocking {
  how: "passphrase" | "file";
  text: string;
}

export interface NewKeyInput {
  next: Unlocking & { again: string };
  /** The sign-in password, where it must be named again. */
  oldpassword: string;
  /** What unlocks the present key, where there is one. */
  present?: Unlocking;
  /** The present key cannot be unlocked any more: what is sealed for it stays so. */
  isLost?: boolean;
}

/** Said where people without an account of staff ask. */
export const STAFF_ONLY = "开启口令只用于采购方开启密封的内容";

/** The present key of the acting person. */
export async function ownKey(context: Context): Promise<OpeningKeyRow | null> {
  const { userId } = staffOf(context);
  return asOwner(context, () => selectLivingKey(context.services.database.connection(), userId));
}

/** Of some people those who cannot be a holder now: without a present key, blocked, or no member of staff. */
export async function withoutKeys(context: Context, userIds: readonly string[]): Promise<string[]> {
  const found = await selectPublicKeys(context.services.database.connection(), userIds);
  return userIds.filter((id) => !found.some(({ userId }) => userId === id));
}

/**
 * Makes the own opening key, or puts a new one in the place of the present one. With what unlocks the present one, shares of seals that
 * are still closed go over to the new key; lost, they stay with the old one and are opened by it alone.
 * @throws AppError("invalid") with what is wrong, AppError("too_often") after too many wrong guesses
 */
export async function setOpeningKey(context: Context, input: NewKeyInput): Promise<void> {
  const { userId } = staffOf(context);
  const { services } = context;
  const present = await ownKey(context);
  const complaints = await complaintsOf(context, input);
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  const isReplaced = present !== null && !input.isLost;
  const old = isReplaced ? await proveKey(context, present, { secret: input.present, field: "present" }) : null;
  await refusePassword(context, input.next);
  const { publicKey, privateKey } = makeSealPair();
  const locked = await lockKey(privateKey, secretOf(input.next));
  const at = context.now.toISOString();
  const key = { id: services.newId(), userId, publicKey, fingerprint: fingerprintOf(publicKey), locked, at };
  const label = present === null ? "设置开启口令" : isReplaced ? "更换开启口令" : "开启口令遗失，重新设置";
  await asOwner(context, async () => {
    const connection = services.database.connection();
    const now = await selectLivingKey(connection, userId, true);
    if (now?.id !== present?.id) throw new AppError("stale_record");
    const places = old && present ? await lockOpenPlaces(connection, present.id) : [];
    if (present) await endKey(connection, { id: present.id, state: isReplaced ? "replaced" : "lost", at });
    if (!(await insertKey(connection, { ...key, how: input.next.how }))) throw new AppError("stale_record");
    if (old) {
      for (const place of places) {
        const moved = await resealed(place, { holderId: userId, old, publicKey });
        await movePlace(connection, { holderId: userId, keyId: key.id, place: moved });
      }
    }
    await auditAccount(context, userId, {
      action: "opening-key",
      label,
      reason: `指纹 ${shortFingerprint(key.fingerprint)}`,
    });
    const change = present === null ? "设置" : isReplaced ? "更换" : "因遗失重新设置";
    const values = { change, fingerprint: shortFingerprint(key.fingerprint) };
    await notifyMember(services, { userId, at, scenario: "account.opening-key", values });
  });
}

/**
 * Unlocks an own key; wrong guesses are counted, slowed down and recorded.
 * @param asked.field where the form hears what is wrong
 * @param asked.refused writes the refusal down elsewhere than with the account
 */
export async function proveKey(
  context: Context,
  key: OpeningKeyRow,
  asked: { secret: Unlocking | undefined; field: string; refused?: (why: string) => Promise<void> },
): Promise<PrivateKey> {
  const { userId } = ownOf(context);
  const { secret, field } = asked;
  const word = key.how === "file" ? "密钥文件" : "开启口令";
  const complaint = (message: string) => new AppError("invalid", { complaints: [{ field, message }] });
  if (!secret || secret.text === "") throw complaint(key.how === "file" ? "请选择密钥文件" : "请输入开启口令");
  if (secret.how !== key.how) throw complaint(`请使用${word}`);
  if (secret.how === "file" && !isKeyFile(secret.text)) throw complaint("所选文件不是密钥文件");
  if (key.locked === null) throw new AppError("stale_record");
  const counter = `opening:${userId}`;
  const refused =
    asked.refused ??
    ((why: string) =>
      asOwner(context, () =>
        auditAccount(context, userId, { action: "opening-refused", label: "开启口令核对未通过", reason: why }),
      ));
  try {
    await countGuess(context, counter, word);
  } catch (error) {
    if (error instanceof AppError) await refused(error.message);
    throw error;
  }
  try {
    const unlocked = await unlockKey(key.publicKey, key.locked, secretOf(secret));
    await forgetGuesses(context, counter);
    return unlocked;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    await refused(`${word}不正确`);
    throw complaint(`${word}不正确`);
  }
}

async function complaintsOf(context: Context, { next, oldpassword }: NewKeyInput): Promise<Complaint[]> {
  const secret = await provenSecret(context, oldpassword);
  if (next.how === "file") {
    const message = next.text === "" ? "请选择刚下载的密钥文件" : "所选文件不是密钥文件，请重新下载后选择";
    return [...secret.complaints, ...(isKeyFile(next.text) ? [] : [{ field: "keyfile", message }])];
  }
  return [...secret.complaints, ...passphraseComplaints({ passphrase: next.text, again: next.again })];
}

/** Asked last, of who proved everything else: otherwise it would tell strangers at a session whether they guess the password. */
async function refusePassword(context: Context, { how, text }: Unlocking): Promise<void> {
  if (how === "file") return;
  const { userId } = ownOf(context);
  const row = await asOwner(context, () => selectSecret(context.services.database.connection(), userId));
  if (row && (await passwordFits(text, row.passwordHash)))
    throw new AppError("invalid", { complaints: [{ field: "passphrase", message: PASSPHRASE_TAKEN }] });
}

/** The share and what was handed over, for the next key. */
async function resealed(
  place: OpenPlace,
  { holderId, old, publicKey }: { holderId: string; old: PrivateKey; publicKey: string },
): Promise<OpenPlace> {
  const over = async (sealed: string, about: string) => sealFor(publicKey, await openWith(old, sealed, about), about);
  const handed: { from: string; sealed: string }[] = [];
  for (const { from, sealed } of place.handed) {
    handed.push({ from, sealed: await over(sealed, handedAbout({ sealId: place.sealId, from, to: holderId })) });
  }
  return { ...place, share: await over(place.share, shareAbout(place.sealId, holderId)), handed };
}

function secretOf({ how, text }: Unlocking): Secret {
  return { kind: how, text };
}

/** @throws AppError("forbidden") for people of suppliers */
export function staffOf(context: Context): { userId: string } {
  if (context.actor.supplierId) throw new AppError("forbidden", { message: STAFF_ONLY });
  return ownOf(context);
}

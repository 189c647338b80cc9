import { type Change, insertAudit } from "~/data/audit.server";
import { selectKey, selectPublicKeys } from "~/data/opening-keys.server";
import {
  keepSeal,
  markOpened,
  type ProgressRow,
  type SealRow,
  type ShareRow,
  selectProgress,
  selectRecovery,
  selectSeal,
  selectSealKey,
  selectShares,
  storeGiven,
  takeBackGiven,
} from "~/data/seals.server";
import { asOwner } from "../account/own.server";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { actorName, notify } from "../notify/notify.server";
import { joinKey, makeSealPair, openWith, type PrivateKey, SealError, sealFor, splitKey } from "./crypto.server";
import { proveKey, staffOf, type Unlocking } from "./opening-keys.server";
import { handedAbout, shareAbout } from "./places";

/*
 * The seal of a record: a key pair whose private half exists only as three shares. Two holders open together; the third share is the
 * supervisor's, who gives it only after two administrators asked for it. Whose shares they are is fixed when the seal is made.
 */

/** The record a seal is for. */
export interface Sealed {
  entity: string;
  id: string;
  number?: string | null;
}

/** What giving a share led to: the private key in memory for the caller's transaction, or the names of those who can still give theirs. */
export type Given = { opened: true; privateKey: PrivateKey } | { opened: false; waitingFor: string[] };

/**
 * Makes a seal, in the caller's transaction. The private key is forgotten before this returns.
 * @returns what content is sealed for, and the id to keep with the record
 * @throws AppError("wrong_state") when somebody has no opening key, AppError("invalid") when they are not three people
 */
export async function makeSeal(
  context: Context,
  input: { about: Sealed; holders: readonly [string, string]; supervisor: string },
): Promise<{ sealId: string; publicKey: string }> {
  const { services } = context;
  const { about, holders, supervisor } = input;
  const people = [...holders, supervisor];
  if (new Set(people).size !== people.length)
    throw new AppError("invalid", { message: "两名开启人和监督人须是三个不同的人" });
  const keys = await selectPublicKeys(services.database.connection(), people);
  const missing = people.filter((id) => !keys.some(({ userId }) => userId === id));
  if (missing.length > 0) {
    const message = `${missing.length}名开启人或监督人还没有设置开启口令，请其先在账号设置中设置`;
    throw new AppError("wrong_state", { message, facts: { missing } });
  }
  const sealId = services.newId();
  const { publicKey, privateKey } = makeSealPair();
  const parts = await splitKey(privateKey);
  const shares: { holder: string; role: "holder" | "supervisor"; keyId: string; share: string }[] = [];
  for (const [index, holder] of people.entries()) {
    const key = keys.find(({ userId }) => userId === holder);
    const part = parts[index];
    if (!key || !part) throw new Error("a share without a holder");
    const share = await sealFor(key.publicKey, part, shareAbout(sealId, holder));
    shares.push({ holder, role: holder === supervisor ? "supervisor" : "holder", keyId: key.keyId, share });
  }
  await keepSeal(services.database.connection(), {
    id: sealId,
    entity: about.entity,
    recordId: about.id,
    recordNumber: about.number ?? null,
    publicKey,
    by: context.actor.id,
    at: context.now.toISOString(),
    shares,
  });
  await noteAbout(context, about, { action: "seal", label: "生成密封密钥" });
  return { sealId, publicKey };
}

/** What content is sealed for while the seal is closed; null afterwards. For transactions of suppliers as well. */
export async function sealKey(context: Context, sealId: string): Promise<string | null> {
  return selectSealKey(context.services.database.connection(), sealId);
}

/** Who holds a share and who gave it. Says nothing of rights: whoever shows it asked for them. */
export async function sealProgress(context: Context, sealId: string): Promise<ProgressRow[]> {
  return selectProgress(context.services.database.connection(), sealId);
}

/** The own share of the acting person, and what unlocks it; null for who holds none. */
export async function ownShare(
  context: Context,
  sealId: string,
): Promise<{ role: "holder" | "supervisor"; how: "passphrase" | "file" } | null> {
  const { own, key } = await asOwner(context, () => placeOf(context, sealId));
  return own && key ? { role: own.role, how: key.how } : null;
}

/**
 * The acting person gives the own share. It stays given; the second one who does gets the private key, and so does either of them
 * again until the caller has opened (`openedSeal`). Whether it is time to open is the caller's to ask first. Called before the caller's
 * transaction, so that a refusal stays recorded and counted.
 * @throws AppError "invalid" for a wrong passphrase (field `secret`), "too_often", "forbidden" for who holds no share, "wrong_state"
 */
export async function giveShare(context: Context, input: { sealId: string; secret: Unlocking }): Promise<Given> {
  const { userId } = staffOf(context);
  const { services } = context;
  if (services.database.inTransaction()) throw new Error("a share is given before the transaction that opens");
  const { seal, own, key } = await asOwner(context, () => placeOf(context, input.sealId));
  const refused = (why: string) => noteRefusal(context, sealedOf(seal), why);
  const refuse = async (error: AppError) => {
    await refused(error.message);
    return error;
  };
  if (!own || !key) throw await refuse(new AppError("forbidden", { message: "您不是该密封内容的开启人" }));
  if (seal.state === "opened") throw new AppError("wrong_state", { message: "密封内容已经开启" });
  if (own.role === "supervisor" && !(await isRecoveryConfirmed(context, seal.id))) {
    const message = "监督人的份额须由两名管理员申请并确认后才能交出";
    throw await refuse(new AppError("wrong_state", { message }));
  }
  const mine = await proveKey(context, key, { secret: input.secret, field: "secret", refused });
  return asOwner(context, async () => {
    const connection = services.database.connection();
    const present = await selectSeal(connection, seal.id, true);
    if (present?.state !== "closed") throw new AppError("wrong_state", { message: "密封内容已经开启" });
    const shares = await selectShares(connection, seal.id);
    const place = shares.find(({ holderId }) => holderId === userId);
    // The key was replaced since: what it unlocked is not sealed for it any more.
    if (!place || place.keyId !== key.id) throw new AppError("stale_record");
    const given = await openWith(mine, place.share, shareAbout(seal.id, userId));
    const others = shares.filter(({ holderId }) => holderId !== userId);
    const handed: Record<string, string> = {};
    for (const { holderId, publicKey } of others) {
      handed[holderId] = await sealFor(publicKey, given, handedAbout({ sealId: seal.id, from: userId, to: holderId }));
    }
    await storeGiven(connection, { sealId: seal.id, holderId: userId, at: context.now.toISOString(), handed });
    if (place.givenAt === null) await noteGiven(context, seal, others);
    const theirs = others.find(({ givenAt }) => givenAt !== null);
    if (!theirs) return { opened: false, waitingFor: others.filter(isHolder).map(({ name }) => name) };
    const from = { sealId: seal.id, from: theirs.holderId, to: userId };
    const received = await openWith(mine, theirs.handed[userId] ?? "", handedAbout(from));
    return { opened: true, privateKey: await joined(seal, [given, received]) };
  });
}

/**
 * Notes that what a seal closed is open now, in the transaction that opens it.
 * @throws AppError("wrong_state") when fewer than two gave their share, or somebody opened before
 */
export async function openedSeal(context: Context, sealId: string, about: Sealed): Promise<void> {
  const mark = { sealId, by: context.actor.id, at: context.now.toISOString() };
  if (!(await markOpened(context.services.database.connection(), mark)))
    throw new AppError("wrong_state", { message: "密封内容已经开启，或开启人尚未到齐" });
  await noteAbout(context, about, { action: "unseal", label: "开启密封内容" });
}

/**
 * What holders gave so far does not count any more, in the caller's transaction: what is sealed changes once more, so each of them is asked
 * anew when it is time.
 */
export async function takeBackShares(context: Context, sealId: string, about: Sealed): Promise<void> {
  const given = await takeBackGiven(context.services.database.connection(), sealId);
  if (given > 0) await noteAbout(context, about, { action: "seal-back", label: "已交出的份额作废" });
}

/** Writes down that somebody was refused what a seal closes. Outside transactions: a refusal that rises takes nothing back. */
export async function noteRefusal(context: Context, about: Sealed, why: string): Promise<void> {
  await asOwner(context, () => noteAbout(context, about, { action: "seal-refused", label: "开启未通过", reason: why }));
}

/** A step of a seal in the trail of its record. Suppliers do not read these rows. */
export async function noteAbout(
  context: Context,
  about: Sealed,
  entry: { action: string; label: string; reason?: string; changes?: Change[] },
): Promise<void> {
  const { actor, services } = context;
  await insertAudit(services.database.connection(), {
    id: services.newId(),
    at: context.now.toISOString(),
    userId: actor.id,
    userName: actorName(context),
    userSupplierId: actor.supplierId,
    entity: about.entity,
    recordId: about.id,
    recordNumber: about.number ?? null,
    action: entry.action,
    label: entry.label,
    changes: [],
    staffChanges: entry.changes ?? [],
    reason: null,
    staffReason: entry.reason ?? null,
    requestId: context.requestId,
    ip: context.ip,
    channel: context.channel,
    suppliers: [],
  });
}

/** The record of a seal as the trail names it. */
export function sealedOf({ entity, recordId, recordNumber }: SealRow): Sealed {
  return { entity, id: recordId, number: recordNumber };
}

async function placeOf(context: Context, sealId: string) {
  const connection = context.services.database.connection();
  const seal = await selectSeal(connection, sealId);
  if (!seal) throw new AppError("not_found");
  const own = (await selectShares(connection, sealId)).find(({ holderId }) => holderId === context.actor.id);
  return { seal, own, key: own ? await selectKey(connection, own.keyId) : null };
}

async function isRecoveryConfirmed(context: Context, sealId: string): Promise<boolean> {
  const found = await asOwner(context, () => selectRecovery(context.services.database.connection(), sealId));
  return found?.state === "confirmed";
}

function isHolder({ role }: ShareRow): boolean {
  return role === "holder";
}

async function noteGiven(context: Context, seal: SealRow, others: readonly ShareRow[]): Promise<void> {
  const about = sealedOf(seal);
  await noteAbout(context, about, { action: "seal-share", label: "交出开启份额" });
  const number = about.number ?? "";
  await notify(context, {
    scenario: "seal.share-given",
    values: { by: context.actor.name, number },
    to: others.filter(isHolder).map(({ holderId }) => holderId),
    record: { entity: about.entity, id: about.id, number },
    path: openingPath(context, about),
  });
}

/** Where a record is opened together, below `/web`: whoever holds a share gets there, also where no right reaches the record itself. */
export function openingPath({ services }: Context, { entity, id }: Sealed): string {
  const [screen] = services.registry.screensOf(entity);
  if (!screen) throw new Error(`"${entity}" has no screen`);
  return `/${screen.area}/${screen.key}/${id}/opening`;
}

async function joined(seal: SealRow, shares: readonly [Uint8Array, Uint8Array]): Promise<PrivateKey> {
  try {
    return await joinKey(seal.publicKey, shares);
  } catch (error) {
    // Neither holder can do anything about it: a share was made for another key, or the rows were changed from outside.
    if (error instanceof SealError)
      throw new Error("the shares of a seal do not give its private key", { cause: error });
    throw error;
  }
}

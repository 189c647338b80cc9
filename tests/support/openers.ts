import { sql } from "kysely";
import type { Context } from "~/engine/context.server";
import { newKeyFile } from "~/engine/sealing/crypto.server";
import { setOpeningKey, type Unlocking } from "~/engine/sealing/opening-keys.server";
import { openSession, signIn } from "~/engine/session/session.server";
import { PASSWORD } from "./company";
import { newcomerWith } from "./conformance";
import type { World } from "./world";

/** A session of an account, as its next request finds it. */
export async function visit(world: World, account: string): Promise<Context> {
  const entry = { account, password: PASSWORD, ip: "10.0.0.9", device: "Chrome/1 Windows" };
  const { token } = await signIn(world.engine, entry);
  const session = await openSession(world.engine, token, { requestId: "r", ip: "10.0.0.9", channel: "page" });
  if (!session) throw new Error("the session is over");
  return session.context;
}

/** Somebody new of the staff with a role, who can sign in. @returns the account */
export async function memberWith(world: World, role: string): Promise<{ id: string; account: string }> {
  const { actor } = await newcomerWith(world, role);
  await sql`insert into user_secret (user_id, password_hash) select ${actor.id}::uuid, password_hash from user_secret where user_id = ${world.accounts.admin}
    on conflict (user_id) do update set password_hash = excluded.password_hash, must_change = false, expires_at = null`.execute(
    world.engine.database.connection(),
  );
  return { id: actor.id ?? "", account: actor.account };
}

/** Somebody who can hold a share: what unlocks it is a key file, the quick way. */
export interface Opener {
  id: string;
  secret: Unlocking;
  /** A new session, now. */
  visit(): Promise<Context>;
}

export async function openerWith(world: World, role: string): Promise<Opener> {
  const { id, account } = await memberWith(world, role);
  const secret: Unlocking = { how: "file", text: newKeyFile() };
  await setOpeningKey(await visit(world, account), { next: { ...secret, again: "" }, oldpassword: "" });
  return { id, secret, visit: () => visit(world, account) };
}

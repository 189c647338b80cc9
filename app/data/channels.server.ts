import { sql } from "kysely";
import type { GatewayChannel } from "~/shared/channels";
import type { Connection } from "./database.server";

/*
 * What a person has bound and is about to bind. All of it runs as owner of the tables and names the person: nobody reads what somebody else
 * has bound by it.
 */

export interface OwnBinding {
  channel: GatewayChannel;
  /** Enough to know it by. */
  masked: string;
  boundAt: string;
}

/** What a person has bound, masked. */
export async function selectBindings(connection: Connection, userId: string): Promise<OwnBinding[]> {
  const { rows } = await sql<{ app: GatewayChannel; masked: string; bound_at: string }>`
    select app, masked_contact(open_id) as masked, bound_at from app_user_chat_bindings
    where root_id = ${userId}::uuid and app in ('wecom', 'sms') order by line_no`.execute(connection);
  return rows.map(({ app, masked, bound_at: boundAt }) => ({ channel: app, masked, boundAt }));
}

/** Where messages to a person go by a channel; null: it is not bound, or the account is no longer in use. */
export async function selectChannelAddress(
  connection: Connection,
  userId: string,
  channel: string,
): Promise<string | null> {
  const { rows } = await sql<{ open_id: string }>`select b.open_id from app_user_chat_bindings b
    join app_user u on u.id = b.root_id and u.state in ('active', 'locked')
    where b.root_id = ${userId}::uuid and b.app = ${channel} order by b.bound_at desc limit 1`.execute(connection);
  return rows[0]?.open_id ?? null;
}

/** Binds an address in the place of the one before. */
export async function storeBinding(
  connection: Connection,
  binding: { id: string; userId: string; channel: GatewayChannel; address: string; at: string },
): Promise<void> {
  const { id, userId, channel, address, at } = binding;
  await removeBinding(connection, userId, channel);
  await sql`insert into app_user_chat_bindings (id, root_id, line_no, app, open_id, bound_at)
    select ${id}::uuid, ${userId}::uuid, coalesce(max(line_no), 0) + 10, ${channel}, ${address}, ${at}::timestamptz
    from app_user_chat_bindings where root_id = ${userId}::uuid`.execute(connection);
  await noteIsBound(connection, userId);
}

/** What lists of accounts say about it. */
async function noteIsBound(connection: Connection, userId: string): Promise<void> {
  await sql`update app_user set is_binding = exists (select 1 from app_user_chat_bindings where root_id = ${userId}::uuid)
    where id = ${userId}::uuid`.execute(connection);
}

/** @returns what was bound, masked; null: nothing */
export async function removeBinding(
  connection: Connection,
  userId: string,
  channel: GatewayChannel,
): Promise<string | null> {
  const { rows } = await sql<{ masked: string }>`delete from app_user_chat_bindings
    where root_id = ${userId}::uuid and app = ${channel} returning masked_contact(open_id) as masked`.execute(
    connection,
  );
  await noteIsBound(connection, userId);
  return rows[0]?.masked ?? null;
}

/** A code on its way. */
export interface ChannelCode {
  id: string;
  userId: string;
  channel: GatewayChannel;
  address: string;
  masked: string;
  at: string;
  expiresAt: string;
  tries: number;
}

const CODE = sql`id, user_id as "userId", channel, address, masked_contact(address) as masked, at, expires_at as "expiresAt", tries`;

/** How many codes were asked for by the person, and to the address by anybody, since the instant. */
export async function countCodes(
  connection: Connection,
  asked: { userId: string; channel: GatewayChannel; address: string; since: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select greatest(
      count(*) filter (where user_id = ${asked.userId}::uuid), count(*) filter (where address = ${asked.address}))::int as count
    from channel_code where channel = ${asked.channel} and at > ${asked.since}::timestamptz`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Notes a code, has it sent, and forgets those of days ago. */
export async function insertCode(
  connection: Connection,
  code: Omit<ChannelCode, "masked" | "tries"> & { mailId: string; title: string; text: string; before: string },
): Promise<void> {
  await sql`delete from channel_code where at < ${code.before}::timestamptz`.execute(connection);
  await sql`insert into channel_code (id, user_id, channel, address, at, expires_at)
    values (${code.id}, ${code.userId}::uuid, ${code.channel}, ${code.address}, ${code.at}, ${code.expiresAt})`.execute(
    connection,
  );
  await sql`insert into mail_outbox (id, created_at, updated_at, user_id, channel, recipient, subject, body, link_kind, link_id, next_at)
    values (${code.mailId}, ${code.at}, ${code.at}, ${code.userId}::uuid, ${code.channel}, masked_contact(${code.address}), ${code.title},
      ${code.text}, 'channel-code', ${code.id}::uuid, ${code.at})`.execute(connection);
}

/** The last code a person asked for that can still be used; null: none. */
export async function selectOpenCode(
  connection: Connection,
  asked: { userId: string; channel: GatewayChannel; at: string; mostTries: number },
): Promise<ChannelCode | null> {
  const { rows } = await sql<ChannelCode>`select * from (
      select ${CODE}, used_at from channel_code where user_id = ${asked.userId}::uuid and channel = ${asked.channel}
      order by at desc, id desc limit 1) last
    where used_at is null and tries < ${asked.mostTries} and "expiresAt" > ${asked.at}::timestamptz`.execute(
    connection,
  );
  return rows[0] ?? null;
}

/** A code by its id, while it can still be used. */
export async function selectCode(connection: Connection, id: string, at: string): Promise<ChannelCode | null> {
  const { rows } = await sql<ChannelCode>`select ${CODE} from channel_code
    where id = ${id}::uuid and used_at is null and expires_at > ${at}::timestamptz`.execute(connection);
  return rows[0] ?? null;
}

/** Counts a try, before it is compared. @returns false where none is left */
export async function countTry(connection: Connection, id: string, mostTries: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update channel_code set tries = tries + 1
    where id = ${id}::uuid and used_at is null and tries < ${mostTries}`.execute(connection);
  return numAffectedRows === 1n;
}

/** Uses a code up. @returns false when somebody was faster */
export async function useCode(connection: Connection, id: string, at: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update channel_code set used_at = ${at}::timestamptz
    where id = ${id}::uuid and used_at is null`.execute(connection);
  return numAffectedRows === 1n;
}

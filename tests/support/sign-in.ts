import { sql } from "kysely";
import { AppError } from "~/engine/errors";
import { textParameter } from "~/engine/parameters.server";
import { newCaptcha } from "~/engine/session/captcha.server";
import { signInSecret } from "~/engine/session/device.server";
import { type SignedIn, type SignInInput, signIn } from "~/engine/session/sign-in.server";
import { answerOf } from "./captcha";
import { PASSWORD } from "./company";
import type { World } from "./world";

/** An attempt by the operation; what is left out is what an ordinary person does. */
export function enter(world: World, input: Partial<SignInInput> & { account: string }): Promise<SignedIn> {
  return signIn(world.engine, { password: PASSWORD, ip: "", device: "", ...input });
}

/** What an attempt leads to: `ok`, or the name of the refusal. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "ok";
  } catch (error) {
    if (error instanceof AppError) return error.error;
    throw error;
  }
}

/** The answer of the picture sum with that id. */
export async function sumOf(world: World, id: string): Promise<string> {
  return answerOf(await signInSecret(world.engine), id);
}

/** A picture sum with the right answer. */
export async function solved(world: World): Promise<{ captchaId: string; captcha: string }> {
  const { id } = await newCaptcha(world.engine);
  return { captchaId: id, captcha: await sumOf(world, id) };
}

/** As somebody who saves it: what processes remember of parameters is read anew, as the session of the next request would have it. */
export async function setParameter(world: World, key: string, value: string): Promise<void> {
  await sql`with changed as (update parameter set value = ${value} where key = ${key} returning key)
    update permission_version set version = version + 1`.execute(world.engine.database.connection());
  await textParameter(world.engine, "ui.copyright");
}

/** Rows of a table as the database has them. */
export async function rowsOf(world: World, table: string, order: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} order by ${sql.ref(order)}`.execute(world.engine.database.connection());
  return rows;
}

import { selectPastHashes } from "~/data/passwords.server";
import { PASSPHRASE_TAKEN } from "~/shared/opening-rules";
import type { EngineServices } from "../context.server";
import { AppError } from "../errors";
import { intParameter } from "../parameters.server";
import { isOpeningPassphrase } from "../sealing/passphrase.server";
import { passwordFits } from "./password.server";

/**
 * Refuses a password that was in use not long ago, the present one included, and one that is the person's opening passphrase.
 * @returns how many of the past ones to remember once another is stored
 * @throws AppError("invalid")
 */
export async function refuseRepeated(
  services: EngineServices,
  change: { userId: string; present: string; wanted: string },
): Promise<number> {
  const most = await intParameter(services, "security.password.history");
  const past = await selectPastHashes(services.database.connection(), change.userId, most - 1);
  for (const hash of [change.present, ...past]) {
    if (!(await passwordFits(change.wanted, hash))) continue;
    const repeated = { field: "newpassword", message: `新密码不能与最近${most}次使用过的密码相同` };
    throw new AppError("invalid", { complaints: [repeated] });
  }
  if (await isOpeningPassphrase(services, change.userId, change.wanted)) {
    throw new AppError("invalid", { complaints: [{ field: "newpassword", message: PASSPHRASE_TAKEN }] });
  }
  return most - 1;
}

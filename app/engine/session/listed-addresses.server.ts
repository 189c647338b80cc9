import { rangeOf } from "~/shared/address-ranges";
import type { EngineServices } from "../context.server";
import { AppError } from "../errors";
import { textParameter } from "../parameters.server";

/** Whether nobody signs in from this address, as administrators say in `security.ip.blacklist`. */
export async function isListedAddress(services: EngineServices, ip: string): Promise<boolean> {
  return rangeOf(ip, await textParameter(services, "security.ip.blacklist")) !== null;
}

/** What whoever comes from such an address reads, whatever the account and the password. */
export function listedAddress(): AppError {
  return new AppError("forbidden", { message: "您所在的网络地址不允许登录，请联系管理员" });
}

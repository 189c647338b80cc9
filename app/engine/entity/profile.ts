import type { RoleName } from "./field";
import type { Action, Grants } from "./wall";

const READ: readonly Action[] = ["query", "get", "export"];

function grants(writers: readonly RoleName[], readers: readonly RoleName[]): Grants {
  return {
    ...Object.fromEntries(readers.map((role) => [role, READ])),
    ...Object.fromEntries(writers.map((role) => [role, "all" as const])),
  };
}

/** Default rights of new installations that many screens share; what differs is added behind: `{ ...profile.register("qa"), buyer: ["query"] }`. */
export const profile = {
  /** These keep it, as the administrator may; those read and export it. */
  register: (keepers: RoleName | readonly RoleName[], readers: readonly RoleName[] = []): Grants =>
    grants([keepers].flat().concat("system_admin"), readers),
  /** These write it; those and the administrator read and export it. */
  document: (writers: RoleName | readonly RoleName[], readers: readonly RoleName[] = []): Grants =>
    grants([writers].flat(), [...readers, "system_admin"]),
  /** Nobody writes it by hand; these and the administrator read and export it. */
  log: (readers: RoleName | readonly RoleName[]): Grants => grants([], [readers, "system_admin" as const].flat()),
};

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { isIPv6 } from "node:net";
import { installationSecret } from "~/data/sign-in.server";
import type { EngineServices } from "../context.server";
import { stored } from "./token.server";

const secrets = new WeakMap<EngineServices, Promise<string>>();

/** The key with which this installation signs what it gives away and takes back. */
export function signInSecret(services: EngineServices): Promise<string> {
  const known = secrets.get(services);
  if (known) return known;
  const asked = stored(() => installationSecret(services.database.connection(), "sign-in"));
  secrets.set(services, asked);
  asked.catch(() => secrets.delete(services));
  return asked;
}

/** A short signature over what stands after the purpose. */
export function signed(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url").slice(0, 22);
}

/** Compares two texts in a time that tells nothing about where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A secret for a browser that has none yet. Signed, so that an invented one costs us no question to storage. */
export async function newDeviceSecret(services: EngineServices): Promise<string> {
  const random = randomBytes(18).toString("base64url");
  return `${random}.${signed(await signInSecret(services), "device", random)}`;
}

/** What is stored of a browser's secret; null for none and for one that we did not give. */
export async function deviceHash(services: EngineServices, device: string | null): Promise<string | null> {
  const [random, signature] = (device ?? "").split(".");
  if (!random || !signature || !/^[\w-]{24}$/.test(random)) return null;
  return isSame(signature, signed(await signInSecret(services), "device", random)) ? hashed(`device ${device}`) : null;
}

/** A program and the neighbourhood it called from: tells a new place from a known one, and proves nothing. */
export function placeHash(ip: string, program: string): string {
  return hashed(`place ${neighbourhood(ip)} ${program}`);
}

function neighbourhood(ip: string): string {
  return isIPv6(ip) ? addressKey(ip) : ip.split(".").slice(0, 3).join(".");
}

/** What an address is counted as: one household has 2^64 addresses of version 6. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = (ip.split("%")[0] ?? "").toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Browser and system of a program that calls, for people. */
export function deviceLabel(program: string): string {
  const browser =
    /\b(MicroMessenger|Edg|OPR|Firefox|Chrome|Safari)\b/.exec(program.replace(/Chrome(?=.*\bEdg)/, ""))?.[1] ?? "";
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", MicroMessenger: "微信" };
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(program)?.[0]?.replace("Mac OS X", "macOS") ?? "";
  return [names[browser] ?? browser, system].filter((part) => part !== "").join("，") || "未知设备";
}

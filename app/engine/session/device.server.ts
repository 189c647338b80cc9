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

/** What a program says of itself, and what people call it; the particular before what it is made from. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/wxwork\//i, "企业微信"],
  [/MicroMessenger\//, "微信"],
  [/DingTalk\//i, "钉钉"],
  [/Lark\/|Feishu\//i, "飞书"],
  [/QQBrowser\//i, "QQ浏览器"],
  [/QIHU|360SE|360EE/i, "360浏览器"],
  [/UCBrowser\//i, "UC浏览器"],
  [/MetaSr|SogouMobile/i, "搜狗浏览器"],
  [/HuaweiBrowser\//i, "华为浏览器"],
  [/MiuiBrowser\//i, "小米浏览器"],
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|Opera/, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|Chromium|CriOS)\b/, "Chrome"],
  [/\bTrident\/|\bMSIE /, "IE"],
  [/\bSafari\//, "Safari"],
  [
    /^(?:curl|python-requests|node|undici|axios|okhttp|Java|Go-http-client|PostmanRuntime|Apache-HttpClient)\b/i,
    "程序",
  ],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/HarmonyOS|OpenHarmony/, "鸿蒙"],
  [/Android/, "Android"],
  [/iPad/, "iPad"],
  [/iPhone/, "iPhone"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** Browser and system of a program that calls, for people: `Chrome / Windows`. */
export function deviceLabel(program: string): string {
  const called = (names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(program))?.[1] ?? "";
  return [called(PROGRAMS), called(SYSTEMS)].filter((part) => part !== "").join(" / ") || "未知设备";
}

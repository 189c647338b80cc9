import { createHash } from "node:crypto";
import type { Hono } from "hono";
import type { EngineServices } from "~/engine/context.server";
import { refreshDictionaries } from "~/engine/dictionaries.server";
import { dictionaryOf } from "~/engine/entity/dictionary";
import { AppError } from "~/engine/errors";
import { tokenOf } from "~/engine/session/cookie.server";
import { openSession } from "~/engine/session/session.server";
import { readFormData, readJson } from "./body.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

const MOST_CODES = 50;
const LONGEST_CODE = 40;

/** Entries of dictionaries by code (specification section 7). Without a token it answers those that are open to everybody. */
export function dictionaryCalls(app: Hono<RestEnv>, { engine }: { engine: EngineServices }): void {
  app.post("/v2/dictionary/dictionary-map", async (c) => {
    const codes = await wantedCodes(c.req.raw);
    const facts = { requestId: c.get("requestId"), ip: c.get("ip"), channel: "rest" as const };
    const session = await openSession(engine, tokenOf(c.req.raw), facts);
    // Who has to change the password first may do no more than somebody unknown.
    const isSignedIn = session !== null && (session.context.session?.passwordPressure ?? null) === null;
    await refreshDictionaries(engine, session?.permissionVersion);
    const map = Object.fromEntries(codes.map((code) => [code, entriesOf(code, isSignedIn)]));
    const etag = `"${createHash("sha256").update(JSON.stringify(map)).digest("base64url").slice(0, 27)}"`;
    if (c.req.header("If-None-Match") === etag) return new Response(null, { status: 304, headers: { ETag: etag } });
    const response = success(map);
    response.headers.set("ETag", etag);
    return response;
  });
}

function entriesOf(code: string, isSignedIn: boolean): object[] {
  const dictionary = dictionaryOf(code);
  if (!dictionary?.enabled || !(isSignedIn || dictionary.open)) return [];
  return dictionary.entries.map(({ value, label, tone, parent, isDefault, enabled }, index) => ({
    itemName: label,
    itemValue: value,
    color: tone,
    sortNo: index + 1,
    parentValue: parent,
    isDefault,
    enabled,
  }));
}

/** Codes as a JSON array, as `{codes: []}`, or as a form with `codes` once or several times. */
async function wantedCodes(request: Request): Promise<string[]> {
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(
    request.headers.get("Content-Type") ?? "",
  );
  let sent: unknown;
  try {
    sent = isForm
      ? (await readFormData(request)).getAll("codes").flatMap((one) => String(one).split(","))
      : readJson(await request.text());
  } catch (error) {
    if (error instanceof AppError && error.error === "invalid") throw error;
    throw new AppError("malformed", { message: "参数格式不正确：需要字典编码的数组" });
  }
  const codes: unknown = Array.isArray(sent) ? sent : Object(sent).codes;
  const isFine =
    Array.isArray(codes) &&
    codes.length > 0 &&
    codes.length <= MOST_CODES &&
    codes.every((one): one is string => typeof one === "string" && one.trim() !== "" && one.length <= LONGEST_CODE);
  if (!isFine) throw new AppError("malformed", { message: `参数格式不正确：需要1到${MOST_CODES}个字典编码` });
  return [...new Set(codes.map((one) => one.trim()))];
}

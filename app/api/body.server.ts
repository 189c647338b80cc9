import { AppError } from "~/engine/errors";
import { isTooDeep, UNREADABLE, unreadablePlaces } from "~/shared/readable";

/** Versions and their like stand in columns of four bytes. */
export const MOST_VERSION = 2_147_483_647;
/** Pages of a list that can be asked for by number. */
export const MOST_PAGES = 1_000_000;

type Body = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Bodies that were read: whoever asks second gets the same. */
const read = new WeakMap<Request, Promise<Body>>();

/**
 * A JSON object from a request; no body is an empty object.
 * @throws AppError("malformed") for anything else
 */
export function jsonBody(request: Request): Promise<Body> {
  const known = read.get(request) ?? parsedBody(request);
  read.set(request, known);
  return known;
}

async function parsedBody(request: Request): Promise<Body> {
  const text = await request.text();
  if (text.trim() === "") return {};
  const parsed = readJson(text);
  if (isRecord(parsed)) return parsed;
  throw new AppError("malformed");
}

/**
 * What a program sent as JSON, with nothing in it that storage could not take.
 * @throws AppError("malformed" | "invalid")
 */
export function readJson(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new AppError("malformed");
  }
  if (isTooDeep(parsed)) throw new AppError("malformed");
  requireReadable(parsed);
  return parsed;
}

/** Refuses texts that no column takes, each at its place. @throws AppError("invalid") */
function requireReadable(body: unknown): void {
  const complaints = unreadablePlaces(body).map((field) => ({ field, message: UNREADABLE }));
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
}

/** Fields of a url-encoded or multipart form; files are not taken here. */
export async function formBody(request: Request): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of await readFormData(request))
    if (typeof value === "string" && !fields.has(name)) fields.set(name, value);
  return fields;
}

/**
 * The same fields, sent as a form or as a JSON object: what lies within an object is named by its path (`page.current`), lists are joined by commas.
 * @throws AppError("malformed" | "invalid")
 */
export async function fieldsOf(request: Request): Promise<Map<string, string>> {
  if (!/^application\/json\b/i.test(request.headers.get("Content-Type") ?? "")) return formBody(request);
  const fields = new Map<string, string>();
  const put = (name: string, value: unknown) => {
    if (value === null || value === undefined) return;
    if (isRecord(value)) for (const [inner, one] of Object.entries(value)) put(`${name}.${inner}`, one);
    else if (Array.isArray(value) && value.every((one) => typeof one === "string")) fields.set(name, value.join(","));
    else if (["string", "number", "boolean"].includes(typeof value)) fields.set(name, String(value));
    else throw new AppError("malformed", { message: `参数格式不正确：${name.slice(0, 80)}` });
  };
  for (const [name, value] of Object.entries(await jsonBody(request))) put(name, value);
  return fields;
}

/** A form that a program sent. @throws AppError("malformed" | "invalid") */
export async function readFormData(request: Request): Promise<FormData> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw new AppError("malformed");
  }
  for (const [name, value] of form) requireReadable({ [name]: value });
  return form;
}

/** A whole number that must be there, and that its column can hold. */
export function requiredInteger(body: Body, name: string, most = MOST_VERSION): number {
  const value = body[name];
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= most) return number;
  throw new AppError("malformed", { message: `参数格式不正确：请给出${name}` });
}

export function optionalText(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new AppError("malformed", { message: `参数格式不正确：${name}` });
}

export function optionalObject(body: Body, name: string): Body | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (isRecord(value)) return value;
  throw new AppError("malformed", { message: `参数格式不正确：${name}` });
}

/** An object of objects, e.g. the values typed beside each line. */
export function objectOfObjects(body: Body, name: string): Record<string, Body> | undefined {
  const value = optionalObject(body, name);
  if (!value) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!isRecord(inner)) throw new AppError("malformed", { message: `参数格式不正确：${name}` });
      return [key, inner];
    }),
  );
}

/** Refuses names that a call does not know. */
export function requireOnly(body: Body, names: readonly string[]): void {
  const wrong = Object.keys(body).find((name) => !names.includes(name));
  if (wrong !== undefined) throw new AppError("malformed", { message: `参数格式不正确：${wrong.slice(0, 80)}` });
}

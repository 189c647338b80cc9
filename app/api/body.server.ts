import { AppError } from "~/engine/errors";

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
  try {
    const parsed: unknown = JSON.parse(text);
    if (isRecord(parsed)) return parsed;
  } catch {
    // said below
  }
  throw new AppError("malformed");
}

/** Fields of a url-encoded or multipart form; files are not taken here. */
export async function formBody(request: Request): Promise<Map<string, string>> {
  try {
    const form = await request.formData();
    const fields = new Map<string, string>();
    for (const [name, value] of form) if (typeof value === "string" && !fields.has(name)) fields.set(name, value);
    return fields;
  } catch {
    throw new AppError("malformed");
  }
}

/** A whole number that must be there. */
export function requiredInteger(body: Body, name: string): number {
  const value = body[name];
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 0) return number;
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

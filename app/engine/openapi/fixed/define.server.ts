import { z } from "zod/v4";
import type { Call } from "../call";
import type { Schema } from "../field-schema";

/** A call that belongs to no entity, with the check its JSON body has to pass. */
export interface FixedCall extends Call {
  check?: z.ZodType;
  /** What the answer has to be; tests hold the program to it. */
  answer?: z.ZodType;
}

interface Wording extends Omit<Call, "query" | "body" | "result" | "bare" | "form"> {
  query?: Readonly<Record<string, z.ZodType>>;
  /** Fields of a form, all of them text; what it does not know it leaves alone. */
  form?: Readonly<Record<string, z.ZodType>>;
  /** A JSON object; names it does not know are refused. */
  json?: Readonly<Record<string, z.ZodType>>;
  result?: z.ZodType;
  bare?: z.ZodType;
}

/** Writes a call down: the schemas of zod become those of OpenAPI, and the body's one is asked before the call is answered. */
export function fixed({ query, form, json, result, bare, ...call }: Wording): FixedCall {
  const body = json ? z.strictObject(json) : form ? z.object(form) : undefined;
  return {
    ...call,
    ...(query
      ? { query: Object.fromEntries(Object.entries(query).map(([name, of]) => [name, optionalSchema(of)])) }
      : {}),
    ...(body ? { body: schemaOf(body, "input") } : {}),
    ...(form ? { form: true } : {}),
    ...(json && body ? { check: body } : {}),
    ...(result ? { result: schemaOf(result, "output"), answer: result } : {}),
    ...(bare ? { bare: schemaOf(bare, "output") } : {}),
  };
}

function schemaOf(of: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _version, ...rest } = z.toJSONSchema(of, { target: "draft-2020-12", io });
  return rest;
}

function optionalSchema(of: z.ZodType): Schema {
  return schemaOf(of instanceof z.ZodOptional ? (of.unwrap() as z.ZodType) : of, "input");
}

/** Text that a call carries; what is longer than any column is a mistake. */
export const text = (description?: string, max = 200) => described(z.string().max(max), description);
export const words = (description?: string) => described(z.string(), description);
const described = <T extends z.ZodType>(of: T, description?: string): T =>
  description === undefined ? of : (of.meta({ description }) as T);

export const id = z.string().max(100);
export const version = z
  .union([z.int().min(0), z.string().regex(/^\d{1,9}$/)])
  .meta({ description: "读取时得到的版本，原样带回" });
/** Carried by changing calls. */
export const requestId = z
  .string()
  .regex(/^[\w.:-]{1,100}$/)
  .optional()
  .meta({ description: "同一请求号十分钟内重复发送只执行一次；也可以放在请求头 requestId 里" });
export const done = z.literal("success");
/** A page of rows as `/v2` answers it. */
export const pageOf = (row: z.ZodType) =>
  z.object({
    records: z.array(row),
    current: z.int(),
    size: z.int(),
    total: z.int(),
    pages: z.int(),
  });
/** Where a list begins and how long its page is. */
export const pageQuery = z
  .strictObject({
    current: z.union([z.int(), z.string().max(9)]).optional(),
    size: z.union([z.int(), z.string().max(9)]).optional(),
    orders: z
      .array(z.strictObject({ column: z.string().max(100), asc: z.union([z.boolean(), z.string().max(5)]).optional() }))
      .max(3)
      .optional(),
  })
  .meta({ description: "current 从1起；size 最多200，默认10" });

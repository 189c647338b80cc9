import { z } from "zod";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { readPageAnswer } from "~/shared/page-answer";

const envelope = z.object({ success: z.boolean(), code: z.number(), message: z.string(), result: z.unknown() });
const row = z.object({ id: z.string(), version: z.number() }).catchall(z.unknown());
const page = z
  .unknown()
  .transform((answer) => {
    const read = readPageAnswer(answer);
    return read && { ...read, data: read.data.map(({ key: _place, ...values }) => values) };
  })
  .pipe(z.object({ data: z.array(row), totalCount: z.number(), totalPage: z.number() }));
const saved = z.object({
  id: z.string(),
  number: z.string().nullable(),
  version: z.number(),
  warnings: z.array(z.string()),
});
const refusal = z.object({ errors: z.record(z.string()) });
const person = z.object({ id: z.string(), userName: z.string(), supplierId: z.string().nullable() });
const token = z.object({ token: z.string() });

export type Row = z.infer<typeof row>;
export type Saved = z.infer<typeof saved>;

export interface Answer extends z.infer<typeof envelope> {
  status: number;
}

/** One account's REST calls over the wire; keys are `module/noun`. */
export class Rest {
  constructor(
    readonly origin: string,
    readonly token: string,
  ) {}

  static async signIn(origin: string, account: string, password: string): Promise<Rest> {
    const response = await fetch(`${origin}/v1/login`, {
      method: "POST",
      body: new URLSearchParams({ username: account, password, language: "" }),
    });
    const answer = envelope.parse(await response.json());
    if (!answer.success) throw new Error(`${account} could not sign in: ${answer.message}`);
    return new Rest(origin, token.parse(answer.result).token);
  }

  /** Any call; whatever it answers. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.origin + path, {
      method,
      headers: { Authorization: this.token, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...envelope.parse(await response.json()) };
  }

  /** The field messages of a refused call. */
  async refusal(method: string, path: string, body: unknown): Promise<Record<string, string>> {
    return refusal.parse((await this.call(method, path, body)).result).errors;
  }

  private async done(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.call(method, path, body);
    if (!answer.success) {
      const { errors } = refusal.catch({ errors: {} }).parse(answer.result);
      throw new Error(`${method} ${path}: ${answer.status} ${answer.message} ${JSON.stringify(errors)}`);
    }
    return answer.result;
  }

  async whoami(): Promise<z.infer<typeof person>> {
    return person.parse(await this.done("GET", "/v2/user/info"));
  }

  async get(key: string, id: string): Promise<Row> {
    return row.parse(await this.done("GET", `${callsPath({ key })}/${id}`));
  }

  async create(key: string, values: unknown): Promise<Saved> {
    return saved.parse(await this.done("POST", callsPath({ key }), values));
  }

  async change(key: string, id: string, values: unknown): Promise<Saved> {
    return saved.parse(await this.done("PUT", `${callsPath({ key })}/${id}`, values));
  }

  async move(key: string, id: string, name: string, body: unknown): Promise<Saved> {
    return saved.parse(await this.done("POST", `${callsPath({ key })}/${id}/${name}`, body));
  }

  /** Rows that fit the filters, up to 200. */
  async list(key: string, filters: Record<string, unknown> = {}): Promise<Row[]> {
    return (await this.page(key, filters, 1)).data;
  }

  async count(key: string, filters: Record<string, unknown> = {}): Promise<number> {
    return (await this.page(key, filters, 1)).totalCount;
  }

  /** Every row of the account's reach. */
  async all(key: string): Promise<Row[]> {
    const first = await this.page(key, {}, 1);
    const rows = [...first.data];
    for (let current = 2; current <= first.totalPage; current += 1)
      rows.push(...(await this.page(key, {}, current)).data);
    return rows;
  }

  private async page(key: string, filters: Record<string, unknown>, current: number): Promise<z.infer<typeof page>> {
    const order = { column: "created_at", asc: true };
    const body = { ...filters, page: { current, size: 200, orders: [order] } };
    return page.parse(await this.done("POST", `${callsPath({ key })}/page`, body));
  }
}

/** Child rows of a record as REST answers them. */
export function rowsOf(
  record: Readonly<Record<string, unknown>> | undefined,
  lines: string,
): ({ id: string } & Record<string, unknown>)[] {
  return z.array(z.object({ id: z.string() }).catchall(z.unknown())).parse(record?.[lines]);
}

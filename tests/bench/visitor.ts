import { randomUUID } from "node:crypto";
import { httpRequest } from "./load";

const LIST = "/web/purchase-orders/purchase-order";
const REST = "/v2/purchase-orders/purchase-order";

/** Somebody with a session, or nobody with an empty one. */
export class Visitor {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(port: number, cookie: string) {
    this.port = port;
    this.headers = cookie === "" ? {} : { Cookie: cookie };
  }

  static async signIn(port: number, account: string): Promise<Visitor> {
    const answer = await fetch(`http://127.0.0.1:${port}/web/user/login`, {
      method: "POST",
      headers: { Origin: `http://127.0.0.1:${port}` },
      body: new URLSearchParams({ username: account, password: "Demo@2026" }),
      redirect: "manual",
    });
    const cookie = answer.headers.get("Set-Cookie")?.split(";")[0];
    if (answer.status !== 303 || !cookie) throw new Error(`${account} could not sign in: ${answer.status}`);
    return new Visitor(port, cookie);
  }

  fetch(address: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${address}`, { headers: this.headers, redirect: "manual" });
  }

  async text(address: string): Promise<string> {
    const answer = await this.fetch(address);
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    return answer.text();
  }
}

/** Addresses of what is measured, and the requests that are more than an address. */
export interface Pages {
  list: string;
  record: string;
  form: string;
  edit: string;
  transition: string;
  rest: Buffer;
  restAddress: string;
  create(): Buffer;
}

export async function pagesOf(visitor: Visitor): Promise<Pages> {
  const confirmed = await firstOrder(visitor, "confirmed");
  const draft = await firstOrder(visitor, "draft");
  const approved = await firstOrder(visitor, "approved");
  const form = await visitor.text(`${LIST}/new`);
  const csrf = /name="_csrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
  const { items, ...order } = (await record(visitor, draft)) as { items: Record<string, unknown>[] };
  const fields = formFields(order, items.slice(0, 2));
  const headers = {
    ...visitor.headers,
    Origin: `http://127.0.0.1:${visitor.port}`,
    Host: `127.0.0.1:${visitor.port}`,
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const create = () =>
    httpRequest(
      "POST",
      `${LIST}/new`,
      headers,
      String(new URLSearchParams({ ...fields, _csrf: csrf, _once: randomUUID() })),
    );
  return {
    list: LIST,
    record: `${LIST}/${confirmed}`,
    form: `${LIST}/new`,
    edit: `${LIST}/${draft}/edit`,
    transition: `${LIST}/${approved}/release`,
    restAddress: `${REST}/page?size=20`,
    rest: httpRequest(
      "POST",
      `${REST}/page`,
      { ...visitor.headers, "Content-Type": "application/json" },
      JSON.stringify({ page: { current: 1, size: 20 } }),
    ),
    create,
  };
}

async function firstOrder(visitor: Visitor, state: string): Promise<string> {
  const answer = await visitor.fetch(`${REST}/page?size=1&state=${state}`);
  const id: unknown = (await answer.json()).result?.records?.[0]?.id;
  if (typeof id !== "string") throw new Error(`the demo has no order in the state ${state}`);
  return id;
}

async function record(visitor: Visitor, id: string): Promise<unknown> {
  return (await (await visitor.fetch(`${REST}/${id}`)).json()).result;
}

const TYPED = ["order_type", "supplier_id", "company_id", "factory_id", "purchase_org_id", "purchase_group_id"];
const TYPED_MORE = ["buyer_id", "order_date", "currency", "payment_term", "address"];
const TYPED_ITEM = ["material_id", "spec", "qty", "uom", "price", "tax_rate", "required_date"];

/** The values of an order as its form posts them. */
function formFields(
  order: Readonly<Record<string, unknown>>,
  items: readonly Readonly<Record<string, unknown>>[],
): Record<string, string> {
  const fields = [...TYPED, ...TYPED_MORE].map((name) => [name, order[name]]);
  const lines = items.flatMap((item, row) => TYPED_ITEM.map((name) => [`items.${row}.${name}`, item[name]]));
  return Object.fromEntries([...fields, ...lines].map(([name, value]) => [name, String(value ?? "")]));
}

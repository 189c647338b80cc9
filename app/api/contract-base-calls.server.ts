import type { Hono } from "hono";
import { z } from "zod";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { isDay } from "~/shared/calendar";
import { fieldsOf } from "./body.server";
import { repeatId } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

const MOST_ROWS = 200;
const MOST_IDS = 200;
const answered = z.object({}).passthrough();

/** Contracts for orders: the two calls of the specification, section 7, as `shell-and-api.md` 13.3 writes them out. */
export function contractBaseCalls(app: Hono<RestEnv>): void {
  app.post("/v1/contract/base/list", async (c) => {
    const fields = await fieldsOf(c.req.raw);
    const text = (name: string) => (fields.get(name) ?? "").trim();
    const whole = (names: readonly string[], otherwise: number, most: number) => {
      const given = names.map(text).find((value) => value !== "");
      const value = given === undefined ? otherwise : Number(given);
      if (!Number.isInteger(value) || value < 1 || value > most) throw malformed(names[0] ?? "");
      return value;
    };
    const asked = {
      contractNumber: text("contractNumber"),
      supplierName: text("supplierName"),
      companyName: text("companyName"),
      orderDate: day(text("orderDate")),
      status: text("status"),
      sort: text("sort") === "" ? [] : [`${text("order").toLowerCase() === "desc" ? "-" : ""}${text("sort")}`],
      page: whole(["page.current", "current", "page"], 1, 1_000_000),
      size: whole(["page.size", "size", "rows"], 10, MOST_ROWS),
    };
    return success(
      await ask(c.get("context"), {
        entityKey: "contract-management/contract",
        name: "page",
        input: asked,
        answer: answered,
      }),
    );
  });

  app.post("/v1/contract/base/bind", async (c) => {
    const fields = await fieldsOf(c.req.raw);
    const text = (name: string) => (fields.get(name) ?? "").trim();
    const orderIds = text("orderIds")
      .split(",")
      .map((id) => id.trim())
      .filter(Boolean);
    if (orderIds.length > MOST_IDS) throw malformed(`orderIds 最多${MOST_IDS}个`);
    const orderDate = day(text("orderDate"));
    if (text("contractId") === "" || (orderIds.length === 0 && orderDate === null))
      throw malformed("请给出contractId，以及orderIds或orderDate");
    const { requestId = null } = repeatId(c.req.raw, Object.fromEntries(fields));
    const asked = {
      contractId: text("contractId"),
      orderIds,
      before:
        orderIds.length === 0
          ? { orderDate, supplierName: text("supplierName"), companyName: text("companyName") }
          : null,
      requestId,
    };
    return success(
      await ask(c.get("context"), {
        entityKey: "purchase-orders/purchase-order",
        name: "bind_contract",
        input: asked,
        answer: answered,
      }),
    );
  });
}

function malformed(what: string): AppError {
  return new AppError("malformed", { message: `参数格式不正确：${what}` });
}

function day(text: string): string | null {
  if (text === "") return null;
  if (!isDay(text)) throw malformed("orderDate");
  return text;
}

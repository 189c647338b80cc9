import { data } from "@remix-run/node";
import { z } from "zod";
import type { EngineServices } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { addressKey } from "~/engine/session/device.server";
import type { NoticePage, NoticesPage } from "~/shared/applicant-page";
import { type CallWindow, callWindow } from "~/shared/call-window";
import { visitor } from "./registration.server";
import { answering, type EdgeArgs } from "./request.server";

const PREQ = "supplier-onboarding/prequalification";
/** Far more than anybody reads in a minute; whoever fetches more is a program, and costs the others. */
const READS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

const reads = new WeakMap<EngineServices, CallWindow>();

async function reader(args: EdgeArgs) {
  const context = await visitor(args);
  const { services, ip, now } = context;
  const known = reads.get(services) ?? callWindow({ limit: READS_PER_MINUTE, windowMs: MINUTE_MS });
  reads.set(services, known);
  const wait = known.count(addressKey(ip), now.getTime());
  if (wait > 0)
    throw new AppError("too_often", { message: `操作过于频繁，请${wait}秒后再试`, facts: { retryAfter: wait } });
  return context;
}

/** Prequalifications that everybody may read of and apply for. */
export async function noticesPage(args: EdgeArgs) {
  return answering(async () => {
    const wanted = Number(new URL(args.request.url).searchParams.get("page") ?? "1");
    const page = Number.isInteger(wanted) && wanted >= 1 && wanted <= 50 ? wanted : 1;
    return data(
      await ask(await reader(args), {
        entityKey: PREQ,
        name: "notices",
        input: { page },
        answer: z.custom<NoticesPage>(),
      }),
    );
  });
}

/** One of them; what is unknown, not public or over answers 404 in the same words. */
export async function noticePage(args: EdgeArgs, number: string) {
  return answering(async () => {
    const context = await reader(args);
    const found =
      number.length > 40
        ? null
        : await ask(context, {
            entityKey: PREQ,
            name: "notice",
            input: { number },
            answer: z.custom<NoticePage | null>(),
          });
    return data(found, { status: found ? 200 : 404 });
  });
}

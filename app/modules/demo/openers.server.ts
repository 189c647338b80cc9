import type { Actor, Context } from "~/engine/context.server";
import { openTogether } from "~/engine/sealing/joint-opening.server";
import { ownKey, setOpeningKey } from "~/engine/sealing/opening-keys.server";
import { DEMO_PASSWORD, OPENING_PASSPHRASE } from "./accounts";
import type { DemoWriter } from "./demo-writer.server";

/** Who opens sealed inquiries of the demo. */
const ACCOUNTS = { first: "manager1", second: "finance1", supervisor: "supervisor1" } as const;

/** People of the demo who open together; each of them acts in a session of its own, as opening keys ask for. */
export class DemoOpeners {
  constructor(private readonly writer: DemoWriter) {}

  /** What a sealed inquiry says of them; their keys are made the first time. */
  async named(at: Date): Promise<Record<string, unknown>> {
    const ids: Record<string, string | null> = {};
    for (const [place, account] of Object.entries(ACCOUNTS)) {
      const context = sessionOf(this.writer, at, await this.writer.person(account));
      ids[place] = context.actor.id;
      if (await ownKey(context)) continue;
      const next = { how: "passphrase" as const, text: OPENING_PASSPHRASE, again: OPENING_PASSPHRASE };
      await setOpeningKey(context, { next, oldpassword: DEMO_PASSWORD });
    }
    return { sealing: "sealed", opener_1: ids.first, opener_2: ids.second, opener_supervisor: ids.supervisor };
  }

  /** So many of the two holders give their share. */
  async give(at: Date, id: string, holders: 1 | 2): Promise<void> {
    const screen = this.writer.screen("purchase-management/rfq");
    for (const account of [ACCOUNTS.first, ACCOUNTS.second].slice(0, holders)) {
      const context = sessionOf(this.writer, at, await this.writer.person(account));
      const secret = { how: "passphrase" as const, text: OPENING_PASSPHRASE };
      await openTogether(context, { screen, id, secret, reason: "" });
    }
  }
}

function sessionOf(writer: DemoWriter, at: Date, actor: Actor): Context {
  return {
    ...writer.context(at, actor),
    session: {
      ...{ idHash: "", csrf: "", currentTop: null, expiresAt: at.toISOString(), hasNotices: false },
      ...{ tabs: [], offersTabs: false, permissionVersion: 0 },
    },
  };
}

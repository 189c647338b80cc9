import type { Logger } from "pino";
import { currentAsker } from "~/data/asking.server";
import type { Database } from "~/data/database.server";
import type { TabRow } from "~/data/tabs.server";
import type { GatewayChannel } from "~/shared/channels";
import type { DataScope } from "~/shared/data-scope";
import type { Preferences } from "~/shared/preferences";
import type { PermissionSet } from "./access/permissions";
import type { IntegrationHook } from "./approval/integration-hook";
import type { Registry } from "./entity/registry";
import type { Action } from "./entity/wall";
import type { FileService } from "./files/service.server";
import type { HomeBlock } from "./home/blocks.server";
import type { JobHandler } from "./jobs/handler.server";
import type { MailServer } from "./mail/server-test.server";
import type { Sealing } from "./sealing-fields/own-key.server";
import type { WarningProvider } from "./warnings/warnings.server";

/** What the engine needs from the process it runs in; handed over once at start, replaced in tests. */
export interface EngineServices {
  database: Database;
  registry: Registry;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** The present instant. */
  clock(): Date;
  /**
   * How far a moment of an invented time lies from the clock of the database, in milliseconds: for tests and the demo's past. Absent in
   * production, where nothing moves the clock that decides who is in time.
   */
  storageShift?(context: Context): number;
  /** A new uuid, version 7: ordered by time. */
  newId(): string;
  /** Where the files lie that people bring in. */
  files: FileService;
  /** The key of this installation that lies outside the database, for what nobody else is to read yet. */
  sealing: Sealing;
  /** The origin people reach us by, for links that are shown once and handed on; as the settings say, never as a request says. */
  origin?: string;
  /** Who looks for what people are warned of; none in most tests. */
  warnings?: readonly WarningProvider[];
  /** Other systems in which steps of approval are decided. */
  approvals?: { integration?: IntegrationHook };
  /** Parts of the home page that modules and other parts of the engine bring; none in most tests. */
  homeBlocks?: readonly HomeBlock[];
  /** Other systems that are connected: calls to them are noted and sent. None in most tests. */
  integration?: { systems: ReadonlySet<string> };
  /** No mail server is set: mails stay in the outbox until one is. */
  mailWaits?: boolean;
  /** The mail server that is set, for a test of it; absent where none is. */
  mailServer?: MailServer;
  /** Channels beside mail that have a gateway: nobody is told by the others, and nobody can bind them. None in most tests. */
  channels?: ReadonlySet<GatewayChannel>;
  /** What can be run now and then; none in most tests. */
  jobs?: readonly JobHandler[];
  /** Folder in which the personnel system leaves files of people; absent where none is set. */
  peopleFolder?: string;
  /** Folder in which a provider leaves files of risk events; absent where none is set. */
  riskFolder?: string;
  /** Counts for the operator what no statement shows. */
  meter?: {
    /** @param outcome `success`, or the name of the error that refused it */
    signedIn(outcome: string): void;
  };
}

/** Rows a member of staff may see, by kind; `all` or a list that may be empty, which means none. */
export type PersonalScope = "all" | readonly string[];

export interface Actor {
  kind: "user" | "system" | "anonymous";
  id: string | null;
  account: string;
  name: string;
  supplierId: string | null;
  supplierName: string | null;
  /** Names the person's picture, where there is one. */
  avatar?: string | null;
  roles: readonly string[];
  /** The highest rank of the roles; 0 without any. */
  rank: number;
  permissions: PermissionSet;
  /** Permission ids of the screens an administrator has stopped: they are there for nobody. */
  stopped?: ReadonlySet<string>;
  scopes: { factory: PersonalScope; purchase_group: PersonalScope; material_type: PersonalScope };
  /** On which rows the rights on a permission id are good for staff, the widest of the roles that give any; `granted` where it says nothing. */
  reach?: ReadonlyMap<string, DataScope>;
  /** Purchase groups the person belongs to, whatever its scope: those listed and the main one. */
  groups?: readonly string[];
  /** Where the person lands after signing in, below the base path; null for the home page. */
  home?: string | null;
  /** Rights the person has for this step alone (`withRight`). */
  lent?: readonly { right: string; reason: string }[];
}

/** Who asks, when, and through which door. The first argument of every operation. */
export interface Context {
  services: EngineServices;
  actor: Actor;
  /** The instant of the request; "today" comes from here, never from the machine's clock. */
  now: Date;
  requestId: string;
  ip: string;
  channel: "page" | "rest" | "system";
  session: SessionFacts | null;
  /** The system stands in for the writer of sealed values (`withSealed`). */
  readsSealed?: true;
}

export interface SessionFacts {
  idHash: string;
  csrf: string;
  currentTop: string | null;
  expiresAt: string;
  /** Messages wait for the next page. */
  hasNotices: boolean;
  /** How the person likes the interface. */
  preferences?: Preferences;
  /** When the password was last proven in this session. */
  passwordProvenAt?: string | null;
  /** Why the password must be changed before anything else; null when nothing presses. */
  passwordPressure?: string | null;
  /** Pages this session has open, in the order of the strip; use `tabsOf`, which leaves out what the person may not see. */
  tabs: readonly TabRow[];
  /** Home may offer the pages of the session before. */
  offersTabs: boolean;
  /** Version of rights and menus as this request found it. */
  permissionVersion: number;
  /** Lists the person arranged, as `area/key`, as this request found them; absent where nobody looked. */
  arranged?: readonly string[];
}

const EVERYTHING = { factory: "all", purchase_group: "all", material_type: "all" } as const;

/** Acting as the system; the reason lands in the audit rows. */
export function systemContext(services: EngineServices, reason: string): Context {
  return {
    services,
    actor: {
      kind: "system",
      id: null,
      account: "system",
      name: `系统（${reason}）`,
      supplierId: null,
      supplierName: null,
      roles: [],
      rank: Number.MAX_SAFE_INTEGER,
      permissions: new Map(),
      scopes: EVERYTHING,
    },
    now: services.clock(),
    requestId: services.newId(),
    ip: "",
    channel: "system",
    session: null,
  };
}

/**
 * What a change of a member of staff brings with it, in the same transaction and under the same name, but without asking for rights
 * once more: the person may make the change, so its consequences follow. Not for suppliers, who stand behind the lock.
 */
export function consequenceOf(context: Context): Context {
  if (context.actor.supplierId) throw new Error("a supplier's change has no consequences past the lock");
  const { actor } = systemContext(context.services, "");
  return {
    ...context,
    actor: { ...actor, id: context.actor.id, account: context.actor.account, name: context.actor.name },
  };
}

/**
 * The same person with one right more, for a step that needs it and shows no more than the step is for; on which rows stays as it is.
 * @param reason why the person may do this without having the right; kept with the actor
 */
export function withRight(context: Context, right: `${string}.${Action}`, reason: string): Context {
  const { actor } = context;
  const dot = right.lastIndexOf(".");
  const id = right.slice(0, dot);
  const actions = new Set([...(actor.permissions.get(id) ?? []), right.slice(dot + 1)]);
  const lent = [...(actor.lent ?? []), { right, reason }];
  return { ...context, actor: { ...actor, permissions: new Map([...actor.permissions, [id, actions]]), lent } };
}

/** The same rights under another name: who is named in what is written. */
export function underName(
  context: Context,
  who: Partial<Pick<Actor, "id" | "account" | "name" | "supplierId" | "supplierName" | "avatar">>,
): Context {
  return { ...context, actor: { ...context.actor, ...who } };
}

/** Somebody who may do all that can be asked for, where nothing is read or done: what there is, is described. */
export function withPermissions(context: Context, permissions: PermissionSet): Context {
  return { ...context, actor: { ...context.actor, kind: "user", permissions } };
}

/** The trace number of the request that is being answered; empty where there is none. */
export function traceNumber(): string {
  return currentAsker()?.requestId ?? "";
}

import { permissionVersion } from "~/data/access.server";
import { HOME } from "~/shared/safe-target";
import type { EngineServices } from "../context.server";
import { cachedActor } from "./actor.server";

/**
 * Where a person lands who signed in without wanting anywhere: the page of the highest role that names one the person may open, else
 * home. Below the base path of the pages.
 */
export async function landingPage(services: EngineServices, userId: string): Promise<string> {
  const version = await permissionVersion(services.database.connection());
  const { home } = await cachedActor(services, userId, version);
  return home ?? HOME;
}

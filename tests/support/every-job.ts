import { type EngineServices, systemContext } from "~/engine/context.server";

/** Runs every job once, one after the other, whatever its time; harmless when several processes do it, or when it is done twice. */
export async function runHourlyPurge(services: EngineServices): Promise<void> {
  for (const job of services.registry.jobs) {
    const context = systemContext(services, job.label);
    const work = { services, context, given: {}, signal: new AbortController().signal, say: () => undefined };
    const summary = await job.run(work);
    if (summary) services.log.info({ job: job.key, summary }, "job done");
  }
}

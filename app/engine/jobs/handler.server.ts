import type { Context, EngineServices } from "../context.server";
import type { Fields, Value } from "../entity";

/** What a handler gets to do its work with. */
export interface JobWork {
  services: EngineServices;
  /** Acts as the system, in the name of the job, at the instant the run began. */
  context: Context;
  /** Set when the run shall end: somebody stopped it, its time is over, or the process is asked to go. Look at it between rows. */
  signal: AbortSignal;
  /** What was given for this one run, by name; of what was not given there is nothing, and the work is done as always. */
  given: Readonly<Record<string, Value>>;
  /** One Chinese line for the log of the run. Nothing secret: whoever may read the screen of jobs reads it. */
  say(line: string): void;
}

/**
 * Work that is done now and then. Handlers are code: what an administrator decides is when one runs, never what it does.
 * A run that is interrupted is not repeated by itself before its next time, so that work is done in small transactions and goes on
 * where it stopped.
 */
export interface JobHandler {
  /** Names the handler in rows: lower case with hyphens, never changed once it has run somewhere. */
  key: string;
  /** What the job is called, in Chinese. */
  label: string;
  /** One Chinese sentence: what it does, and what happens while it does not run. */
  purpose: string;
  /** When it runs in a new installation: five fields (minute, hour, day, month, weekday) in Beijing time. */
  schedule: string;
  /**
   * People wait for what it does, a file they asked for for instance: its runs go before housekeeping and never wait for it. What is
   * begun by hand does so whatever the handler.
   */
  awaited?: true;
  /** When a run is stopped, in seconds; ten minutes unless told otherwise. */
  timeoutS?: number;
  /** What a run by hand may be told, for that run alone: asked for, checked and shown like fields of an entity. Never required. */
  params?: Fields;
  /**
   * Does the work once.
   * @returns what came of it in one Chinese sentence; nothing when there was nothing to do
   * @throws whatever goes wrong: the run is failed then, with the message in its log
   */
  run(work: JobWork): Promise<string | undefined>;
}

import type { Asker } from "~/data/asking.server";

/**
 * Counts the statements of a process, which is gone with the one it must not survive: after the database has done it, before anybody hears
 * of it.
 */
export class Mortal implements Asker {
  readonly requestId = "";
  readonly page: string;
  dbMs = 0;
  readonly #last: number;
  #done = 0;

  /** @param last the statement to die with; 0: none */
  constructor(page: string, last: number) {
    this.page = page;
    this.#last = last;
  }

  get queries(): number {
    return this.#done;
  }

  set queries(count: number) {
    this.#done = count;
    if (count === this.#last) process.kill(process.pid, "SIGKILL");
  }
}

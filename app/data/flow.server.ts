import { AsyncLocalStorage } from "node:async_hooks";

/** All values of a flow of work together: each storage of its own would add to the cost of every promise. */
const flows = new AsyncLocalStorage<ReadonlyMap<object, unknown>>();

/** A value that follows work through its promises, like `AsyncLocalStorage`, of which the process has this one. */
export class FlowValue<T> {
  /** Runs work, and what it sets off, with the value; outside it the flow keeps what it had. */
  run<R>(value: T, work: () => R): R {
    return flows.run(new Map(flows.getStore()).set(this, value), work);
  }

  /** Undefined where nobody gave one. */
  get(): T | undefined {
    return flows.getStore()?.get(this) as T | undefined;
  }
}

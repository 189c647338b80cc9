/** nginx of a test, see nginx.mjs. */
export interface TestNginx {
  /** How many requests each process has answered, by its port. */
  served(): Record<string, number>;
  stop(): Promise<void>;
}

export function startNginx(wanted: { port: number; processes: readonly [number, number] }): Promise<TestNginx>;

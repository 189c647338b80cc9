/**
 * How long a test waits for what is to come: longer than any machine that still works takes. What runs out here hangs; that something
 * is quick is measured by the benchmarks and asserted nowhere.
 */
export const PATIENCE = { timeout: 180_000, interval: 50 };

// The thread that solves problems. Plain JavaScript, started from the source tree: see pdf-worker.mjs.
//
// workerData:            { gap }                     how far from the best is near enough, as a part of it
// From the main thread:  { job, model, seconds }     a problem (`packed`) and how long it may take
// To the main thread:    { job, solved }             what came of it
//                        { job, fault }              a sentence for the log
import { createRequire } from "node:module";
import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";

const BEHIND_PAGES = 10;
// On Linux this is the priority of the thread alone: pages go first. Elsewhere it would be that of the whole process.
if (process.platform === "linux") os.setPriority(0, BEHIND_PAGES);

const require = createRequire(import.meta.url);
const loading = require("highs")();

parentPort.on("message", async ({ job, model, seconds }) => {
  try {
    const highs = await loading;
    parentPort.postMessage({ job, solved: solve(highs, model, seconds) });
  } catch (error) {
    parentPort.postMessage({ job, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function solve(highs, packed, seconds) {
  const { modelStatus, solutionStatus } = highs.constants;
  return highs.withModel(dataOf(highs, packed), (model) => {
    model.options.set({
      ...{ output_flag: false, time_limit: seconds, random_seed: 0 },
      ...{ mip_rel_gap: workerData.gap, mip_feasibility_tolerance: 1e-7 },
    });
    model.run();
    const status = model.getModelStatus();
    // Every problem of ours has a least sum, so that this one is impossible.
    if (status === modelStatus.infeasible || status === modelStatus.unboundedOrInfeasible)
      return { status: "impossible" };
    if (model.info.get("primal_solution_status") !== solutionStatus.feasible) return { status: "unknown" };
    const reached = packed.integers.includes(1) ? model.info.get("mip_gap") : 0;
    const values = Array.from(model.getSolution().colValue);
    // A sum of nothing has no part to be far by; what was proven is as near as asked.
    const gap = Number.isFinite(reached) ? reached : status === modelStatus.optimal ? 0 : 1;
    return { status: "solved", values, gap };
  });
}

function dataOf({ constants: { variableType } }, { starts, indices, values, integers, ...data }) {
  const { numRows, numCols } = data;
  return {
    ...data,
    matrix: { format: "csr", numRows, numCols, starts, indices, values },
    integrality: Int32Array.from(integers, (isInteger) =>
      isInteger === 1 ? variableType.integer : variableType.continuous,
    ),
  };
}

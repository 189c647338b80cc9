import { accessSync, constants, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Where tests keep what they throw away: in memory where there is room, because every test file copies a database and each commit
 * of it waits for the disk; else the usual folder.
 */
export function temporaryFolder() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES) return MEMORY;
  } catch {
    // No such folder on this system.
  }
  return tmpdir();
}

const cleanUps: (() => void | Promise<void>)[] = [];

/**
 * Has work done when the test file ends, after its own hooks and the last first. A module of the support is loaded once for many
 * files, so a hook that it sets itself would serve one of them only.
 */
export function whenFileEnds(work: () => void | Promise<void>): void {
  cleanUps.push(work);
}

export async function endFile(): Promise<void> {
  for (const work of cleanUps.splice(0).reverse()) await work();
}

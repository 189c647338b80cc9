import { useEffect, useState } from "react";

/**
 * Code that is fetched when it is first wanted. What cannot be fetched is left out; the page works as it does without script.
 * @param load the same function each time
 * @returns null until it is there
 */
export function useLater<T>(wanted: boolean, load: () => Promise<T>): T | null {
  const [code, keep] = useState<{ loaded: T } | null>(null);
  useEffect(() => {
    if (!wanted || code) return;
    let isOver = false;
    load().then(
      (loaded) => isOver || keep({ loaded }),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [wanted, code, load]);
  return code?.loaded ?? null;
}

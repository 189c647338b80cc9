/** How a list is sorted, as it was read. */
interface SortKey {
  by: string;
  descending: boolean;
}

const MOST_SORTS = 3;

/**
 * The links of a column's head: by this column alone, and as a further key behind those that are there, which the same link
 * then turns round and lets go again.
 * @param href address of the list with these sort keys
 */
export function columnSort(
  key: string,
  label: string,
  sorted: readonly SortKey[],
  href: (keys: readonly string[]) => string,
) {
  const at = sorted.findIndex((one) => one.by === key);
  const own = sorted[at];
  const direction = own ? (own.descending ? ("descending" as const) : ("ascending" as const)) : ("none" as const);
  const further = furtherKey(key, label, sorted, at);
  return {
    // Once more turns the first key round; every other column begins with its smallest value.
    href: href([at === 0 && direction === "ascending" ? `-${key}` : key]),
    direction,
    ...(own && sorted.length > 1 ? { position: at + 1 } : {}),
    ...(further ? { further: { href: href(further.keys), label: further.label, sign: further.sign } } : {}),
  };
}

function furtherKey(key: string, label: string, sorted: readonly SortKey[], at: number) {
  const keys = sorted.map(({ by, descending }) => (descending ? `-${by}` : by));
  if (at < 0) {
    return sorted.length < MOST_SORTS ? { keys: [...keys, key], label: `再按${label}排序`, sign: "+" as const } : null;
  }
  if (sorted.length === 1) return null;
  return sorted[at]?.descending
    ? { keys: keys.filter((_, position) => position !== at), label: `不再按${label}排序`, sign: "×" as const }
    : { keys: keys.with(at, `-${key}`), label: `${label}改为从大到小`, sign: "⇅" as const };
}

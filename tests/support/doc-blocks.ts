/** One block of an example, or a part of one, that says by its first line in which file it stands. */
export interface DocBlock {
  file: string;
  /** What stands behind the path: where the lines go in a file that is there already; null where the block is the whole file. */
  into: string | null;
  text: string;
}

/**
 * The blocks of a document that are to be typed in: such as begin with `// path` or `// path: where`, in their order. Several may share a
 * fence. Other blocks are for reading.
 */
export function docBlocks(markdown: string): DocBlock[] {
  return [...markdown.matchAll(/^```tsx?\n([\s\S]*?)^```/gm)].flatMap(([, body = ""]) =>
    body.split(/(?=^\/\/ (?:app|tests)\/)/m).flatMap((part) => {
      const [line = "", file, into] = /^\/\/ ((?:app|tests)\/[^\s:]+)(?:: (.+))?\n/.exec(part) ?? [];
      return file === undefined ? [] : [{ file, into: into ?? null, text: part.slice(line.length) }];
    }),
  );
}

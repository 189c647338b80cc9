import { inflateSync } from "node:zlib";

/** What stands on the pages of a PDF file as our own writer makes it: one text per page, without blanks. */
export function pdfPages(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString("latin1");
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = "", body = ""]) => [id, body]),
  );
  const object = (id: string | undefined) => objects.get(id ?? "") ?? "";
  const fonts = new Map<string, Map<string, string>>();
  for (const body of objects.values()) {
    for (const [, name = "", id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(object(id))?.[1];
      fonts.set(name, characters(stream(object(cmap))));
    }
  }
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((page) => pageText(stream(object(/\/Contents (\d+) 0 R/.exec(page)?.[1])), fonts));
}

function stream(body: string): string {
  const packed = /stream\n([\s\S]*)\nendstream/.exec(body)?.[1] ?? "";
  const bytes = Buffer.from(packed, "latin1");
  return (body.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
}

/** Character of each glyph number, as the file tells programs that search or copy. */
function characters(cmap: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, first = "0", list = ""] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/g)) {
    for (const [index, [, codes = ""]] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      const units = codes.split(" ").map((code) => Number.parseInt(code, 16));
      found.set((Number.parseInt(first, 16) + index).toString(16).padStart(4, "0"), String.fromCharCode(...units));
    }
  }
  return found;
}

function pageText(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> | undefined;
  let text = "";
  for (const [, name, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>/g)) {
    if (name) font = fonts.get(name);
    else for (const [glyph] of (hex ?? "").matchAll(/.{4}/g)) text += font?.get(glyph) ?? "";
  }
  return text.replace(/\s/g, "");
}

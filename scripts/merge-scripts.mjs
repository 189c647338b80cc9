// Second step of the build: the compiler makes a file of every piece that two pages share, some thirty on each page; each costs a
// request and its head. Here the pieces every page of the shell needs become two files, what others share stays apart.
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { rollup } from "rollup";

/** What every page of the shell loads, whichever it is. */
const ALWAYS = ["entry.client", "root", "routes/_shell"];
/**
 * The pages people are on all day; small pieces that two of them share come with the shell, or are one file where both are forms. What one of
 * those for looking shares with pages people see now and then is one file, too.
 */
const LOOKING = {
  list: "routes/_shell.$module.$screen._index",
  record: "routes/_shell.$module.$screen.$id._index",
  home: "routes/_shell.qiaqia.home",
};
const FORMS = [
  "routes/_shell.$module.$screen.$id.edit",
  "routes/_shell.$module.$screen.new",
  "routes/_shell.$module.$screen.$id.$transition",
];
const SMALL = 3_000;

/**
 * @param folder absolute path of the compiled scripts, served below `address`
 * @param serverFile the compiled server, which holds the same manifest
 */
export async function mergeScripts(folder, address, serverFile) {
  const manifestName = (await readdir(folder)).find((name) => /^manifest-[0-9A-Z]+\.js$/.test(name));
  const manifest = JSON.parse(
    (await readFile(path.join(folder, manifestName), "utf8"))
      .replace(/^window\.__remixManifest=/, "")
      .replace(/;\s*$/, ""),
  );
  const modules = new Map([
    ["entry.client", manifest.entry.module],
    ...Object.values(manifest.routes).map(({ id, module }) => [id, module]),
  ]);
  const fileOf = (url) => path.join(folder, path.relative(address, url));
  const bundle = await rollup({
    input: Object.fromEntries([...modules].map(([name, url]) => [name, fileOf(url)])),
    preserveEntrySignatures: "strict",
    plugins: [{ name: "addresses", resolveId: (id) => (id.startsWith(address) ? fileOf(id) : null) }],
    onwarn: (warning) => {
      if (warning.code !== "EMPTY_BUNDLE") throw new Error(warning.message);
    },
  });
  const { output } = await bundle.generate({
    format: "es",
    compact: true,
    sanitizeFileName: false,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "_shared/[name]-[hash].js",
    hashCharacters: "base36",
    manualChunks: groups(modules, fileOf),
  });
  await bundle.close();
  const alike = sameCode(output);
  await replaceFiles(
    folder,
    output.filter((chunk) => !alike.has(chunk)),
  );
  await replaceManifest({ folder, address, serverFile, manifest, output, alike });
}

/**
 * Routes without a page have nothing for the browser, each in a file of its own: one is enough, and the manifest, which every page carries, need
 * not name a hundred.
 * @returns for each chunk that says what an earlier one says, that one
 */
function sameCode(output) {
  const first = new Map();
  const alike = new Map();
  for (const chunk of output.filter(({ isEntry }) => isEntry)) {
    const [, own] = /export\{(\S+) as default\};?\s*$/.exec(chunk.code) ?? [];
    if (own === undefined) continue;
    const code = chunk.code.replaceAll(own, "");
    if (first.has(code)) alike.set(chunk, first.get(code));
    else first.set(code, chunk);
  }
  return alike;
}

/** Says which pieces go together. Whatever a group takes has all it needs within the groups, so no file waits for another one's page. */
function groups(modules, fileOf) {
  let chosen;
  const choose = (getModuleInfo) => {
    const sizeOf = (id) => getModuleInfo(id)?.code?.length ?? 0;
    const closure = (id, found = new Set()) => {
      if (found.has(id)) return found;
      found.add(id);
      for (const next of getModuleInfo(id)?.importedIds ?? []) closure(next, found);
      return found;
    };
    const pages = new Set([...modules.values()].map(fileOf));
    const needed = (name) => [...closure(fileOf(modules.get(name)))].filter((id) => !pages.has(id));
    const always = [...new Set(ALWAYS.flatMap(needed))];
    const largest = always.reduce((most, id) => (sizeOf(id) > sizeOf(most) ? id : most));
    const vendor = closure(largest);
    const shell = new Set(always.filter((id) => !vendor.has(id)));
    const looking = Object.values(LOOKING).map((name) => new Set(needed(name)));
    const often = [...looking, ...FORMS.map((name) => new Set(needed(name)))];
    const forms = new Set();
    const take = (group, isWanted) => {
      for (const id of new Set(often.flatMap((one) => [...one]))) {
        const parts = [...closure(id)].filter((one) => !vendor.has(one) && !shell.has(one));
        if (isWanted(id) && parts.every((one) => sizeOf(one) < SMALL)) for (const one of parts) group.add(one);
      }
    };
    const isShared = (id) => often.filter((one) => one.has(id)).length > 1;
    take(shell, (id) => isShared(id) && looking.some((one) => one.has(id)));
    take(forms, isShared);
    const named = new Map([
      ["libraries", vendor],
      ["shell", shell],
      ["forms", forms],
      // A file draws in all its pieces need unless that is named as another's, so what several of these pages need has its own.
      ["shared", new Set(looking.flatMap((one) => [...one]).filter(isShared))],
      ...Object.keys(LOOKING).map((name, n) => [name, new Set([...looking[n]].filter((id) => !isShared(id)))]),
    ]);
    return (id) => [...named].find(([, group]) => group.has(id))?.[0] ?? null;
  };
  return (id, { getModuleInfo }) => {
    chosen ??= choose(getModuleInfo);
    return chosen(id);
  };
}

async function replaceFiles(folder, output) {
  const before = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of before)
    if (entry.isFile() && entry.name.endsWith(".js")) await rm(path.join(entry.parentPath, entry.name));
  for (const { fileName, code } of output) await writeFile(path.join(folder, fileName), code);
}

/** The manifest names the files of each page, for the browser and for the server, which tells browsers to fetch them ahead. */
async function replaceManifest({ folder, address, serverFile, manifest, output, alike }) {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const entries = new Map(
    output.filter(({ isEntry }) => isEntry).map((chunk) => [chunk.name, alike.get(chunk) ?? chunk]),
  );
  const importsOf = (chunk, found = new Set()) => {
    for (const name of chunk.imports) {
      if (found.has(name)) continue;
      found.add(name);
      importsOf(chunks.get(name), found);
    }
    return found;
  };
  const renamed = (name, asset) => {
    const chunk = entries.get(name);
    const imports = [...importsOf(chunk)].map((one) => address + one);
    return { ...asset, module: address + chunk.fileName, ...(imports.length > 0 ? { imports } : {}) };
  };
  const { url: _url, version: _version, ...rest } = manifest;
  const content = {
    ...rest,
    entry: renamed("entry.client", manifest.entry),
    routes: Object.fromEntries(
      Object.entries(manifest.routes).map(([id, { imports: _imports, ...route }]) => [id, renamed(id, route)]),
    ),
  };
  const version = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 8);
  const url = `${address}manifest-${version.toUpperCase()}.js`;
  const text = JSON.stringify({ ...content, version, url });
  await writeFile(path.join(folder, path.basename(url)), `window.__remixManifest=${text};`);
  const server = await readFile(serverFile, "utf8");
  const written = /^var assets_manifest_default = \{.*\};$/m;
  if (!written.test(server)) throw new Error("The compiled server holds its manifest in another way than expected.");
  await writeFile(
    serverFile,
    server.replace(written, () => `var assets_manifest_default = ${text};`),
  );
}

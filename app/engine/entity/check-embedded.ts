import { EMBEDDED_FILES } from "~/shared/embedded-pages";
import type { AnyEntity, AnyTransition, Embedded } from "./define";
import { isFileKind } from "./kinds/file";
import type { Registration } from "./registry";

/** What a definition says of its page for those who decide elsewhere; undefined for kinds without one. */
export function embeddedOf(entity: AnyEntity): Embedded<string> | undefined {
  return entity.embedded;
}

/** A page for those who decide elsewhere is drawn whole: each part by a hook of its name, and its links can be ended by somebody. */
export function embeddedFaults({ entity, server = {} }: Pick<Registration, "entity" | "server">): string[] {
  const at = `Entity "${entity.key}"`;
  const embedded = embeddedOf(entity);
  if (server.decision && (embedded || !entity.approval))
    return [`${at}: what is weighed beside its paper nobody reads: it is not approved, or has a page of its own`];
  if (!embedded) return server.embedded ? [`${at}: draws an embedded page that its definition does not name`] : [];
  const named = Object.keys(embedded.shows);
  const drawn = Object.keys(server.embedded?.parts ?? {});
  const ending: AnyTransition | undefined = entity.transitions?.[embedded.ends];
  return [
    ...(entity.approval ? [] : [`${at}: an embedded page is read by those who approve, and nobody does`]),
    ...(named.length === 0 ? [`${at}: the embedded page shows nothing`] : []),
    ...named
      .filter((name) => !drawn.includes(name))
      .map((name) => `${at}: nothing draws "${name}" of the embedded page`),
    ...drawn.filter((name) => !named.includes(name)).map((name) => `${at}: the embedded page does not show "${name}"`),
    ...(embedded.files ?? [])
      .filter((name) => !isFileKind(entity.fields[name]?.kind ?? ""))
      .map((name) => `${at}: the embedded page hands out "${name}", which is no field of files`),
    ...(embedded.files && !EMBEDDED_FILES[embedded.page]
      ? [`${at}: no address hands out files of the page "${embedded.page}"`]
      : []),
    ...(ending?.to === "same" && ending.reason === "required"
      ? []
      : [`${at}: links are ended by "${embedded.ends}", which is no transition that stays and says why`]),
  ];
}

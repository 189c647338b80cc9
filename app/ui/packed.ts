import { createContext, useContext, useMemo } from "react";

/** A model on its way to the browser: named, where it stands as an element of its own in the page; else one text. */
export interface Packed<T> {
  name?: string;
  json?: string;
  /** Never there; carries the type past the serializer. */
  of?: T;
}

/** The part of a request's memory that keeps models until the page is drawn. */
export type PageModels = Map<string, PageModel>;

interface PageModel {
  /** What the page is drawn from. */
  model: unknown;
  /** What the browser is sent of it. */
  sent(): unknown;
}

/** Name of the models in the memory of a request; the host lays them there for whole pages, not for data asked by script. */
export const PAGE_MODELS = "models";

/** Id of the element that carries a model. */
export const modelElementId = (name: string) => `model-${name}`;

/** Models of the page by name: of the request on the server, read from the page's elements in the browser. */
export const ModelsContext = createContext<(name: string) => unknown>(() => undefined);

/**
 * Packs the model of a page with many values. The router's own serializer walks every object in it and is slower than
 * drawing the page. In a whole page a model is drawn from as it is and travels as one element of JSON, written once;
 * asked for by script it is one text. For plain data only: texts, numbers, booleans, lists, objects.
 * @param memory of the request
 * @param sent what a whole page sends of it: less than all, where the browser finds the rest drawn
 */
export function pack<T>(
  model: T,
  memory: ReadonlyMap<string, unknown> | undefined,
  sent: (model: T) => T = (whole) => whole,
): Packed<T> {
  const models = memory?.get(PAGE_MODELS);
  if (!(models instanceof Map)) return { json: JSON.stringify(model) };
  const name = String(models.size + 1);
  models.set(name, { model, sent: () => sent(model) });
  return { name };
}

/** The model, made once per answer. */
export function usePacked<T>({ name, json }: Packed<T>): T {
  const modelOf = useContext(ModelsContext);
  return useMemo(() => {
    // What was packed is what comes out.
    const model: T = json === undefined ? (modelOf(name ?? "") as T) : JSON.parse(json);
    return model;
  }, [name, json, modelOf]);
}

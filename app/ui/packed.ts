import { useMemo } from "react";

/** A model on its way to the browser as one text. */
export interface Packed<T> {
  json: string;
  /** Never there; carries the type past the serializer. */
  of?: T;
}

/**
 * Packs the model of a page with many values. The router's own serializer walks every object in it and is slower than
 * drawing the page; JSON is native on both sides. For plain data only: texts, numbers, booleans, lists, objects.
 */
export function pack<T>(model: T): Packed<T> {
  return { json: JSON.stringify(model) };
}

/** The model, made once per answer. */
export function usePacked<T>({ json }: Packed<T>): T {
  return useMemo(() => {
    const model: T = JSON.parse(json);
    return model;
  }, [json]);
}

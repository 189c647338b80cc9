import { createContext, useContext } from "react";

/** The nonce that lets this answer's script and style elements pass the content security policy. */
export const NonceContext = createContext("");

/** Nonce for `<script>` and `<style>`; empty when the host sent no policy (`remix-serve`). */
export function useNonce(): string {
  return useContext(NonceContext);
}

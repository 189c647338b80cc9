import type { ReactNode } from "react";
import { useNonce } from "~/ui/nonce";
import { MantineProvider } from "./MantineProvider";

/** Stands around a form only: pages without Mantine controls neither load nor render any of it. */
export function MantineFrame({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <MantineProvider
      forceColorScheme="light"
      getStyleNonce={nonce ? () => nonce : undefined}
      withCssVariables={false}
      withStaticClasses={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

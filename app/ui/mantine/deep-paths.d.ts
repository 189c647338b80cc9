// Types of the files that the neighbours import by path. The package forbids deep imports by name, and its front door would put
// every component into the bundle (docs: stack, 7.2). Everything of Mantine must come through this folder: a second way in would
// be a second React context.

declare module "*/@mantine/core/esm/components/TextInput/TextInput.mjs" {
  export { TextInput } from "@mantine/core";
}
declare module "*/@mantine/core/esm/components/InputBase/InputBase.mjs" {
  export { InputBase } from "@mantine/core";
}
declare module "*/@mantine/core/esm/components/NativeSelect/NativeSelect.mjs" {
  export { NativeSelect } from "@mantine/core";
}
declare module "*/@mantine/core/esm/components/Checkbox/Checkbox.mjs" {
  export { Checkbox } from "@mantine/core";
}
declare module "*/@mantine/core/esm/core/MantineProvider/MantineProvider.mjs" {
  export { MantineProvider } from "@mantine/core";
}

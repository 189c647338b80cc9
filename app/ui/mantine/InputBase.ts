// Mantine's own `Textarea` brings code for boxes that grow as one types, which nothing here wants.
export { InputBase } from "../../../node_modules/@mantine/core/esm/components/InputBase/InputBase.mjs";

/** The server's door to the palette; browsers fetch it with the drawer that changes it. */
export { lookOf } from "./palette";

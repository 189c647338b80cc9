// Loads the demo into the folder that is named, for the browsers' tests to come.
import { prepareDemo } from "./demo-base";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("no folder is named");
await prepareDemo(folder);

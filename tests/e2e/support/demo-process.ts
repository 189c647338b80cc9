// Loads the demo into the folder that is named, for the browsers' tests to come.
import { prepareDemo } from "./demo-base";

const [folder] = process.argv.slice(2);
const server = process.env.TEST_DATABASE_URL;
if (!folder || !server) throw new Error("no folder or no server is named");
await prepareDemo(folder, server);

// The thread that draws PDF files. Plain JavaScript on purpose: the app is bundled into one file, a worker is not, so this
// file is started from the source tree (see pdf.server.ts) and imports packages and its neighbours only.
//
// From the main thread:  { job, document, updatedAt }   a print document and the date of the file
// To the main thread:    { job, bytes }                 the file
//                        { job, fault }                 a sentence for the log
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { drawPdf } from "./pdf-draw.mjs";

const { resolve } = createRequire(import.meta.url);

const fonts = {
  regular: readFileSync(resolve("@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf")),
  bold: readFileSync(resolve("@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf")),
};

parentPort.on("message", async ({ job, document, updatedAt }) => {
  try {
    const bytes = await drawPdf(document, updatedAt, fonts);
    parentPort.postMessage({ job, bytes }, [bytes.buffer]);
  } catch (error) {
    parentPort.postMessage({ job, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

// The built product in a process that outlives the files of tests it serves: started and stopped again and again, each time on another
// data folder, so that its code is loaded and warm only once. What it shares is made anew each time, as in the tests without a browser.
import path from "node:path";

const given = { ...process.env };
const { serve } = await import(path.resolve(import.meta.dirname, "../../../build/server.js"));

let running;

process.on("message", async (settings) => {
  try {
    await running?.stop();
    running = undefined;
    if (settings === "stop") return say("stopped");
    for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
    Object.assign(process.env, given, settings);
    running = await serve();
  } catch (error) {
    console.error(error);
    say("failed");
  }
});
process.on("disconnect", () => process.exit(0));

/** Behind everything that was said before, on both streams. */
function say(word) {
  process.stderr.write(`portal-host ${word}\n`);
  process.stdout.write(`portal-host ${word}\n`);
}

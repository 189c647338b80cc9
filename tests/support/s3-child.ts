// A store that speaks S3 as a process of its own: keeps its objects in a folder, says its address, and goes silent in the middle of the
// PUT it is told to, for whoever wants to kill it there.
import { startS3 } from "./s3-server";

const [folder = "", port = "0", stallAt = "0"] = process.argv.slice(2);

let puts = 0;
const { url } = await startS3({
  folder,
  port: Number(port),
  stall() {
    puts += 1;
    if (puts !== Number(stallAt)) return false;
    process.stdout.write("silent\n");
    return true;
  },
});
process.stdout.write(`${url}\n`);

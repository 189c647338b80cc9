/** What browsers have of their own for reading codes, where they have it. */
interface Detector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}

type DetectorClass = (new (options: { formats: string[] }) => Detector) & { getSupportedFormats(): Promise<string[]> };

const LOOK_EVERY_MS = 200;
/** Longest side of a picture that is looked at: a code is found faster in less. */
const MOST_PIXELS = 1200;

async function ownDetector(): Promise<Detector | null> {
  const known: DetectorClass | undefined = Reflect.get(window, "BarcodeDetector");
  if (!known) return null;
  try {
    return (await known.getSupportedFormats()).includes("qr_code") ? new known({ formats: ["qr_code"] }) : null;
  } catch {
    return null;
  }
}

type Look = (source: ImageBitmap | HTMLVideoElement) => Promise<string | null>;

/** How this browser reads a code: by what it has, else by a reader in plain script that is loaded only now. */
async function reader(): Promise<Look> {
  const detector = await ownDetector();
  if (detector) return async (source) => (await detector.detect(source))[0]?.rawValue ?? null;
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  return async (source) => {
    const [wide, high] =
      source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
    if (!pen || wide === 0) return null;
    const scale = Math.min(1, MOST_PIXELS / Math.max(wide, high));
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(high * scale);
    pen.drawImage(source, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // It throws where there is no code.
      return null;
    }
  };
}

/** Shows the camera and tells the first code it sees. @returns what turns it off */
export async function watchCamera(video: HTMLVideoElement, found: (text: string) => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  let isOver = false;
  const stop = () => {
    isOver = true;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  try {
    video.srcObject = stream;
    await video.play();
    const look = await reader();
    const again = async () => {
      if (isOver) return;
      const text = await look(video).catch(() => null);
      if (isOver) return;
      if (text === null) return void window.setTimeout(again, LOOK_EVERY_MS);
      stop();
      found(text);
    };
    void again();
    return stop;
  } catch (error) {
    stop();
    throw error;
  }
}

/** The code in a photograph; null where none was recognised. */
export async function codeInPicture(file: Blob): Promise<string | null> {
  const [look, picture] = await Promise.all([reader(), createImageBitmap(file)]);
  try {
    return await look(picture);
  } finally {
    picture.close();
  }
}

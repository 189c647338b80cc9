import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import { Secrets } from "~/ui/form/Secrets";
import type { ScanModel } from "./model";
import { dropCount, type KeptCount, keepCount, keptCounts, sendCount, tryAgainLater } from "./unsent";

/**
 * Where a delivery note is scanned or its number typed. The field alone is enough; with script there are the camera and, where it may not
 * be used, a photograph of the code. What was counted and did not get through is sent from here as well.
 */
export function ScanPage({ model }: { model: ScanModel }) {
  const { href } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const { refusal } = model;
  return (
    <article className="ph">
      <h1>{model.title}</h1>
      <Unsent model={model} />
      <form ref={form} className="ph-card ph-scan" method="get" action={href(model.action)}>
        <div className="ph-field">
          <label htmlFor="ph-code">送货单号或二维码内容</label>
          <input
            className="in"
            id="ph-code"
            name="code"
            type="search"
            defaultValue={model.code}
            maxLength={300}
            placeholder="SH20260101-0001"
            autoComplete="off"
            autoCapitalize="characters"
            aria-invalid={refusal ? true : undefined}
            aria-describedby={refusal ? "ph-refusal" : undefined}
          />
        </div>
        <button type="submit" className="bt" data-tone="primary">
          开始收货
        </button>
        <Scanner form={form} />
      </form>
      {refusal ? (
        <div className="no" data-level="error" role="alert" id="ph-refusal">
          <p>{refusal.text}</p>
        </div>
      ) : null}
      {refusal?.checkIn ? (
        <form method="post" action={href(`${model.action}?index`)} className="ph-ways">
          <Secrets secrets={model.secrets} version={String(refusal.checkIn.version)} />
          <input type="hidden" name="note" value={refusal.checkIn.id} />
          <button type="submit" className="bt" data-tone="primary">
            到厂签到并收货
          </button>
        </form>
      ) : null}
      {refusal && refusal.links.length > 0 ? (
        <p className="ph-ways">
          {refusal.links.map((link) => (
            <a key={link.href} className="bt" href={href(link.href)}>
              {link.label}
            </a>
          ))}
        </p>
      ) : null}
    </article>
  );
}

const NO_CAMERA = "摄像头只能在 https 地址使用：请拍下二维码，或输入送货单号";
const NO_ACCESS = "打不开摄像头，请允许使用，或拍下二维码、输入送货单号";
const NOT_FOUND = "照片里没有认出二维码，请靠近一些再拍，或输入送货单号";

/** Camera and photograph; drawn by script only, and nothing of it is loaded before somebody presses. */
function Scanner({ form }: { form: RefObject<HTMLFormElement> }) {
  const [isDrawn, draw] = useState(false);
  const [said, say] = useState("");
  const [isOn, turn] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const stop = useRef<() => void>();

  useEffect(() => {
    draw(true);
    return () => stop.current?.();
  }, []);

  function found(text: string) {
    const field = form.current?.elements.namedItem("code");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = text;
    form.current?.requestSubmit();
  }

  async function scan() {
    if (isOn) {
      stop.current?.();
      return turn(false);
    }
    if (!window.isSecureContext || !navigator.mediaDevices) return say(NO_CAMERA);
    say("");
    turn(true);
    try {
      const { watchCamera } = await import("./camera");
      if (video.current) stop.current = await watchCamera(video.current, found);
    } catch {
      turn(false);
      say(NO_ACCESS);
    }
  }

  async function photographed({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    say("正在识别…");
    try {
      const { codeInPicture } = await import("./camera");
      const text = await codeInPicture(file);
      say(text === null ? NOT_FOUND : "");
      if (text !== null) found(text);
    } catch {
      say(NOT_FOUND);
    }
  }

  if (!isDrawn) return null;
  return (
    <>
      <div className="ph-ways">
        <button type="button" className="bt" onClick={scan}>
          {isOn ? "关闭摄像头" : "扫码"}
        </button>
        <label className="bt">
          拍照识别
          <input className="vh" type="file" accept="image/*" capture="environment" onChange={photographed} />
        </label>
      </div>
      <video ref={video} hidden={!isOn} muted playsInline aria-label="摄像头画面" />
      <p role="status" className="ph-help">
        {said}
      </p>
    </>
  );
}

/** What this person counted here and the server does not have yet. */
function Unsent({ model }: { model: ScanModel }) {
  const { href } = useAddress();
  const [waiting, wait] = useState<KeptCount[]>([]);
  const [said, say] = useState<{ text: string; to?: string }[]>([]);
  const { owner, action, secrets } = model;

  useEffect(() => {
    let end: (() => void) | undefined;
    let isGone = false;
    const send = async (): Promise<boolean> => {
      const counts = (await keptCounts(owner)).filter(({ state }) => state === "unsent");
      const left: KeptCount[] = [];
      for (const count of counts) {
        const sent = await sendCount(count, href(`${action}/${count.note}/send`), secrets.csrf);
        const tell = (text: string, to?: string) =>
          say((before) => [...before, { text: `送货单 ${count.number}：${text}`, ...(to ? { to } : {}) }]);
        if (sent.kind === "lost") left.push(count);
        else if (sent.kind === "made") {
          await dropCount(count);
          tell("已发送", sent.to);
        } else if (sent.kind === "again") {
          await keepCount({ ...count, state: "typing" });
          tell("没有收下，请核对后再提交", `${action}/${count.note}/receive`);
        } else {
          if (sent.to) await dropCount(count);
          tell(sent.text);
        }
      }
      if (!isGone) wait(left);
      return left.length === 0;
    };
    void keptCounts(owner).then(async (counts) => {
      const unsent = counts.filter(({ state }) => state === "unsent");
      if (isGone || unsent.length === 0) return;
      wait(unsent);
      if (!(await send()) && !isGone) end = tryAgainLater(send);
    });
    return () => {
      isGone = true;
      end?.();
    };
  }, [owner, action, secrets.csrf, href]);

  return (
    <>
      {waiting.length > 0 ? (
        <p className="no" data-level="warning" role="status">
          送货单 {waiting.map(({ number }) => number).join("、")} 还没有发送，恢复连接后自动发送
        </p>
      ) : null}
      {said.map(({ text, to }) => (
        <p key={text} className="no" data-level="info" role="status">
          {text} {to ? <a href={href(to)}>查看</a> : null}
        </p>
      ))}
    </>
  );
}

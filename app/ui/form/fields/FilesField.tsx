import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import type { Control, FileControl } from "~/ui/model/form";
import type { Sending } from "../Upload/send-file";
import { type FieldProps, fieldId } from "./input-props";

type Shown = FileControl["shown"][number];

/** A file on its way. */
interface Moving {
  key: number;
  name: string;
  size: number;
  sent: number;
  note: string;
  paused: boolean;
  failed: boolean;
  sending: Sending | null;
}

const NO_FILES: FileControl = { shown: [], accept: "", most: 1, hint: "", uploadHref: "" };

/**
 * Files. Without script they travel with the form; with it each is sent at once, in pieces, and the form only names it. What is there
 * already stands as a ticked box: without its tick it is left out when the form is saved.
 */
export function FilesField({ control }: FieldProps) {
  const { name, label, required, help, error, files = NO_FILES } = control;
  const id = fieldId(name);
  return (
    <div className="fd">
      <label className="fd-label" htmlFor={id}>
        {label}
        {required ? (
          <span className="fd-star" aria-hidden="true">
            {" *"}
          </span>
        ) : null}
      </label>
      <div className="fd-in">
        <FilesBox control={control} name={name} label={label} error={error} hint={`${id}-description`} />
      </div>
      {error ? (
        <p className="fd-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <p className="fd-help" id={`${id}-description`}>
        {help ? `${help}；` : ""}
        {files.hint}
        {files.shown.length > 0 ? "；取消勾选的文件在保存后删除" : ""}
      </p>
    </div>
  );
}

interface FilesBoxProps {
  control: Control;
  /** Its name now: rows above it may have come and gone since the server named it. */
  name: string;
  /** What it is called, for those who cannot see where it stands. */
  label: string;
  error: string | undefined;
  /** Id of what is said about it beside it. */
  hint?: string;
}

/** The files that a form names, those on their way, and the control that takes more. */
export function FilesBox({ control, name, label, error, hint }: FilesBoxProps) {
  const { files = NO_FILES } = control;
  const { added, moving, choose, pause, drop, input, waits } = useUploads(control, files);
  const id = fieldId(name);
  const described = [error ? `${id}-error` : "", hint ?? ""].filter(Boolean).join(" ");
  const known = new Set(files.shown.map((file) => file.id));
  const shown = [...files.shown, ...added.filter((file) => !known.has(file.id))];
  return (
    <div className="fu">
      {/* Posted even when nothing is ticked any more: then all of them go. */}
      <input type="hidden" name={name} value="" />
      {shown.length > 0 ? (
        <ul className="fu-list" aria-label={`${label}：已有的文件`}>
          {shown.map((file) => (
            <li key={file.id}>
              <label>
                <input
                  type="checkbox"
                  name={name}
                  value={file.id}
                  data-name={file.name}
                  data-size={file.size}
                  defaultChecked
                />{" "}
                {file.name}
              </label>
              <small>{file.size}</small>
            </li>
          ))}
        </ul>
      ) : null}
      {moving.length > 0 ? (
        <ul className="fu-list" aria-label={`${label}：正在上传`}>
          {moving.map((one) => (
            <li key={one.key} data-failed={one.failed || undefined}>
              <span>{one.name}</span>
              {one.failed ? (
                <span className="fd-error" role="alert">
                  {one.note}
                </span>
              ) : (
                <>
                  <progress value={one.sent} max={one.size} aria-label={`${one.name}上传进度`} />
                  <small>
                    {one.note || (one.paused ? "已暂停" : `${Math.floor((one.sent / Math.max(1, one.size)) * 100)}%`)}
                  </small>
                  <button type="button" className="bt" onClick={() => pause(one)}>
                    {one.paused ? "继续" : "暂停"}
                  </button>
                </>
              )}
              <button type="button" className="bt" onClick={() => drop(one)}>
                移除
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <input
        ref={input}
        id={id}
        type="file"
        name={name}
        multiple={files.most > 1}
        accept={files.accept}
        onChange={choose}
        aria-label={label === control.label ? undefined : label}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {waits ? (
        <p className="fd-error" role="alert">
          文件还在上传，请等上传完成或移除后再提交
        </p>
      ) : null}
    </div>
  );
}

/** Files on their way, and those that have arrived since the form was drawn. */
function useUploads(control: FieldProps["control"], files: FileControl) {
  const { href } = useAddress();
  const input = useRef<HTMLInputElement>(null);
  const [added, add] = useState<Shown[]>([]);
  const [moving, move] = useState<Moving[]>([]);
  const [waits, wait] = useState(false);
  const last = useRef(0);
  const current = useRef(moving);
  current.current = moving;

  // An answer of the server names what it knows; the rest was taken into it.
  useEffect(() => {
    if (control.files) add([]);
  }, [control]);

  // A form that is sent now would go without them.
  useEffect(() => {
    const form = input.current?.form;
    if (!form) return;
    const hold = (event: Event) => {
      const isUnderWay = current.current.some(({ failed }) => !failed);
      wait(isUnderWay);
      if (!isUnderWay) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    form.addEventListener("submit", hold, { capture: true });
    return () => form.removeEventListener("submit", hold, { capture: true });
  }, []);

  // Leaving the page stops what is under way; the server keeps what it has.
  useEffect(
    () => () => {
      for (const { sending } of current.current) sending?.pause();
    },
    [],
  );

  const change = (key: number, values: Partial<Moving>) =>
    move((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const end = (key: number) => {
    move((before) => before.filter((one) => one.key !== key));
    wait(false);
  };

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(currentTarget.files ?? [])];
    const csrf = currentTarget.form?.elements.namedItem("_csrf");
    const { sendFile } = await import("../Upload/send-file");
    // From here on they are sent on their own and no longer with the form.
    if (input.current) input.current.value = "";
    for (const file of chosen) {
      last.current += 1;
      const key = last.current;
      const one = { key, name: file.name, size: file.size, sent: 0, note: "", paused: false, failed: false };
      move((before) => [...before, { ...one, sending: null }]);
      const sending = sendFile(file, href(files.uploadHref), csrf instanceof HTMLInputElement ? csrf.value : "", {
        progress: (sent, note) => change(key, sent < 0 ? { note } : { sent, note }),
        done: (sent) => {
          end(key);
          const size = sizeOf(file.size);
          add((before) => [...before.filter((known) => known.id !== sent.id), { id: sent.id, name: sent.name, size }]);
          input.current?.form?.dispatchEvent(new Event("input", { bubbles: true }));
        },
        failed: (note) => change(key, { failed: true, note }),
      });
      change(key, { sending });
    }
  }

  return {
    input,
    added,
    moving,
    waits: waits && moving.some(({ failed }) => !failed),
    choose,
    pause({ key, paused, sending }: Moving) {
      if (paused) sending?.go();
      else sending?.pause();
      change(key, { paused: !paused });
    },
    drop({ key, sending, failed }: Moving) {
      if (!failed) sending?.drop();
      end(key);
    },
  };
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

/** Side of the window through which one looks at the picture. */
const VIEW = 256;
const STEP = 8;

interface Picture {
  width: number;
  height: number;
}

/** Where the window lies on the picture: left upper corner and side, in points of the picture. */
interface Square {
  x: number;
  y: number;
  size: number;
}

/** Moving and enlarging a picture under a square window; what lies in it is posted with the form. */
export function Cropper({ source }: { source: string }) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [square, setSquare] = useState<Square>({ x: 0, y: 0, size: 0 });
  const held = useRef<{ x: number; y: number } | null>(null);
  const scale = square.size > 0 ? VIEW / square.size : 1;

  function within(wanted: Square): Square {
    if (!picture) return wanted;
    const size = Math.min(wanted.size, picture.width, picture.height);
    return {
      size,
      x: Math.min(Math.max(0, wanted.x), picture.width - size),
      y: Math.min(Math.max(0, wanted.y), picture.height - size),
    };
  }
  function move(right: number, down: number) {
    setSquare((before) => within({ ...before, x: before.x - right / scale, y: before.y - down / scale }));
  }
  function zoom(factor: number) {
    if (!picture) return;
    const size = Math.min(picture.width, picture.height) / factor;
    setSquare((before) => {
      const shift = (before.size - size) / 2;
      return within({ x: before.x + shift, y: before.y + shift, size });
    });
  }
  function drag(event: PointerEvent) {
    if (!held.current) return;
    move(event.clientX - held.current.x, event.clientY - held.current.y);
    held.current = { x: event.clientX, y: event.clientY };
  }
  function steer(event: KeyboardEvent) {
    const ways: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [STEP, 0],
      ArrowRight: [-STEP, 0],
      ArrowUp: [0, STEP],
      ArrowDown: [0, -STEP],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    move(...way);
  }
  return (
    <>
      <button
        type="button"
        className="cr-view"
        aria-label="裁剪范围：拖动图片，或用方向键移动"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          held.current = null;
        }}
        onKeyDown={steer}
      >
        <img
          src={source}
          alt=""
          draggable={false}
          style={{
            width: picture ? picture.width * scale : undefined,
            left: -square.x * scale,
            top: -square.y * scale,
          }}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            const size = Math.min(width, height);
            setPicture({ width, height });
            setSquare({ x: (width - size) / 2, y: (height - size) / 2, size });
          }}
        />
      </button>
      <label>
        缩放
        <input
          type="range"
          min="1"
          max="4"
          step="0.05"
          defaultValue="1"
          onChange={({ target }) => zoom(Number(target.value))}
        />
      </label>
      {square.size > 0 ? (
        <>
          <input type="hidden" name="crop_x" value={square.x.toFixed(2)} />
          <input type="hidden" name="crop_y" value={square.y.toFixed(2)} />
          <input type="hidden" name="crop_size" value={square.size.toFixed(2)} />
        </>
      ) : null}
    </>
  );
}

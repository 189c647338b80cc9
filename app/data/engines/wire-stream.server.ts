import { Duplex } from "node:stream";

/** The far end of a WireStream: whoever owns the database thread. */
export interface Wire {
  /** Makes the stream the one client of the database; resolves when it may talk. */
  attach(stream: WireStream): Promise<void>;
  /** Hands over a piece of wire protocol; ignored if the stream is no longer the client. */
  send(stream: WireStream, bytes: Uint8Array): void;
}

/** Looks like a socket to `pg` and carries its bytes to the database thread and back. */
export class WireStream extends Duplex {
  readonly #wire: Wire;
  #isOver = false;

  constructor(wire: Wire) {
    super();
    this.#wire = wire;
  }

  /** Called by `pg` with a port and a host that mean nothing here. */
  connect(): this {
    this.#wire.attach(this).then(
      () => {
        if (!this.destroyed) this.emit("connect");
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  /** Bytes from the database thread. */
  receive(bytes: Uint8Array): void {
    if (!this.#isOver && !this.destroyed) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#wire.send(this, chunk);
    done();
  }

  /** `pg` corks the parts of one query, so that a whole query is one message. */
  override _writev(parts: { chunk: Buffer }[], done: () => void): void {
    this.#wire.send(this, Buffer.concat(parts.map((part) => part.chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.#isOver = true;
    done();
    this.push(null);
  }
}

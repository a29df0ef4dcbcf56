import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Where connections are forwarded to. */
export interface LinkTarget {
  readonly host?: string;
  readonly port: number;
}

/** How one direction of a link treats bytes. */
export interface Flow {
  /** Bytes, new connections and ends of connections wait until the link is healed, as in a network partition. */
  readonly isHeld?: boolean;
  readonly delayMs?: number;
  readonly bytesPerSecond?: number;
}

/** Above this, it reads from the sender only after the other side has received some of it. */
const MAX_QUEUED_BYTES = 512 * 1024;
/** Makes a slow link slow within a large message too. */
const PIECE_BYTES = 16 * 1024;

/**
 * A link between two processes that can be held, slowed down, cut and redirected to another server, while the
 * connecting side keeps one address.
 */
export class LinkProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #target: LinkTarget;
  #flows: Flows = { there: {}, back: {} };
  #isRefusing = false;
  #replaced: ReadonlyMap<string, string> = new Map();

  private constructor(target: LinkTarget) {
    this.#target = target;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async listen(target: LinkTarget, host = '127.0.0.1'): Promise<LinkProxy> {
    const proxy = new LinkProxy(target);
    proxy.#server.listen(0, host);
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Number of connections. */
  get size(): number {
    return this.#links.size;
  }

  /** Sends new connections to another target and cuts the open ones, as when an address moves to another machine. */
  lead(target: LinkTarget): void {
    this.#target = target;
    this.cut();
  }

  /** Shapes both directions; one that is left out flows freely. */
  shape({ there = {}, back = {} }: Partial<Flows>): void {
    this.#flows = { there, back };
    for (const link of this.#links) link.flow(this.#flows, this.#target);
  }

  /** Nothing passes in either direction, and ends of connections are not forwarded, until `heal`. */
  partition(): void {
    this.shape({ there: { isHeld: true }, back: { isHeld: true } });
  }

  heal(): void {
    this.#isRefusing = false;
    this.shape({});
  }

  /** Cuts all connections, and every new one at once. */
  refuse(): void {
    this.#isRefusing = true;
    this.cut();
  }

  /**
   * Replaces texts on their way to the server with others of the same length. A text that is split between two chunks
   * stays unchanged.
   */
  replace(texts: ReadonlyMap<string, string>): void {
    for (const [text, other] of texts)
      if (Buffer.byteLength(text) !== Buffer.byteLength(other))
        throw new RangeError(`not as long as "${text}": "${other}"`);
    this.#replaced = texts;
  }

  cut(): void {
    for (const link of this.#links) link.cut();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(socket: Socket): void {
    if (this.#isRefusing) {
      socket.resetAndDestroy();
      return;
    }
    const link = new Link(socket, {
      alter: (bytes) => this.#alter(bytes),
      gone: () => this.#links.delete(link),
    });
    this.#links.add(link);
    link.flow(this.#flows, this.#target);
  }

  #alter(bytes: Buffer): void {
    for (const [text, other] of this.#replaced)
      for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes.write(other, at);
  }
}

interface Flows {
  /** From the connecting side to the server. */
  readonly there: Flow;
  readonly back: Flow;
}

interface LinkParts {
  /** Receives what is to be sent to the server. */
  readonly alter: (bytes: Buffer) => void;
  readonly gone: () => void;
}

/** One connection through the proxy. */
class Link {
  readonly #near: Socket;
  readonly #parts: LinkParts;
  #far: Socket | undefined;
  #there: Pipe | undefined;
  #back: Pipe | undefined;

  constructor(near: Socket, parts: LinkParts) {
    this.#near = near;
    this.#parts = parts;
    // The end that follows reports the failure.
    near.on('error', () => undefined);
    near.on('close', () => this.#leave());
  }

  flow(flows: Flows, target: LinkTarget): void {
    const isPartitioned = flows.there.isHeld || flows.back.isHeld;
    if (!this.#far && !isPartitioned) this.#connect(target);
    this.#there?.flow(flows.there);
    this.#back?.flow(flows.back);
  }

  cut(): void {
    this.#near.resetAndDestroy();
    this.#far?.resetAndDestroy();
    this.#parts.gone();
  }

  #connect({ host = '127.0.0.1', port }: LinkTarget): void {
    const far = connect({ host, port });
    this.#far = far;
    far.setNoDelay(true);
    this.#near.setNoDelay(true);
    far.on('error', () => undefined);
    far.on('close', () => this.#leave());
    this.#there = new Pipe(this.#near, far, this.#parts.alter);
    this.#back = new Pipe(far, this.#near, () => undefined);
  }

  #leave(): void {
    if (this.#near.destroyed && (this.#far?.destroyed ?? true)) this.#parts.gone();
  }
}

interface Waiting {
  readonly bytes: Buffer;
  readonly dueAt: number;
}

/** One direction of one connection. */
class Pipe {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #waiting: Waiting[] = [];
  #flow: Flow = {};
  #queuedBytes = 0;
  #freeAt = 0;
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, alter: (bytes: Buffer) => void) {
    this.#from = from;
    this.#to = to;
    from.on('data', (chunk: Buffer) => {
      alter(chunk);
      this.#handle(chunk);
    });
    from.on('close', () => this.#end());
    from.on('end', () => this.#end());
    to.on('close', () => clearTimeout(this.#timer));
  }

  flow(flow: Flow): void {
    this.#flow = flow;
    this.#pass();
  }

  #handle(chunk: Buffer): void {
    const dueAt = performance.now() + (this.#flow.delayMs ?? 0);
    for (let at = 0; at < chunk.length; at += PIECE_BYTES)
      this.#waiting.push({ bytes: chunk.subarray(at, at + PIECE_BYTES), dueAt });
    this.#queuedBytes += chunk.length;
    if (this.#queuedBytes > MAX_QUEUED_BYTES) this.#from.pause();
    this.#pass();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#pass();
  }

  #pass(): void {
    clearTimeout(this.#timer);
    if (this.#flow.isHeld) return;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const now = performance.now();
      const waitMs = Math.max(next.dueAt, this.#freeAt) - now;
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#pass(), waitMs);
        return;
      }
      this.#waiting.shift();
      this.#send(next.bytes, now);
    }
    if (this.#hasEnded) this.#to.end();
  }

  #send(bytes: Buffer, now: number): void {
    const { bytesPerSecond = Infinity } = this.#flow;
    this.#freeAt = Math.max(now, this.#freeAt) + (bytes.length / bytesPerSecond) * 1000;
    this.#queuedBytes -= bytes.length;
    if (this.#queuedBytes <= MAX_QUEUED_BYTES) this.#from.resume();
    if (this.#to.writable) this.#to.write(bytes);
  }
}

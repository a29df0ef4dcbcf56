import { connect, type Socket } from 'node:net';

export interface EventFarmClientOptions {
  readonly port: number;
  readonly token: string;
  readonly names: readonly string[];
  readonly ready: () => void;
}

const SLOT_MS = 30_000;
const SLOT = /(?:\nevent: INDEX_TICKER\ndata: [^\n]*\n)*id: (\S+)\n\n/y;

/** Reads server-sent events by hand: counts the events of each slot, and checks that slots follow each other. */
export class EventFarmClient {
  readonly #options: EventFarmClientOptions;
  #socket!: Socket;
  #text = '';
  #hasHead = false;
  #slot = Number.NaN;
  completeAt = 0;
  messages = 0;
  lost = 0;
  readonly skipped = 0;
  ended = false;
  stalled = false;

  constructor(options: EventFarmClientOptions) {
    this.#options = options;
    this.#connect();
  }

  stall(): void {
    this.stalled = true;
    this.#socket.pause();
  }

  resume(): void {
    this.stalled = false;
    this.#socket.resume();
  }

  reconnect(): void {
    this.#socket.destroy();
    this.#text = '';
    this.#hasHead = false;
    this.#slot = Number.NaN;
    this.ended = false;
    this.#connect();
  }

  #connect(): void {
    const { port, token, names } = this.#options;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket = socket;
    const path = `/v3/stream?names=${names.join()}&access_token=${token}`;
    socket.on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`));
    socket.on('data', (bytes) => this.#read(bytes.toString('latin1')));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (socket === this.#socket) this.ended = true;
    });
  }

  #read(text: string): void {
    this.#text += text;
    if (!this.#hasHead) {
      const end = this.#text.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!this.#text.startsWith('HTTP/1.1 200')) throw new Error(this.#text);
      this.#text = this.#text.slice(end + 4);
      this.#hasHead = true;
    }
    this.#text = this.#text.replaceAll(':\n\n', '');
    SLOT.lastIndex = 0;
    let at = 0;
    for (let slot = SLOT.exec(this.#text); slot; slot = SLOT.exec(this.#text)) {
      this.#slotRead(slot[0], Date.parse(slot[1] ?? ''));
      at = SLOT.lastIndex;
    }
    this.#text = this.#text.slice(at);
  }

  #slotRead(text: string, slot: number): void {
    const isFirst = Number.isNaN(this.#slot);
    const count = text.split('\ndata: ').length - 1;
    if (count !== this.#options.names.length || (!isFirst && slot !== this.#slot + SLOT_MS)) this.lost++;
    this.#slot = slot;
    if (isFirst) return this.#options.ready();
    this.messages += count;
    this.completeAt = Date.now();
  }
}

import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { CLOSE_CODES } from '../../src/contract/close-codes.ts';
import { MESSAGES } from '../../src/contract/messages.ts';
import { clientFrame, OPCODES, RawWebsocket, type RawFrame } from '../support/raw-websocket.ts';
import { fuzzFrames, type FuzzFrame, type StreamKnowledge } from './stream-arbitraries.ts';

export interface StreamFuzzOptions {
  readonly messages: number;
  readonly seed?: number;
}

export interface StreamFuzzTarget {
  readonly wsUrl: string;
  readonly token: () => Promise<string>;
  readonly knowledge: StreamKnowledge;
}

const DONE = 'fuzz done';
const BATCHES_PER_CONNECTION = 40;
/** A code that the client itself sent comes back; it may be any that the protocol knows. */
const NORMAL_CODES = new Set([1000, 1001, 1003, 1005, 1010, 1011, 1014]);

/**
 * Lets random messages and frames loose on the websocket. After each lot the connection answers a PING, or was closed
 * with a documented code; whatever it says is as documented.
 */
export class StreamFuzz {
  readonly #target: StreamFuzzTarget;
  readonly #validators: ReadonlyMap<string, ValidateFunction>;
  readonly #seen = new Map<string, number>();
  #raw: RawWebsocket | undefined;
  #sent = 0;
  #lots = 0;

  constructor(target: StreamFuzzTarget) {
    this.#target = target;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const fromServer = MESSAGES.filter(({ from }) => from === 'server');
    this.#validators = new Map(
      fromServer.map(({ event, schema }) => [
        event,
        ajv.compile(JSON.parse(JSON.stringify(schema)) as object),
      ]),
    );
  }

  /** How often each event, error code and close code was seen. */
  get seen(): ReadonlyMap<string, number> {
    return this.#seen;
  }

  get sent(): number {
    return this.#sent;
  }

  async run({ messages, seed }: StreamFuzzOptions): Promise<void> {
    const property = fc.asyncProperty(fuzzFrames(this.#target.knowledge), async (frames) => {
      const problem = await this.#problemOf(frames);
      if (problem !== undefined) throw new Error(problem);
    });
    while (this.#sent < messages) {
      const left = Math.ceil((messages - this.#sent) / 20);
      await fc.assert(property, {
        numRuns: Math.min(left, 500),
        ...(seed === undefined ? {} : { seed: seed + this.#sent }),
      });
    }
    this.#raw?.socket.destroy();
  }

  async #problemOf(frames: readonly FuzzFrame[]): Promise<string | undefined> {
    const raw = await this.#connection();
    this.#sent += frames.length;
    const bytes = frames.map((frame) => (frame.kind === 'message' ? clientFrame(frame.text) : frame.bytes));
    raw.send(Buffer.concat([...bytes, clientFrame(JSON.stringify({ event: 'PING', requestId: DONE }))]));
    // A frame that never ends would be waited for for ever.
    if (frames.some(({ kind }) => kind === 'torn')) raw.socket.end();
    for (;;) {
      const frame = await raw.frame();
      if (!frame) {
        this.#raw = undefined;
        return raw.socket.writableEnded ? undefined : 'the connection ended without a close';
      }
      const problem = this.#frameProblem(frame);
      if (problem !== undefined) return problem;
      if (frame.opcode === OPCODES.close) this.#forget(raw);
      if (frame.opcode === OPCODES.close || frame.payload.includes(`"${DONE}"`)) return undefined;
    }
  }

  /** The same connection for a while, within what one may send. */
  async #connection(): Promise<RawWebsocket> {
    if (this.#raw && this.#lots >= BATCHES_PER_CONNECTION) this.#forget(this.#raw);
    if (!this.#raw) {
      ({ raw: this.#raw } = await RawWebsocket.open(this.#target.wsUrl, await this.#target.token()));
      this.#lots = 0;
    }
    this.#lots++;
    return this.#raw;
  }

  #forget(raw: RawWebsocket): void {
    raw.socket.destroy();
    this.#raw = undefined;
  }

  #frameProblem({ opcode, payload, fin }: RawFrame): string | undefined {
    if (opcode === OPCODES.close) return this.#closeProblem(payload);
    if (opcode === OPCODES.ping || opcode === OPCODES.pong) return undefined;
    if (opcode !== OPCODES.text || !fin) return `a frame of opcode ${opcode}`;
    const message = JSON.parse(payload.toString()) as { event: string; code?: string };
    this.#count(message.code === undefined ? message.event : `ERROR ${message.code}`);
    const validate = this.#validators.get(message.event);
    if (!validate) return `an undocumented event: ${payload.toString()}`;
    return validate(message) ? undefined : `not as documented: ${payload.toString()}`;
  }

  #closeProblem(payload: Buffer): string | undefined {
    const code = payload.length >= 2 ? payload.readUInt16BE() : 1005;
    this.#count(`close ${code}`);
    const isOurs = CLOSE_CODES[code] !== undefined || NORMAL_CODES.has(code) || code >= 3000;
    return isOurs ? undefined : `an undocumented close code ${code}`;
  }

  #count(what: string): void {
    this.#seen.set(what, (this.#seen.get(what) ?? 0) + 1);
  }
}

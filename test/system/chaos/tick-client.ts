import { WebSocket } from 'ws';
import { Tidemark, type IndexTicker, type TickSelection } from '../../../sdk/src/node.ts';
import type { ClientRecord, ReceivedTick } from './record.ts';
import { tickOfRecord } from './ticks-of.ts';

export interface TickClientOptions {
  readonly name: string;
  readonly node: string;
  /** A node, or the balancer. */
  readonly url: string;
  /** The audience of its tokens. */
  readonly audience: string;
  readonly selection: TickSelection;
}

/**
 * A client that reads index ticks with the SDK, which resumes after reconnects. Records what the SDK delivers and, below the SDK, every
 * message of every connection, because the SDK would hide duplicates.
 */
export class TickClient {
  readonly record: ClientRecord;
  readonly #ended = new AbortController();
  readonly #reading: Promise<void>;

  constructor({ name, node, url, audience, selection }: TickClientOptions) {
    const record: ClientRecord = { name, node, given: [], connections: [], failures: [] };
    this.record = record;
    class RecordedSocket extends WebSocket {
      constructor(address: string) {
        super(address, { perMessageDeflate: false });
        const received: ReceivedTick[] = [];
        record.connections.push(received);
        this.on('message', (data: Buffer) => takeMessage(received, data.toString()));
      }
    }
    const tidemark = new Tidemark({
      url,
      clientId: 'demo',
      clientSecret: 'demo',
      audience,
      streamAudience: audience.replace(/^http/, 'ws'),
      WebSocket: RecordedSocket,
    });
    this.#reading = this.#read(tidemark, selection);
  }

  /** The newest slot that the SDK delivered. */
  get newest(): number {
    return this.record.given.at(-1)?.at ?? -Infinity;
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#reading;
  }

  async #read(tidemark: Tidemark, selection: TickSelection): Promise<void> {
    const { signal } = this.#ended;
    const { given, failures } = this.record;
    try {
      for await (const ticker of tidemark.stream().ticks(selection, { signal }))
        given.push({ ...tickOfRecord(ticker), arrivedAt: Date.now() });
      failures.push('the stream ended');
    } catch (error) {
      if (!signal.aborted) failures.push(String(error));
    }
  }
}

function takeMessage(received: ReceivedTick[], text: string): void {
  const arrivedAt = Date.now();
  const message = JSON.parse(text) as { readonly event: string } & IndexTicker;
  if (message.event === 'INDEX_TICKER') received.push({ ...tickOfRecord(message), arrivedAt });
}

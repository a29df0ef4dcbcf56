import type { Dispatcher } from 'undici';
import { SystemClock } from '../../../../src/core/clocks/clock.ts';
import { CcxtExchange } from '../../../../src/sources/live/ccxt/ccxt-exchange.ts';
import {
  ExchangeHttp,
  type ExchangeReply,
  type ExchangeRequest,
} from '../../../../src/sources/live/http/exchange-http.ts';
import { socketAgentOf } from '../../../../src/sources/live/http/socket-agent.ts';
import { TokenBucket } from '../../../../src/sources/live/http/token-bucket.ts';
import { LAYOUTS } from '../layouts.ts';
import { rigDialler } from '../rig-dialler.ts';
import { RigWorld } from '../rig-world.ts';
import { Rig } from '../rig.ts';
import { RigTape } from './rig-tape.ts';
import { withTrades } from './stream-layout.ts';
import { STREAMS, StreamRig, streamDialler } from './stream-rig.ts';

/** Counts pending requests, so that a test with simulated time can wait for them. */
class CountingHttp extends ExchangeHttp {
  underWay = 0;

  override async send(url: string, what: ExchangeRequest, signal: AbortSignal): Promise<ExchangeReply> {
    this.underWay += 1;
    try {
      return await super.send(url, what, signal);
    } finally {
      this.underWay -= 1;
    }
  }
}

/** The exchanges of the rig that have sockets: their lists, their sockets, and a common tape of their trades. */
export class TradingRig {
  readonly rest: Rig;
  readonly streams: StreamRig;
  readonly tape: RigTape;
  readonly world: RigWorld;
  readonly #dispatcher: Dispatcher;
  readonly #http: CountingHttp;
  readonly #clock = new SystemClock();

  static async start(): Promise<TradingRig> {
    const world = new RigWorld({ size: 'small' });
    const tape = new RigTape(world);
    const layouts = STREAMS.map((stream) =>
      withTrades(
        LAYOUTS.find(({ id }) => id === stream.id)!,
        stream,
        tape,
      ),
    );
    return new TradingRig(await Rig.start(layouts), await StreamRig.start(), tape, world);
  }

  private constructor(rest: Rig, streams: StreamRig, tape: RigTape, world: RigWorld) {
    this.rest = rest;
    this.streams = streams;
    this.tape = tape;
    this.world = world;
    this.#dispatcher = rigDialler(rest.port);
    const bucket = new TokenBucket({ clock: this.#clock, intervalMs: 0, burst: 1 });
    this.#http = new CountingHttp({
      clock: this.#clock,
      dispatcher: this.#dispatcher,
      bucketOf: () => bucket,
    });
  }

  get isAsked(): boolean {
    return this.#http.underWay > 0;
  }

  /** Opened as in the collector, except for the dialler; by default its sockets are those of the rig. */
  open(key: string, socketPort = this.streams.port): Promise<CcxtExchange> {
    return CcxtExchange.open(key, this.#http, this.#clock, streamDialler(socketPort));
  }

  /** The same with sockets through a gateway. */
  openThrough(key: string): Promise<CcxtExchange> {
    const gateway = `http://127.0.0.1:${this.streams.port}`;
    const http = { send: this.#http.send.bind(this.#http), gateway } as ExchangeHttp;
    return CcxtExchange.open(key, http, this.#clock, socketAgentOf({ gateway }));
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
    await this.rest.close();
    await this.streams.close();
  }
}

/** Waits for data on a real connection, whose timing a test does not control. */
export async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('not received within 20 s');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

import type { RigLayout } from '../rig-layout.ts';
import type { RigMarket, RigTape, RigTrade } from './rig-tape.ts';

/** What a message of a client brings about. */
export interface Heard {
  /** The exchange's names of the markets that are subscribed to. */
  readonly markets: readonly string[];
  readonly replies: readonly unknown[];
}

/** How one exchange gives its trades: in messages of its socket, and in a list for those who ask. */
export interface StreamLayout {
  /** What ccxt calls the exchange. */
  readonly id: string;
  readonly hosts: readonly string[];
  /** What the socket calls a market. */
  marketOf(market: RigMarket): string;
  /** Undefined: nothing follows from it. */
  heard(message: unknown): Heard | undefined;
  /** One message with trades of one market, the oldest first. */
  message(trades: readonly RigTrade[]): readonly unknown[];
  /** The list of trades that a URL asks for, out of all of the exchange; undefined: it asks for something else. */
  listed(url: URL, trades: readonly RigTrade[]): unknown;
}

/** A layout of the rig that also lists the trades of a tape. */
export function withTrades(layout: RigLayout, stream: StreamLayout, tape: RigTape): RigLayout {
  return {
    ...layout,
    answer: (request, instruments) => {
      const body = stream.listed(request.url, tape.of(layout.id));
      return body === undefined ? layout.answer(request, instruments) : { status: 200, body };
    },
  };
}

export type Message = Readonly<Record<string, unknown>>;

export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null;
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

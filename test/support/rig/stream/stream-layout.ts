import type { RigLayout } from '../rig-layout.ts';
import type { RigMarket, RigTape, RigTrade } from './rig-tape.ts';

/** Effect of a client's message. */
export interface LayoutReply {
  /** The exchange's names of the subscribed markets. */
  readonly markets: readonly string[];
  readonly replies: readonly unknown[];
}

/** Formats the trades of one exchange: as messages of its socket, and as a list on request. */
export interface StreamLayout {
  /** ccxt id of the exchange. */
  readonly id: string;
  readonly hosts: readonly string[];
  /** The socket's name of a market. */
  marketOf(market: RigMarket): string;
  /** Undefined: no effect. */
  replyTo(message: unknown): LayoutReply | undefined;
  /** One message with trades of one market, the oldest first. */
  message(trades: readonly RigTrade[]): readonly unknown[];
  /** The list of trades that a URL requests, from all of the exchange; undefined: it requests something else. */
  listed(url: URL, trades: readonly RigTrade[]): unknown;
}

/** Extends a layout of the rig with the trades of a tape. */
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

import { EXCHANGE_STATUSES, LISTING_STATUSES } from '../../../src/core/exchange.ts';

/** Type of a receipt field. */
export interface Field {
  readonly kind:
    | 'quantity'
    | 'signed'
    | 'integer'
    | 'datetime'
    | 'text'
    | 'boolean'
    | 'flags'
    | 'choice'
    | 'object'
    | 'list';
  readonly optional?: true;
  /** For a choice. */
  readonly choices?: readonly string[];
  /** For an object, and for each element of a list. */
  readonly shape?: Shape;
  /** The fields that identify elements of a list; without it, elements are identified by position. */
  readonly key?: readonly string[];
  /** The field shown to readers to identify an element. */
  readonly label?: string;
}

/** The fields that this version knows. Others are ignored, as a newer service may have more. */
export type Shape = Readonly<Record<string, Field>>;

const quantity: Field = { kind: 'quantity' };
const integer: Field = { kind: 'integer' };
const signed: Field = { kind: 'signed' };
const datetime: Field = { kind: 'datetime' };
const text: Field = { kind: 'text' };
const boolean: Field = { kind: 'boolean' };
const flags: Field = { kind: 'flags' };
const choice = (...choices: readonly string[]): Field => ({ kind: 'choice', choices });
const object = (shape: Shape): Field => ({ kind: 'object', shape });
const list = (shape: Shape, label: string, ...key: readonly string[]): Field => ({
  kind: 'list',
  shape,
  label,
  ...(key.length > 0 && { key }),
});
const optional = (field: Field): Field => ({ ...field, optional: true });

const HEAD: Shape = {
  id: text,
  indexId: text,
  indexType: text,
  timestamp: datetime,
  methodology: text,
  referenceVersion: text,
  recordHash: text,
  price: quantity,
  volume: quantity,
  flags,
};

const STATE: Shape = {
  lastValue: optional(quantity),
  lastVolume: optional(quantity),
  lastRealAt: optional(datetime),
};

const USD_BEFORE: Shape = { baseUsdBefore: optional(quantity), quoteUsdBefore: optional(quantity) };

const TIER = choice('A', 'B', 'NEW');

const TICKER: Shape = {
  exchangeId: text,
  exchange: text,
  tier: TIER,
  exchangeStatus: choice(...EXCHANGE_STATUSES),
  marketStatus: choice(...LISTING_STATUSES),
  qualified: choice('YES', 'NO'),
  last: quantity,
  bid: optional(quantity),
  ask: optional(quantity),
  lastMoved: optional(datetime),
  ticksSinceChange: signed,
  ageMs: optional(integer),
  reportedVolume: quantity,
  believedVolume: quantity,
};

const MWA_LINE: Shape = { ...TICKER, price: quantity, weight: quantity, share: quantity, clamped: boolean };

const LX_LINE: Shape = {
  ...TICKER,
  ...USD_BEFORE,
  marketId: text,
  market: text,
  quoteUsd: optional(quantity),
  lastTradedAt: optional(datetime),
  silentTicks: signed,
  source: choice('TRADES', 'TICKER'),
  price: quantity,
  share: quantity,
  trades: list({ tradeId: text, slot: datetime, price: quantity, amount: quantity }, 'tradeId'),
  tradesIncomplete: optional(boolean),
};

const MARKET: Shape = {
  marketId: text,
  market: text,
  side: choice('BASE', 'QUOTE'),
  otherAssetId: text,
  otherAsset: text,
  rate: quantity,
  volume: quantity,
  flags,
  takesPart: boolean,
  weak: boolean,
  heldTicks: quantity,
  weight: quantity,
  share: quantity,
  otherReal: optional(boolean),
  otherLn: optional(signed),
  impliedUsd: optional(quantity),
  deviation: optional(quantity),
  residualBps: optional(signed),
  exchanges: list({ exchangeId: text, exchange: text, tier: TIER }, 'exchange', 'exchangeId'),
};

const refusedOf = (line: Shape): Shape => ({ ...line, reason: text });

/** By the type of the index. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  MWA: {
    ...HEAD,
    market: text,
    volumeMedian: optional(quantity),
    exchangeMedian: optional(quantity),
    trustMedian: optional(quantity),
    reference: optional(quantity),
    trustSource: optional(text),
    crossRate: optional(quantity),
    ...USD_BEFORE,
    state: object({
      ...STATE,
      anchor: optional(quantity),
      hold: object({ ticks: quantity, moves: quantity, from: optional(quantity) }),
    }),
    exchanges: list(MWA_LINE, 'exchange', 'exchangeId'),
    refused: list(refusedOf(MWA_LINE), 'exchange', 'exchangeId'),
  },
  GWA: {
    ...HEAD,
    asset: text,
    volumeUsd: quantity,
    ln: optional(signed),
    state: object({ ...STATE, holdTicks: quantity, lastFlags: flags }),
    markets: list(MARKET, 'market', 'marketId'),
  },
  LX: {
    ...HEAD,
    name: text,
    tickVolume: quantity,
    volumeMedian: optional(quantity),
    exchangeMedian: optional(quantity),
    impliedUsd: optional(quantity),
    state: object({ ...STATE, pendingVolume: quantity }),
    constituents: list(LX_LINE, 'exchange', 'exchangeId', 'marketId'),
    refused: list(refusedOf(LX_LINE), 'exchange', 'exchangeId', 'marketId'),
  },
};

import { Type } from '../schema.ts';
import { EXCHANGE_STATUSES, LISTING_STATUSES } from '../../core/exchange.ts';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';
import { Proof } from './proof.ts';

const Flags = Type.Array(Type.Enum([...FLAGS]));

/** What is left out was not there. */
const Ticker = {
  exchangeId: Uuid,
  exchange: Type.String({ description: 'Name of the exchange' }),
  tier: Type.Enum(['A', 'B', 'NEW'], { description: 'In force at the tick' }),
  exchangeStatus: Type.Enum([...EXCHANGE_STATUSES]),
  marketStatus: Type.Enum([...LISTING_STATUSES]),
  qualified: Type.Enum(['YES', 'NO']),
  last: quantity('As received; 0 where it was no number above 0'),
  bid: Type.Optional(quantity('As received')),
  ask: Type.Optional(quantity('As received')),
  lastMoved: Type.Optional(datetime('When the exchange says that it moved')),
  ticksSinceChange: quantity('Ticks since our recorder saw last, bid or ask change; -1 without a ticker'),
  ageMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Milliseconds at the tick since the ticker was last read, or since the time that the exchange gives if that is over a minute older; absent in ticks of before version 3',
    }),
  ),
  reportedVolume: quantity('For 24 hours, as received; 0 where it was no number above 0'),
  believedVolume: quantity('What of it counts; 0 where it was not asked'),
};

const Reason = { reason: Type.String({ description: 'Why it does not contribute' }) };

const ExchangeShare = {
  ...Ticker,
  price: quantity('Last, clamped into the quote; before it is clamped to the reference'),
  weight: quantity('Believed volume x freshness'),
  share: quantity('Of the weights of those that contribute'),
  clamped: Type.Boolean({ description: 'Whether the price was moved towards the reference' }),
};

const UsdBefore = {
  baseUsdBefore: Type.Optional(quantity('GWA of the base at the tick before')),
  quoteUsdBefore: Type.Optional(quantity('GWA of the quote at the tick before')),
};

const MarketShare = Type.Object({
  marketId: Uuid,
  market: Type.String({ description: 'Name of the market' }),
  side: Type.Enum(['BASE', 'QUOTE'], { description: 'Which end of the market the asset is' }),
  otherAssetId: Uuid,
  otherAsset: Type.String({ description: 'Symbol of the asset at the other end' }),
  rate: quantity('Its MWA'),
  volume: quantity('Of its MWA'),
  flags: Flags,
  takesPart: Type.Boolean({ description: 'Whether it takes part in the solution' }),
  weak: Type.Boolean({ description: 'Whether it is thin, with an exchange that is not of tier A' }),
  heldTicks: quantity('Ticks of a hold that it is in, or has just come out of'),
  weight: quantity('In the last step of the solution'),
  share: quantity('Of the weights of the markets'),
  otherReal: Type.Optional(
    Type.Boolean({ description: 'Whether real markets connect the asset at the other end to USD' }),
  ),
  otherLn: Type.Optional(quantity('ln of the USD value of the asset at the other end')),
  impliedUsd: Type.Optional(quantity('USD value of the asset by this market alone')),
  deviation: Type.Optional(quantity('Expected deviation, a fraction')),
  residualBps: Type.Optional(quantity('How far the market lies from the solution')),
  exchanges: Type.Array(
    Type.Object({ exchangeId: Uuid, exchange: Type.String(), tier: Type.Enum(['A', 'B', 'NEW']) }),
    { description: 'Those that contribute to it at this tick' },
  ),
});

const LxConstituent = {
  ...Ticker,
  ...UsdBefore,
  marketId: Uuid,
  market: Type.String({ description: 'Name of the market' }),
  quoteUsd: Type.Optional(quantity('GWA of the quote at this tick')),
  lastTradedAt: Type.Optional(datetime('The last slot with a trade before this tick')),
  silentTicks: quantity('Ticks since it traded or its ticker changed'),
  source: Type.Enum(['TRADES', 'TICKER']),
  price: quantity('In USD; 0 where it does not contribute'),
  share: quantity('Of the believed volume of those that contribute'),
  trades: Type.Array(
    Type.Object({
      tradeId: Type.String(),
      slot: datetime('The tick to which it belongs by its time of arrival'),
      price: quantity('In the quote'),
      amount: quantity('Of the base'),
    }),
  ),
  tradesIncomplete: Type.Optional(
    Type.Boolean({ description: 'Whether some of its trades may not have been received' }),
  ),
};

const State = Type.Object(
  {
    lastValue: Type.Optional(quantity('The value of the tick before')),
    lastVolume: Type.Optional(quantity('Its volume')),
    lastRealAt: Type.Optional(datetime('When a value was last real')),
    anchor: Type.Optional(quantity('Slow average of real values (MWA)')),
    hold: Type.Optional(
      Type.Object({
        ticks: quantity('For how long'),
        moves: quantity('In how many of them it moved'),
        from: Type.Optional(quantity('The price that began it')),
      }),
    ),
    holdTicks: Type.Optional(quantity('For how long a jump has been held (GWA)')),
    lastFlags: Type.Optional(Flags),
    pendingVolume: Type.Optional(quantity('Traded in slots without a value (LX)')),
  },
  { description: 'What the tick took from the ticks before it' },
);

export const IndexReceipt = Type.Object(
  {
    id: Uuid,
    indexId: Uuid,
    indexType: Type.Enum([...INDEX_TYPES]),
    market: Type.Optional(Type.String({ description: 'Name of the market (MWA)' })),
    asset: Type.Optional(Type.String({ description: 'Symbol of the asset (GWA)' })),
    name: Type.Optional(Type.String({ description: 'BLX, ELX or XRPLX (LX)' })),
    timestamp: datetime('The tick'),
    methodology: Type.String({ description: 'Version of the methodology' }),
    referenceVersion: Type.String({ description: 'Name of the reference data that it was computed with' }),
    recordHash: Type.String({ description: "Hash of the tick's record" }),
    price: quantity('The value itself'),
    volume: quantity('Its volume'),
    volumeUsd: Type.Optional(quantity('GWA only')),
    tickVolume: Type.Optional(quantity('LX only')),
    flags: Flags,
    volumeMedian: Type.Optional(quantity('V: median weighted by volume (MWA, LX)')),
    exchangeMedian: Type.Optional(quantity('E: median of exchanges (MWA, LX)')),
    trustMedian: Type.Optional(quantity('T: median weighted by trust, or what stood in for it (MWA)')),
    reference: Type.Optional(quantity('R: what prices are clamped to, the middle of V, E and T (MWA)')),
    trustSource: Type.Optional(Type.String({ description: 'Where T came from (MWA)' })),
    crossRate: Type.Optional(quantity('Implied by other markets, where it was needed (MWA)')),
    ...UsdBefore,
    impliedUsd: Type.Optional(quantity('A: what all other markets imply (LX)')),
    ln: Type.Optional(quantity('ln of the USD value in the solution (GWA)')),
    state: State,
    exchanges: Type.Optional(Type.Array(Type.Object(ExchangeShare), { description: 'MWA' })),
    markets: Type.Optional(Type.Array(MarketShare, { description: 'GWA' })),
    constituents: Type.Optional(Type.Array(Type.Object(LxConstituent), { description: 'LX' })),
    refused: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Object({ ...ExchangeShare, ...Reason }),
          Type.Object({ ...LxConstituent, ...Reason }),
        ]),
        { description: 'The same of those that do not contribute (MWA, LX)' },
      ),
    ),
    proof: Type.Optional(Proof),
  },
  { title: 'IndexReceipt' },
);

import { Type } from '../schema.ts';
import { EXCHANGE_STATUSES, LISTING_STATUSES } from '../../core/exchange.ts';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';
import { ProofSchema } from './proof.ts';

const Flags = Type.Array(Type.Enum([...FLAGS]));

/** Absent members had no value. */
const Ticker = {
  exchangeId: Uuid,
  exchange: Type.String({ description: 'Name of the exchange' }),
  tier: Type.Enum(['A', 'B', 'NEW'], { description: 'The tier at the tick' }),
  exchangeStatus: Type.Enum([...EXCHANGE_STATUSES]),
  marketStatus: Type.Enum([...LISTING_STATUSES]),
  qualified: Type.Enum(['YES', 'NO']),
  last: quantity('As received; 0 if it was not a number above 0'),
  bid: Type.Optional(quantity('As received')),
  ask: Type.Optional(quantity('As received')),
  lastMoved: Type.Optional(datetime("The exchange's own time of its last price update")),
  ticksSinceChange: quantity('Ticks since last, bid or ask changed as recorded here; -1 without a ticker'),
  ageMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "Milliseconds at the tick since the ticker was last read, or since the exchange's own time if that is more than a minute older; absent for ticks before methodology 3",
    }),
  ),
  reportedVolume: quantity('The 24-hour volume, as received; 0 if it was not a number above 0'),
  believedVolume: quantity('The part of it that counts; 0 if it was not computed'),
};

const Reason = { reason: Type.String({ description: 'Why it was excluded' }) };

const ExchangeShare = {
  ...Ticker,
  price: quantity('last, clamped between bid and ask, before it is clamped to the reference'),
  weight: quantity('Believed volume x freshness'),
  share: quantity('Share of the total weight of the contributors'),
  clamped: Type.Boolean({ description: 'Whether the price was moved towards the reference' }),
};

const UsdBefore = {
  baseUsdBefore: Type.Optional(quantity('GWA of the base at the previous tick')),
  quoteUsdBefore: Type.Optional(quantity('GWA of the quote at the previous tick')),
};

const MarketShare = Type.Object({
  marketId: Uuid,
  market: Type.String({ description: 'Name of the market' }),
  side: Type.Enum(['BASE', 'QUOTE'], { description: 'Which side of the market the asset is' }),
  otherAssetId: Uuid,
  otherAsset: Type.String({ description: 'Symbol of the asset on the other side' }),
  rate: quantity('The MWA of the market'),
  volume: quantity('The volume of its MWA'),
  flags: Flags,
  takesPart: Type.Boolean({ description: 'Whether it is part of the solution' }),
  weak: Type.Boolean({ description: 'Whether it is thin and has an exchange that is not of tier A' }),
  heldTicks: quantity('Ticks of its current hold, or of the hold that has just ended'),
  weight: quantity('Weight in the last step of the solution'),
  share: quantity('Share of the total weight of the markets'),
  otherReal: Type.Optional(
    Type.Boolean({ description: 'Whether real markets connect the asset on the other side to USD' }),
  ),
  otherLn: Type.Optional(quantity('ln of the USD value of the asset on the other side')),
  impliedUsd: Type.Optional(quantity('USD value of the asset implied by this market alone')),
  deviation: Type.Optional(quantity('Expected deviation, as a fraction')),
  residualBps: Type.Optional(quantity('How far the market lies from the solution')),
  exchanges: Type.Array(
    Type.Object({ exchangeId: Uuid, exchange: Type.String(), tier: Type.Enum(['A', 'B', 'NEW']) }),
    { description: 'The exchanges that contribute to it at this tick' },
  ),
});

const LxConstituent = {
  ...Ticker,
  ...UsdBefore,
  marketId: Uuid,
  market: Type.String({ description: 'Name of the market' }),
  quoteUsd: Type.Optional(quantity('GWA of the quote at this tick')),
  lastTradedAt: Type.Optional(datetime('The last slot with a trade before this tick')),
  silentTicks: quantity('Ticks since the last trade or change of its ticker'),
  source: Type.Enum(['TRADES', 'TICKER']),
  price: quantity('In USD; 0 if it does not contribute'),
  share: quantity('Share of the believed volume of the contributors'),
  trades: Type.Array(
    Type.Object({
      tradeId: Type.String(),
      slot: datetime('The tick that it belongs to, by its time of arrival'),
      price: quantity('In the quote asset'),
      amount: quantity('In base units'),
    }),
  ),
  tradesIncomplete: Type.Optional(Type.Boolean({ description: 'Whether some of its trades may be missing' })),
};

const State = Type.Object(
  {
    lastValue: Type.Optional(quantity('The value of the previous tick')),
    lastVolume: Type.Optional(quantity('The volume of the previous tick')),
    lastRealAt: Type.Optional(datetime('When the last real value was published')),
    anchor: Type.Optional(quantity('Slow average of real values (MWA)')),
    hold: Type.Optional(
      Type.Object({
        ticks: quantity('Number of ticks so far'),
        moves: quantity('Number of those ticks in which it moved'),
        from: Type.Optional(quantity('The price that started the hold')),
      }),
    ),
    holdTicks: Type.Optional(quantity('Number of ticks for which a jump has been held (GWA)')),
    lastFlags: Type.Optional(Flags),
    pendingVolume: Type.Optional(quantity('Volume traded in slots without a value (LX)')),
  },
  { description: 'The state that the tick received from earlier ticks' },
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
    referenceVersion: Type.String({ description: 'Hash of the reference data that it was computed with' }),
    recordHash: Type.String({ description: "Hash of the tick's record" }),
    price: quantity('The value itself'),
    volume: quantity('Its volume'),
    volumeUsd: Type.Optional(quantity('GWA only')),
    tickVolume: Type.Optional(quantity('LX only')),
    flags: Flags,
    volumeMedian: Type.Optional(quantity('V: median weighted by volume (MWA, LX)')),
    exchangeMedian: Type.Optional(quantity('E: median of exchanges (MWA, LX)')),
    trustMedian: Type.Optional(quantity('T: median weighted by trust, or its substitute (MWA)')),
    reference: Type.Optional(quantity('R: the median of V, E and T, to which prices are clamped (MWA)')),
    trustSource: Type.Optional(Type.String({ description: 'The source of T (MWA)' })),
    crossRate: Type.Optional(quantity('Rate implied by other markets, if it was needed (MWA)')),
    ...UsdBefore,
    impliedUsd: Type.Optional(quantity('A: the price implied by all other markets (LX)')),
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
        { description: 'The same for those that were excluded (MWA, LX)' },
      ),
    ),
    proof: Type.Optional(ProofSchema),
  },
  { title: 'IndexReceipt' },
);

import { Type } from 'typebox';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';

const ExchangeShare = Type.Object({
  exchangeId: Uuid,
  price: quantity('Last, clamped into the quote; before it is clamped to the reference'),
  volume: quantity('Reported for 24 hours'),
  k: quantity('Ticks since our recorder saw the ticker change'),
  weight: quantity('Volume x freshness'),
  share: quantity('Of all weights'),
  clamped: Type.Boolean({ description: 'Whether the price was moved to within 10 bps of the reference' }),
});

const RefusedTicker = Type.Object({
  exchangeId: Uuid,
  reason: Type.String(),
  k: quantity('Ticks since it changed'),
});

const MarketShare = Type.Object({
  marketId: Uuid,
  rate: quantity('The MWA that took part'),
  impliedUsd: quantity('USD value of the asset by this market alone'),
  deviationBps: quantity('Expected deviation'),
  weight: quantity('Share of the weight in the last step'),
  residualBps: quantity('How far the market lies from the solution'),
});

const LxConstituent = Type.Object({
  exchangeId: Uuid,
  marketId: Uuid,
  outcome: Type.String(),
  source: Type.Optional(Type.Enum(['TRADES', 'TICKER'])),
  price: Type.Optional(quantity('In USD')),
  volume: Type.Optional(quantity('Traded, or reported for 24 hours')),
  share: Type.Optional(quantity('Of the volume of those that contributed')),
});

export const IndexReceipt = Type.Object(
  {
    id: Uuid,
    indexId: Uuid,
    indexType: Type.Enum([...INDEX_TYPES]),
    timestamp: datetime('The tick'),
    methodology: Type.String({ description: 'Version of the methodology' }),
    price: quantity('The value itself'),
    volume: quantity('Its volume'),
    flags: Type.Array(Type.Enum([...FLAGS])),
    v: Type.Optional(quantity('Median weighted by volume (MWA, LX)')),
    e: Type.Optional(quantity('Median of exchanges (MWA, LX)')),
    t: Type.Optional(quantity('Median weighted by trust, or what stood in for it (MWA)')),
    r: Type.Optional(quantity('The middle of v, e and t (MWA)')),
    a: Type.Optional(quantity('What all other markets imply (LX)')),
    trustSource: Type.Optional(Type.String({ description: 'Where t came from (MWA)' })),
    crossRate: Type.Optional(quantity('Implied by other markets, where it was needed (MWA)')),
    name: Type.Optional(Type.String({ description: 'LX only' })),
    tickVolume: Type.Optional(quantity('LX only')),
    volumeUsd: Type.Optional(quantity('GWA only')),
    exchanges: Type.Optional(Type.Array(ExchangeShare)),
    refused: Type.Optional(Type.Array(RefusedTicker)),
    markets: Type.Optional(Type.Array(MarketShare)),
    constituents: Type.Optional(Type.Array(LxConstituent)),
  },
  { title: 'IndexReceipt' },
);

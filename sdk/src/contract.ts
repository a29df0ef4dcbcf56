// Written by `npm run sdk:contract` from the documents of the service. Not to be edited.

/** A list that comes whole. */
export interface List<T> {
  readonly content: readonly T[];
}

/** A list that may come in pages. */
export interface Page<T> extends List<T> {
  /** `startAfter` of the next page, where there is one. */
  readonly nextId?: string;
}

/** A record on each line. */
export type Lines = string;

/** The machine-readable code of an error. */
export type ErrorStatus =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'REQUEST_HEADER_FIELDS_TOO_LARGE'
  | 'INTERNAL_SERVER_ERROR'
  | 'BAD_GATEWAY'
  | 'SERVICE_UNAVAILABLE'
  | 'GATEWAY_TIMEOUT';

export interface FieldProblem {
  readonly object:
    | 'Asset'
    | 'Market'
    | 'Exchange'
    | 'Tick'
    | 'IndexTicker'
    | 'OpenHighLowCloseVolume'
    | 'Candle'
    | 'Coverage'
    | 'Export'
    | 'MarketCap'
    | 'DerivativeContract'
    | 'DerivativeTicker'
    | 'Conversion'
    | 'Quality'
    | 'TokenRequest';
  readonly field: string;
  readonly rejectedValue: string;
  readonly message: string;
}

export interface Asset {
  readonly id: string;
  readonly name: string;
  /** Not unique: use the id to name an asset */
  readonly symbol: string;
  /** Unique */
  readonly slugName: string;
  readonly status: 'ACTIVE' | 'INACTIVE';
  readonly type: 'FIAT' | 'CRYPTO';
  readonly url: string;
  /** Tokens only */
  readonly contractAddress?: string;
}

export interface Candle {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  readonly interval: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d';
  /** The tick at startTimestamp where it was real, else the first real price */
  readonly open: string;
  /** Highest real price */
  readonly high: string;
  /** Lowest real price */
  readonly low: string;
  /** The last real price */
  readonly close: string;
  /** MWA and GWA: base units traded in the 24 hours before the last real tick */
  readonly volume24h?: string;
  /** LX: the exact sum of tickVolume. Interval 1d: that of the end-of-day record */
  readonly volume?: string;
  /** Mean price weighted by volume */
  readonly vwap: string;
  /** Plain mean of real prices */
  readonly twap: string;
  /** Ticks after it belong to the candle */
  readonly startTimestamp: string;
  /** The tick at it is the last one of the candle */
  readonly endTimestamp: string;
  /** The same as startTimestamp */
  readonly timestamp: string;
  /** How many ticks it has, carried ones included */
  readonly ticks: string;
  /** How many of them were carried or held */
  readonly carried: string;
  /** How many it would have without a gap, up to now */
  readonly expected: string;
  /** Whether the tick at its end is published or skipped; of 1d, whether the day is final */
  readonly complete: boolean;
  /** Of all its ticks. Absent where there are none */
  readonly flags?: readonly (
    | 'SPLIT'
    | 'SUSPECT'
    | 'THIN'
    | 'SINGLE_SOURCE'
    | 'CARRIED'
    | 'MODELLED'
    | 'SEEDED'
    | 'PARTIAL'
  )[];
}

export interface Conversion {
  /** What the amount is worth in the other asset: amount x rate, exactly */
  readonly amount: string;
  /** Units of the other asset for one unit, from the two GWA values */
  readonly rate: string;
}

/** The head after the last tick of a day */
export interface DayHead {
  readonly id: string;
  /** The tick */
  readonly slot: string;
  /** SHA-256 of the tick's record, which names the record before */
  readonly recordHash: string;
  /** A key of /.well-known/tidemark-integrity.json */
  readonly keyId: string;
  readonly algorithm: 'EdDSA';
  /** Ed25519, base64url, of the UTF-8 text tidemark-head:v1:{slot}:{recordHash} */
  readonly signature: string;
  /** RFC 3161 token over the text that is signed, DER in base64; present if the operator has heads timestamped */
  readonly timestampToken?: string;
}

export interface DerivativeContract {
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** The exchange's own name of the contract */
  readonly exchangeName: string;
  /** Symbol of what is paid or delivered in the end */
  readonly settlementCurrency: string;
  /** What one contract stands for, in units of valueCurrency */
  readonly contractValue: string;
  /** Symbol of what a contract is valued in */
  readonly valueCurrency: string;
  /** Of every option */
  readonly optionType?: 'CALL' | 'PUT';
  /** Of every option, in the quote asset of the market */
  readonly optionStrike?: string;
  /** Of every future and option: when the exchange listed it */
  readonly listing?: string;
  /** Of every future and option: from this instant on it is expired */
  readonly expiration?: string;
}

export interface DerivativeTicker {
  readonly id: string;
  readonly contractId: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** The 30-second refresh in which it was collected */
  readonly timestamp: string;
  /** Price of the last trade; of some options in the base asset, as the exchange quotes them */
  readonly price: string;
  /** Contracts traded in the trailing 24 hours */
  readonly volume: string;
  /** What those contracts stand for, in USD */
  readonly volumeUsd: string;
  /** Best bid */
  readonly bid?: string;
  /** Best ask */
  readonly ask?: string;
  /** Contracts that are open */
  readonly openInterest?: string;
  /** What those contracts stand for, in USD */
  readonly openInterestUsd?: string;
  /** Price of the underlying, in the quote asset of the market */
  readonly indexPrice?: string;
  /** The exchange's fair price of the contract */
  readonly markPrice?: string;
  /** Of perpetuals: what a long position pays a short one over 8 hours, as a fraction */
  readonly fundingRate?: string;
}

export interface Exchange {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly status: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
  readonly markets: readonly {
    readonly marketId: string;
    readonly marketStatus: 'ACTIVE' | 'INACTIVE';
    /** Whether this market on this exchange may contribute to the indices */
    readonly qualified: 'YES' | 'NO';
  }[];
  /** Only the symbols in which the exchange differs from common usage */
  readonly symbols: readonly {
    readonly assetId: string;
    readonly symbol: string;
  }[];
  /** How far the methodology trusts the exchange */
  readonly tier: 'A' | 'B';
}

export interface ExchangeQuality {
  readonly exchangeId: string;
  /** Of the exchange */
  readonly name: string;
  /** The last tick */
  readonly timestamp: string;
  /** Markets that the exchange lists */
  readonly listings: string;
  /** Those of them whose ticker was accepted at the last tick */
  readonly accepted: string;
  /** Its part of the believed 24 h volume of all accepted tickers, in USD by the GWA of the tick: 0 to 1, six decimals */
  readonly volumeShare: string;
  /** The median distance of its prices from the references of their markets, in basis points, two decimals. Outliers count. Absent where no market with a reference has a price of it */
  readonly medianDeviationBps?: string;
  /** The running hour of the last tick and the 23 before it, oldest first */
  readonly hours: readonly RefusalHour[];
}

export interface ExchangeReading {
  /** Its name */
  readonly exchange: string;
  /** answering: read successfully in the last 90 seconds; waiting: the first reading has not ended yet; failing: neither */
  readonly state: 'answering' | 'failing' | 'waiting';
  /** Readings that failed since the source was opened */
  readonly failures: string;
  /** Market time of the last successful reading */
  readonly lastDelivery?: string;
}

export interface ExchangeTicker {
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** Price of the last trade */
  readonly last: string;
  /** Base units traded in the trailing 24 hours; absent where a live exchange does not say */
  readonly volume?: string;
  /** Best bid */
  readonly bid?: string;
  /** Best ask */
  readonly ask?: string;
  /** The 30-second refresh in which it was collected */
  readonly timestamp: string;
  /** When the price was last updated at the exchange */
  readonly lastMoved: string;
  /** Milliseconds at timestamp since the ticker was last read, or since the time that the exchange gives if that is over a minute older */
  readonly ageMs?: number;
}

export interface IndexQuality {
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The last tick */
  readonly timestamp: string;
  /** MWA, LX: exchanges whose ticker was accepted. GWA: different exchanges behind the markets that its value is solved from */
  readonly exchanges: string;
  /** MWA, LX: exchanges whose ticker was refused; a GWA is made from markets and refuses none itself */
  readonly refused?: string;
  /** The largest distance of the three medians in basis points, two decimals. MWA: by volume, by exchanges and by trust, relative to the reference; absent without a quorum. LX: by volume, by exchanges and what other markets imply, relative to the price; absent where it is carried. A GWA has none */
  readonly spreadBps?: string;
  /** MWA with a quorum: where its third median comes from. TIERS: exchanges of tier A; CROSS_RATE: what the other markets imply; EXCHANGES: there was neither, and that by exchanges counts twice; MEAN: the same in version 1 */
  readonly trustSource?: 'TIERS' | 'CROSS_RATE' | 'EXCHANGES' | 'MEAN';
  /** Those of the value */
  readonly flags: readonly (
    | 'SPLIT'
    | 'SUSPECT'
    | 'THIN'
    | 'SINGLE_SOURCE'
    | 'CARRIED'
    | 'MODELLED'
    | 'SEEDED'
    | 'PARTIAL'
  )[];
  /** Upper bound of how far any single exchange could move this value within one tick, flagged or not, in basis points, two decimals. From methodology 3 on; absent if a value is carried or held */
  readonly oneExchangeBps?: string;
  /** How many exchanges, chosen by a greedy search, must collude to move this value by 1 % without raising a flag. Computed about once an hour, from methodology 3 on; absent until then, and if a value is carried or held */
  readonly exchangesToMove1Percent?: number;
  /** True if exchangesToMove1Percent is a lower bound: the search found no set of exchanges that can; else absent */
  readonly atLeast?: boolean;
  /** The tick that exchangesToMove1Percent and, for a GWA, oneExchangeBps were computed from; absent if that is timestamp */
  readonly resistanceAt?: string;
}

export interface IndexReceipt {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** Name of the market (MWA) */
  readonly market?: string;
  /** Symbol of the asset (GWA) */
  readonly asset?: string;
  /** BLX, ELX or XRPLX (LX) */
  readonly name?: string;
  /** The tick */
  readonly timestamp: string;
  /** Version of the methodology */
  readonly methodology: string;
  /** Name of the reference data that it was computed with */
  readonly referenceVersion: string;
  /** Hash of the tick's record */
  readonly recordHash: string;
  /** The value itself */
  readonly price: string;
  /** Its volume */
  readonly volume: string;
  /** GWA only */
  readonly volumeUsd?: string;
  /** LX only */
  readonly tickVolume?: string;
  readonly flags: readonly (
    | 'SPLIT'
    | 'SUSPECT'
    | 'THIN'
    | 'SINGLE_SOURCE'
    | 'CARRIED'
    | 'MODELLED'
    | 'SEEDED'
    | 'PARTIAL'
  )[];
  /** V: median weighted by volume (MWA, LX) */
  readonly volumeMedian?: string;
  /** E: median of exchanges (MWA, LX) */
  readonly exchangeMedian?: string;
  /** T: median weighted by trust, or what stood in for it (MWA) */
  readonly trustMedian?: string;
  /** R: what prices are clamped to, the middle of V, E and T (MWA) */
  readonly reference?: string;
  /** Where T came from (MWA) */
  readonly trustSource?: string;
  /** Implied by other markets, where it was needed (MWA) */
  readonly crossRate?: string;
  /** GWA of the base at the tick before */
  readonly baseUsdBefore?: string;
  /** GWA of the quote at the tick before */
  readonly quoteUsdBefore?: string;
  /** A: what all other markets imply (LX) */
  readonly impliedUsd?: string;
  /** ln of the USD value in the solution (GWA) */
  readonly ln?: string;
  /** What the tick took from the ticks before it */
  readonly state: {
    /** The value of the tick before */
    readonly lastValue?: string;
    /** Its volume */
    readonly lastVolume?: string;
    /** When a value was last real */
    readonly lastRealAt?: string;
    /** Slow average of real values (MWA) */
    readonly anchor?: string;
    readonly hold?: {
      /** For how long */
      readonly ticks: string;
      /** In how many of them it moved */
      readonly moves: string;
      /** The price that began it */
      readonly from?: string;
    };
    /** For how long a jump has been held (GWA) */
    readonly holdTicks?: string;
    readonly lastFlags?: readonly (
      | 'SPLIT'
      | 'SUSPECT'
      | 'THIN'
      | 'SINGLE_SOURCE'
      | 'CARRIED'
      | 'MODELLED'
      | 'SEEDED'
      | 'PARTIAL'
    )[];
    /** Traded in slots without a value (LX) */
    readonly pendingVolume?: string;
  };
  /** MWA */
  readonly exchanges?: readonly {
    readonly exchangeId: string;
    /** Name of the exchange */
    readonly exchange: string;
    /** In force at the tick */
    readonly tier: 'A' | 'B' | 'NEW';
    readonly exchangeStatus: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
    readonly marketStatus: 'ACTIVE' | 'INACTIVE';
    readonly qualified: 'YES' | 'NO';
    /** As received; 0 where it was no number above 0 */
    readonly last: string;
    /** As received */
    readonly bid?: string;
    /** As received */
    readonly ask?: string;
    /** When the exchange says that it moved */
    readonly lastMoved?: string;
    /** Ticks since our recorder saw last, bid or ask change; -1 without a ticker */
    readonly ticksSinceChange: string;
    /** Milliseconds at the tick since the ticker was last read, or since the time that the exchange gives if that is over a minute older; absent in ticks of before version 3 */
    readonly ageMs?: number;
    /** For 24 hours, as received; 0 where it was no number above 0 */
    readonly reportedVolume: string;
    /** What of it counts; 0 where it was not asked */
    readonly believedVolume: string;
    /** Last, clamped into the quote; before it is clamped to the reference */
    readonly price: string;
    /** Believed volume x freshness */
    readonly weight: string;
    /** Of the weights of those that contribute */
    readonly share: string;
    /** Whether the price was moved towards the reference */
    readonly clamped: boolean;
  }[];
  /** GWA */
  readonly markets?: readonly {
    readonly marketId: string;
    /** Name of the market */
    readonly market: string;
    /** Which end of the market the asset is */
    readonly side: 'BASE' | 'QUOTE';
    readonly otherAssetId: string;
    /** Symbol of the asset at the other end */
    readonly otherAsset: string;
    /** Its MWA */
    readonly rate: string;
    /** Of its MWA */
    readonly volume: string;
    readonly flags: readonly (
      | 'SPLIT'
      | 'SUSPECT'
      | 'THIN'
      | 'SINGLE_SOURCE'
      | 'CARRIED'
      | 'MODELLED'
      | 'SEEDED'
      | 'PARTIAL'
    )[];
    /** Whether it takes part in the solution */
    readonly takesPart: boolean;
    /** Whether it is thin, with an exchange that is not of tier A */
    readonly weak: boolean;
    /** Ticks of a hold that it is in, or has just come out of */
    readonly heldTicks: string;
    /** In the last step of the solution */
    readonly weight: string;
    /** Of the weights of the markets */
    readonly share: string;
    /** Whether real markets connect the asset at the other end to USD */
    readonly otherReal?: boolean;
    /** ln of the USD value of the asset at the other end */
    readonly otherLn?: string;
    /** USD value of the asset by this market alone */
    readonly impliedUsd?: string;
    /** Expected deviation, a fraction */
    readonly deviation?: string;
    /** How far the market lies from the solution */
    readonly residualBps?: string;
    /** Those that contribute to it at this tick */
    readonly exchanges: readonly {
      readonly exchangeId: string;
      readonly exchange: string;
      readonly tier: 'A' | 'B' | 'NEW';
    }[];
  }[];
  /** LX */
  readonly constituents?: readonly {
    readonly exchangeId: string;
    /** Name of the exchange */
    readonly exchange: string;
    /** In force at the tick */
    readonly tier: 'A' | 'B' | 'NEW';
    readonly exchangeStatus: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
    readonly marketStatus: 'ACTIVE' | 'INACTIVE';
    readonly qualified: 'YES' | 'NO';
    /** As received; 0 where it was no number above 0 */
    readonly last: string;
    /** As received */
    readonly bid?: string;
    /** As received */
    readonly ask?: string;
    /** When the exchange says that it moved */
    readonly lastMoved?: string;
    /** Ticks since our recorder saw last, bid or ask change; -1 without a ticker */
    readonly ticksSinceChange: string;
    /** Milliseconds at the tick since the ticker was last read, or since the time that the exchange gives if that is over a minute older; absent in ticks of before version 3 */
    readonly ageMs?: number;
    /** For 24 hours, as received; 0 where it was no number above 0 */
    readonly reportedVolume: string;
    /** What of it counts; 0 where it was not asked */
    readonly believedVolume: string;
    /** GWA of the base at the tick before */
    readonly baseUsdBefore?: string;
    /** GWA of the quote at the tick before */
    readonly quoteUsdBefore?: string;
    readonly marketId: string;
    /** Name of the market */
    readonly market: string;
    /** GWA of the quote at this tick */
    readonly quoteUsd?: string;
    /** The last slot with a trade before this tick */
    readonly lastTradedAt?: string;
    /** Ticks since it traded or its ticker changed */
    readonly silentTicks: string;
    readonly source: 'TRADES' | 'TICKER';
    /** In USD; 0 where it does not contribute */
    readonly price: string;
    /** Of the believed volume of those that contribute */
    readonly share: string;
    readonly trades: readonly {
      readonly tradeId: string;
      /** The tick to which it belongs by its time of arrival */
      readonly slot: string;
      /** In the quote */
      readonly price: string;
      /** Of the base */
      readonly amount: string;
    }[];
    /** Whether some of its trades may not have been received */
    readonly tradesIncomplete?: boolean;
  }[];
  /** The same of those that do not contribute (MWA, LX) */
  readonly refused?: readonly (
    | {
        readonly exchangeId: string;
        /** Name of the exchange */
        readonly exchange: string;
        /** In force at the tick */
        readonly tier: 'A' | 'B' | 'NEW';
        readonly exchangeStatus: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
        readonly marketStatus: 'ACTIVE' | 'INACTIVE';
        readonly qualified: 'YES' | 'NO';
        /** As received; 0 where it was no number above 0 */
        readonly last: string;
        /** As received */
        readonly bid?: string;
        /** As received */
        readonly ask?: string;
        /** When the exchange says that it moved */
        readonly lastMoved?: string;
        /** Ticks since our recorder saw last, bid or ask change; -1 without a ticker */
        readonly ticksSinceChange: string;
        /** Milliseconds at the tick since the ticker was last read, or since the time that the exchange gives if that is over a minute older; absent in ticks of before version 3 */
        readonly ageMs?: number;
        /** For 24 hours, as received; 0 where it was no number above 0 */
        readonly reportedVolume: string;
        /** What of it counts; 0 where it was not asked */
        readonly believedVolume: string;
        /** Last, clamped into the quote; before it is clamped to the reference */
        readonly price: string;
        /** Believed volume x freshness */
        readonly weight: string;
        /** Of the weights of those that contribute */
        readonly share: string;
        /** Whether the price was moved towards the reference */
        readonly clamped: boolean;
        /** Why it does not contribute */
        readonly reason: string;
      }
    | {
        readonly exchangeId: string;
        /** Name of the exchange */
        readonly exchange: string;
        /** In force at the tick */
        readonly tier: 'A' | 'B' | 'NEW';
        readonly exchangeStatus: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
        readonly marketStatus: 'ACTIVE' | 'INACTIVE';
        readonly qualified: 'YES' | 'NO';
        /** As received; 0 where it was no number above 0 */
        readonly last: string;
        /** As received */
        readonly bid?: string;
        /** As received */
        readonly ask?: string;
        /** When the exchange says that it moved */
        readonly lastMoved?: string;
        /** Ticks since our recorder saw last, bid or ask change; -1 without a ticker */
        readonly ticksSinceChange: string;
        /** Milliseconds at the tick since the ticker was last read, or since the time that the exchange gives if that is over a minute older; absent in ticks of before version 3 */
        readonly ageMs?: number;
        /** For 24 hours, as received; 0 where it was no number above 0 */
        readonly reportedVolume: string;
        /** What of it counts; 0 where it was not asked */
        readonly believedVolume: string;
        /** GWA of the base at the tick before */
        readonly baseUsdBefore?: string;
        /** GWA of the quote at the tick before */
        readonly quoteUsdBefore?: string;
        readonly marketId: string;
        /** Name of the market */
        readonly market: string;
        /** GWA of the quote at this tick */
        readonly quoteUsd?: string;
        /** The last slot with a trade before this tick */
        readonly lastTradedAt?: string;
        /** Ticks since it traded or its ticker changed */
        readonly silentTicks: string;
        readonly source: 'TRADES' | 'TICKER';
        /** In USD; 0 where it does not contribute */
        readonly price: string;
        /** Of the believed volume of those that contribute */
        readonly share: string;
        readonly trades: readonly {
          readonly tradeId: string;
          /** The tick to which it belongs by its time of arrival */
          readonly slot: string;
          /** In the quote */
          readonly price: string;
          /** Of the base */
          readonly amount: string;
        }[];
        /** Whether some of its trades may not have been received */
        readonly tradesIncomplete?: boolean;
        /** Why it does not contribute */
        readonly reason: string;
      }
  )[];
  readonly proof?: Proof;
}

export interface IndexTicker {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** In the quote asset of the market (MWA), in USD (GWA, LX) */
  readonly price: string;
  /** Base units traded in the trailing 24 hours */
  readonly volume: string;
  /** The tick, on the 30-second grid */
  readonly timestamp: string;
  /** LX only: base units traded in the slot */
  readonly tickVolume?: string;
  /** Why the value is not simply the formula; see the methodology */
  readonly flags?: readonly (
    | 'SPLIT'
    | 'SUSPECT'
    | 'THIN'
    | 'SINGLE_SOURCE'
    | 'CARRIED'
    | 'MODELLED'
    | 'SEEDED'
    | 'PARTIAL'
  )[];
}

export interface IntegrityHead {
  /** The tick */
  readonly slot: string;
  /** SHA-256 of the tick's record, which names the record before */
  readonly recordHash: string;
  /** A key of /.well-known/tidemark-integrity.json */
  readonly keyId: string;
  readonly algorithm: 'EdDSA';
  /** Ed25519, base64url, of the UTF-8 text tidemark-head:v1:{slot}:{recordHash} */
  readonly signature: string;
}

export interface KeptReceipt {
  readonly id: string;
  /** Name of the index as the operator wrote it, such as BTC */
  readonly name: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The tick */
  readonly timestamp: string;
  /** The daily times that it is kept for */
  readonly times: readonly string[];
  /** Version of the time-zone data that the instant was computed with */
  readonly tzdata: string;
  readonly receipt: IndexReceipt;
}

export interface Market {
  readonly id: string;
  readonly baseAssetId: string;
  readonly quoteAssetId: string;
  /** How people write it, such as BTC_USD; not unique */
  readonly name: string;
  readonly baseSymbol: string;
  readonly quoteSymbol: string;
}

export interface MarketCap {
  readonly id: string;
  readonly assetId: string;
  /** The tick for which it was computed */
  readonly timestamp: string;
  /** Among all ranked assets: established ones by market cap, then the others */
  readonly marketCapRank: string;
  /** The same by USD volume */
  readonly volumeRank: string;
  /** The GWA of the tick, in USD */
  readonly price: string;
  /** Base units traded in the trailing 24 hours */
  readonly volume: string;
  /** Units that exist */
  readonly totalSupply: string;
  /** Units that circulate */
  readonly freeFloatSupply: string;
  /** price x freeFloatSupply */
  readonly marketCap: string;
  /** price x totalSupply */
  readonly totalMarketCap: string;
  /** Of the GWA, where there are any */
  readonly flags?: readonly (
    | 'SPLIT'
    | 'SUSPECT'
    | 'THIN'
    | 'SINGLE_SOURCE'
    | 'CARRIED'
    | 'MODELLED'
    | 'SEEDED'
    | 'PARTIAL'
  )[];
  /** Of the asset */
  readonly symbol: string;
  /** Of the asset */
  readonly name: string;
  readonly marketCapPercentChange?: PercentChange;
  readonly totalMarketCapPercentChange?: PercentChange;
  readonly volumePercentChange?: PercentChange;
  readonly pricePercentChange?: PercentChange;
}

export interface MarketCapTotal {
  /** Sum of the market caps of the counted assets, in USD */
  readonly marketCap: string;
  /** Sum of their USD volumes of the trailing 24 hours */
  readonly volumeUsd: string;
  /** Share of Bitcoin in marketCap, in percent, two decimals; left out if Bitcoin is not counted */
  readonly btcShare?: string;
  /** Counted assets: established, with a GWA of this tick that has no flag */
  readonly assets: number;
  /** Records of /market-cap that are not counted */
  readonly excluded: number;
  /** The tick for which it was computed */
  readonly timestamp: string;
}

export interface OpenHighLowCloseVolume {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The close of the day before where it was real, else the first real price */
  readonly open: string;
  /** Highest real price */
  readonly high: string;
  /** Lowest real price */
  readonly low: string;
  /** Price at the end of the day, or the last real one */
  readonly close: string;
  /** Base units of the 24 hours; for LX the exact sum of tickVolume */
  readonly volume: string;
  /** volume x USD price of the base asset at the close */
  readonly volumeUsd: string;
  /** Mean price weighted by volume */
  readonly vwap: string;
  /** Plain mean of real prices */
  readonly twap: string;
  /** 00:00 UTC of the day */
  readonly startTimestamp: string;
  /** 00:00 UTC of the next day */
  readonly endTimestamp: string;
  /** The same as startTimestamp */
  readonly timestamp: string;
  /** How many ticks the day has; 0 where it is SEEDED */
  readonly ticks: string;
  /** How many of them were carried or held: a gap is visible */
  readonly carried: string;
  /** Of all its ticks. MODELLED: the day, or a part of it, was made up before the first tick. SEEDED: the day was combined from daily candles of exchanges, from before the first tick; its ticks are 0, and it has its close's flags too. Days that were closed by versions before this rule have MODELLED and SEEDED alone. Absent where there are none */
  readonly flags?: readonly (
    | 'SPLIT'
    | 'SUSPECT'
    | 'THIN'
    | 'SINGLE_SOURCE'
    | 'CARRIED'
    | 'MODELLED'
    | 'SEEDED'
    | 'PARTIAL'
  )[];
}

/** In percent, two decimals; a span is left out where history is too short */
export interface PercentChange {
  /** Over 24 hours */
  readonly change24h?: string;
  /** Over 7 days */
  readonly change7d?: string;
  /** Over 30 days */
  readonly change30d?: string;
}

/** That the value, and the inputs of a receipt, are what the record of the tick was made of, and that a signed head leads to the record. Absent for ticks before methodology 3; without a head while none is signed */
export interface Proof {
  /** The tick */
  readonly slot: string;
  /** Of the value and, in a receipt, of its inputs */
  readonly leaves: readonly {
    readonly tree: 'values' | 'inputs';
    /** Its place, counted from 0 */
    readonly index: number;
    /** Leaves of the tree */
    readonly count: number;
    /** Of the leaf */
    readonly hash: string;
  }[];
  /** Of each leaf */
  readonly path: readonly (readonly string[])[];
  /** As the record names them */
  readonly root: {
    /** Over all values of the tick */
    readonly values: string;
    /** Over their inputs */
    readonly inputs: string;
  };
  readonly record: TickRecord;
  readonly head?: IntegrityHead;
  /** If the head is of a later tick: its record, and the way from it to that of the tick */
  readonly day?: {
    /** Its place, counted from 0 */
    readonly index: number;
    /** Leaves of the tree */
    readonly count: number;
    /** Hashes beside the way to the root */
    readonly path: readonly string[];
    readonly record: TickRecord;
  };
}

export type ReceiptLine = IndexReceipt | ValueWithoutReceipt;

export interface RefusalHour {
  /** It holds the ticks after this instant, up to and with the one an hour later */
  readonly startTimestamp: string;
  /** Ticks that are counted: 120 in a whole hour; 0 where the service was down or did not count yet */
  readonly ticks: string;
  /** Tickers that were accepted, of all listings in all of these ticks */
  readonly accepted: string;
  /** Tickers that were refused, by reason; a reason without one is left out */
  readonly refusals: {
    /** Tickers that were refused for it */
    readonly BAD_NUMBER?: string;
    /** Tickers that were refused for it */
    readonly BAD_TIME?: string;
    /** Tickers that were refused for it */
    readonly EXCHANGE_STATUS?: string;
    /** Tickers that were refused for it */
    readonly UNQUALIFIED?: string;
    /** Tickers that were refused for it */
    readonly STALE?: string;
    /** Tickers that were refused for it */
    readonly OUTLIER?: string;
    /** Tickers that were refused for it */
    readonly NEW?: string;
  };
}

export interface SeriesCoverage {
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The oldest value in the range. Absent where there is none */
  readonly first?: string;
  /** The newest value in the range. Absent where there is none */
  readonly last?: string;
  /** Ascending */
  readonly days: readonly {
    /** UTC. It holds the ticks after its 00:00 up to and with the next 00:00 */
    readonly day: string;
    /** Slots of the day that were asked for: ticks and missing together */
    readonly expected: string;
    /** Values that are there, carried ones included */
    readonly ticks: string;
    /** How many of them were carried or held */
    readonly carried: string;
    /** How many of them have the flag MODELLED */
    readonly modelled: string;
    /** 1 where the end-of-day record of the day is SEEDED, else 0: such a day is of before the first tick */
    readonly seeded: string;
    /** Slots without a value */
    readonly missing: string;
  }[];
  /** Slots with from <= t < to and without a value, ascending. Together they are all that is missing */
  readonly gaps: readonly {
    /** The first slot without a value */
    readonly from: string;
    /** The slot after the last one without a value */
    readonly to: string;
    /** DOWN: the service did not run, or came too late. SOURCE: exchanges gave nothing to make a value from. DISK: the tick could not be stored, or was lost. NOT_LISTED: on no exchange was it listed as ACTIVE. UNKNOWN: nothing tells */
    readonly reason: 'DOWN' | 'SOURCE' | 'DISK' | 'NOT_LISTED' | 'UNKNOWN';
  }[];
}

/** What only the computing part knows is left out by a serving part without one */
export interface ServiceStatus {
  readonly version: string;
  /** What else values and behaviour depend on */
  readonly versions: {
    /** Of Node.js */
    readonly node: string;
    /** By which values are computed now */
    readonly methodology: string;
    /** The name of the version that is served */
    readonly referenceData: string;
  };
  /** When this process began to serve */
  readonly startedAt: string;
  /** Where data come from */
  readonly source: string;
  /** When this was said */
  readonly timestamp: string;
  /** As /readyz */
  readonly ready: boolean;
  /** What keeps traffic away */
  readonly notReady: readonly string[];
  /** What is impaired, with the reason: `sources` if too few exchanges answer to compute new prices, `revocations` if the database was not seen for so long that new tokens are refused. A serving node stays ready meanwhile */
  readonly degraded?: readonly string[];
  readonly tick: {
    /** The last tick that is served */
    readonly timestamp: string;
    /** How long after its slot it was published */
    readonly latenessSeconds?: string;
  };
  /** How far the clock is behind the last tick; until it has passed it nothing is published */
  readonly clockBehindSeconds?: string;
  readonly sources?: {
    /** Exchanges that were read successfully in the last 90 seconds */
    readonly answering: string;
    /** Exchanges that were not */
    readonly failing: string;
    /** Exchanges whose first reading has not ended yet */
    readonly waiting: string;
    /** What keeps most of them from being read */
    readonly outage?: string;
    readonly exchanges: readonly ExchangeReading[];
  };
  readonly history: {
    /** The newest tick that is stored */
    readonly lastTick?: string;
    /** Market time since that tick */
    readonly lagSeconds: string;
    readonly series: {
      /** Series that were ever stored */
      readonly MWA: string;
      /** Series that were ever stored */
      readonly GWA: string;
      /** Series that were ever stored */
      readonly LX: string;
    };
    /** Days that have ticks */
    readonly tickDays: string;
    /** The first of them */
    readonly oldestTickDay?: string;
    /** The first day with end-of-day records */
    readonly oldestEndOfDay?: string;
    /** Blocks, records and files that are known to be damaged */
    readonly damaged?: string;
    /** Doubtful files that were set aside */
    readonly quarantined?: string;
    /** Published ticks that are known to be lost */
    readonly lostTicks?: string;
  };
  readonly backfill?: {
    /** What is being filled in, or done */
    readonly stage: string;
    /** From 0 to 1 */
    readonly done: string;
    /** How long the rest takes, once that is known */
    readonly secondsLeft?: string;
  };
  readonly seeding?: {
    /** What is being filled in, or done */
    readonly stage: string;
    /** From 0 to 1 */
    readonly done: string;
    /** How long the rest takes, once that is known */
    readonly secondsLeft?: string;
  };
  readonly connections: {
    /** Connections that have shown a valid token */
    readonly known: string;
    /** Connections that have not */
    readonly unknown: string;
    /** As many as there may be */
    readonly limit: string;
  };
  readonly stream?: {
    /** Websocket connections with a valid token */
    readonly connections: string;
    /** Subscriptions of all of them */
    readonly subscriptions: string;
    /** Bytes that wait in this process for their clients */
    readonly backlogBytes: string;
  };
  /** As it was measured last, at most a minute ago */
  readonly disk?: {
    /** Bytes */
    readonly journal: string;
    /** Bytes */
    readonly hours: string;
    /** Bytes */
    readonly days: string;
    /** Bytes */
    readonly candles: string;
    /** Bytes */
    readonly inputs: string;
    /** Bytes of the data directory */
    readonly all: string;
    /** Bytes that it may have, as --max-disk says */
    readonly limit: string;
  };
}

export interface Sparkline {
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** When the last of the candles ends */
  readonly endTimestamp: string;
  /** Closes of the last 42 complete four-hour candles, oldest first; empty where there is no candle */
  readonly closes: readonly (string | '')[];
}

export interface TickRecord {
  /** The tick, milliseconds since 1970 */
  readonly at: number;
  readonly methodology: string;
  /** Name of the reference data */
  readonly reference: string;
  readonly input: string;
  readonly state: string;
  readonly output: string;
  /** Roots over values, inputs and the records of the day, 32 bytes each, base64url */
  readonly roots: string;
  /** Hash of the record before */
  readonly previous: string;
}

export interface ValueProof {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The tick */
  readonly timestamp: string;
  /** The value itself */
  readonly price: string;
  /** Its volume */
  readonly volume: string;
  /** LX only */
  readonly tickVolume?: string;
  readonly flags: readonly (
    | 'SPLIT'
    | 'SUSPECT'
    | 'THIN'
    | 'SINGLE_SOURCE'
    | 'CARRIED'
    | 'MODELLED'
    | 'SEEDED'
    | 'PARTIAL'
  )[];
  readonly proof: Proof;
}

export interface ValueWithoutReceipt {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The tick */
  readonly timestamp: string;
  /** Why this value cannot be explained */
  readonly noReceipt: string;
}

export interface ListAssetsQuery {
  /** Only assets of this type */
  readonly type?: 'FIAT' | 'CRYPTO';
  /** Only assets that bear this symbol; case-sensitive */
  readonly symbol?: string;
  /** Only assets with this status */
  readonly status?: 'ACTIVE' | 'INACTIVE';
}

export interface GetAssetQuery {}

export interface ListMarketsQuery {
  /** Only markets in which this asset is traded */
  readonly baseAssetId?: string;
  /** Only markets priced in this asset */
  readonly quoteAssetId?: string;
  /** Only markets of this name, such as BTC_USD; case matters */
  readonly marketName?: string;
}

export interface GetMarketQuery {}

export interface ListExchangesQuery {
  /** Only exchanges with this status */
  readonly status?: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
  /** Only the exchange of exactly this name, case aside */
  readonly name?: string;
}

export interface GetExchangeQuery {}

export interface ListExchangeTickersQuery {
  /** Only tickers of this exchange */
  readonly exchangeId?: string;
  /** Only tickers of this market */
  readonly marketId?: string;
  /** Only tickers of the exchange with exactly this name, such as Kraken; case is ignored */
  readonly exchange?: string;
  /** Only tickers of the market with this name, such as BTC_USD; case matters */
  readonly marketName?: string;
  /** With quoteSymbol: only the market that bears these symbols */
  readonly baseSymbol?: string;
  /** With baseSymbol */
  readonly quoteSymbol?: string;
  /** Go on after this record: nextId of the page before */
  readonly startAfter?: string;
  /** Turns paging on; records on a page (10 with startAfter alone) */
  readonly size?: number;
}

export interface ListIndexTickersQuery {
  /** Values at or before it, newest first; the future means now */
  readonly timestamp?: string;
  /** Only indices of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** Only this index: a market (MWA), an asset (GWA) or an LX id */
  readonly indexId?: string;
  /** Only the GWA of the asset with this symbol, such as BTC; case matters */
  readonly symbol?: string;
  /** Only the GWA of the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Only the MWA of the market with this name, such as BTC_USD */
  readonly marketName?: string;
  /** Only the LX of this name: BLX, ELX or XRPLX */
  readonly name?: string;
  /** Only records at or after it (the oldest) */
  readonly from?: string;
  /** Only records before it (now) */
  readonly to?: string;
  /** Newest first (desc), or oldest first */
  readonly order?: 'desc' | 'asc';
  /** Go on after this record, under the same filters */
  readonly startAfter?: string;
  /** Records on a page, with timestamp, a range or startAfter (10) */
  readonly size?: number;
}

export interface ExplainIndexTickerQuery {}

export interface ListReceiptsQuery {
  /** Id of an index */
  readonly indexId: string;
  /** Only ticks at or after it */
  readonly from: string;
  /** Only ticks before it (now) */
  readonly to?: string;
}

export interface ListKeptReceiptsQuery {
  /** Only this index: BLX, BTC_USD, BTC or bitcoin; the first of these kinds of names that matches */
  readonly name?: string;
  /** Only records at or after it (the oldest) */
  readonly from?: string;
  /** Only records before it (now) */
  readonly to?: string;
  /** Newest first (desc), or oldest first */
  readonly order?: 'desc' | 'asc';
  /** Go on after this record, under the same filters */
  readonly startAfter?: string;
  /** Records on a page (10); no page has more than 50 */
  readonly size?: number;
}

export interface ListOhlcvQuery {
  /** Days that start at or before it, newest first */
  readonly timestamp?: string;
  /** Only indices of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** Only this index: a market (MWA), an asset (GWA) or an LX id */
  readonly indexId?: string;
  /** Only the GWA of the asset with this symbol, such as BTC; case matters */
  readonly symbol?: string;
  /** Only the GWA of the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Only the MWA of the market with this name, such as BTC_USD */
  readonly marketName?: string;
  /** Only the LX of this name: BLX, ELX or XRPLX */
  readonly name?: string;
  /** Only records at or after it (the oldest) */
  readonly from?: string;
  /** Only records before it (now) */
  readonly to?: string;
  /** Newest first (desc), or oldest first */
  readonly order?: 'desc' | 'asc';
  /** Go on after this record, under the same filters */
  readonly startAfter?: string;
  /** Records on a page, with timestamp, a range or startAfter (10) */
  readonly size?: number;
  /** Length of a record: a day */
  readonly interval?: '1d';
}

export interface ListCandlesQuery {
  /** How long a candle is */
  readonly interval: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d';
  /** Only this index: a market (MWA), an asset (GWA) or an LX id */
  readonly indexId?: string;
  /** Only the GWA of the asset with this symbol, such as BTC; case matters */
  readonly symbol?: string;
  /** Only the GWA of the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Only the MWA of the market with this name, such as BTC_USD */
  readonly marketName?: string;
  /** Only the LX of this name: BLX, ELX or XRPLX */
  readonly name?: string;
  /** Only records at or after it (the oldest) */
  readonly from?: string;
  /** Only records before it (now) */
  readonly to?: string;
  /** Newest first (desc), or oldest first */
  readonly order?: 'desc' | 'asc';
  /** Refused: a range says which candles are wanted */
  readonly timestamp?: string;
  /** Go on after this candle, under the same filters */
  readonly startAfter?: string;
  /** Candles on a page (500) */
  readonly size?: number;
}

export interface GetSeriesCoverageQuery {
  /** Only slots at or after it (the oldest value) */
  readonly from?: string;
  /** Only slots before it (now) */
  readonly to?: string;
}

export interface ListSparklinesQuery {
  /** Only indices of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
}

export interface ExportIndexTickersQuery {
  /** Ids of indices; together with the names at most 100 */
  readonly indexId?: string;
  /** Symbols of assets, whose GWA are exported, such as BTC,ETH */
  readonly symbol?: string;
  /** Slugs of assets, such as bitcoin */
  readonly slugName?: string;
  /** Names of markets, whose MWA are exported, such as BTC_USD,ETH_USD */
  readonly marketName?: string;
  /** Names of LX: BLX, ELX, XRPLX */
  readonly name?: string;
  /** Only records at or after it */
  readonly from: string;
  /** Only records before it (now) */
  readonly to?: string;
}

export interface ExportOhlcvQuery {
  /** Ids of indices; together with the names at most 100 */
  readonly indexId?: string;
  /** Symbols of assets, whose GWA are exported, such as BTC,ETH */
  readonly symbol?: string;
  /** Slugs of assets, such as bitcoin */
  readonly slugName?: string;
  /** Names of markets, whose MWA are exported, such as BTC_USD,ETH_USD */
  readonly marketName?: string;
  /** Names of LX: BLX, ELX, XRPLX */
  readonly name?: string;
  /** Only records at or after it */
  readonly from: string;
  /** Only records before it (now) */
  readonly to?: string;
}

export interface ExportCandlesQuery {
  /** How long a candle is */
  readonly interval: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d';
  /** Ids of indices; together with the names at most 100 */
  readonly indexId?: string;
  /** Symbols of assets, whose GWA are exported, such as BTC,ETH */
  readonly symbol?: string;
  /** Slugs of assets, such as bitcoin */
  readonly slugName?: string;
  /** Names of markets, whose MWA are exported, such as BTC_USD,ETH_USD */
  readonly marketName?: string;
  /** Names of LX: BLX, ELX, XRPLX */
  readonly name?: string;
  /** Only records at or after it */
  readonly from: string;
  /** Only records before it (now) */
  readonly to?: string;
}

export interface ConvertQuery {
  /** The asset to convert; this or fromSymbol is required */
  readonly fromAssetId?: string;
  /** The asset to convert into; this or toSymbol is required */
  readonly toAssetId?: string;
  /** The same by its symbol, such as BTC; case matters */
  readonly fromSymbol?: string;
  /** The same by its symbol, such as EUR */
  readonly toSymbol?: string;
  /** How much of it (1) */
  readonly amount?: string;
}

export interface ListMarketCapsQuery {
  /** Only this asset; its ranks stay those among all */
  readonly assetId?: string;
  /** Only the asset with this symbol, such as BTC; case matters */
  readonly symbol?: string;
  /** Only the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Also the changes over 24 hours, 7 and 30 days (false). In the first seconds of a new installation they are not known, and left out */
  readonly percentChange?: boolean;
  /** Only so many of the largest, by rank */
  readonly top?: number;
}

export interface GetMarketCapTotalQuery {}

export interface ListIndexQualityQuery {
  /** Only indices of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** Only this index: a market (MWA), an asset (GWA) or an LX id */
  readonly indexId?: string;
  /** Only the GWA of the asset with this symbol, such as BTC; case matters */
  readonly symbol?: string;
  /** Only the GWA of the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Only the MWA of the market with this name, such as BTC_USD */
  readonly marketName?: string;
  /** Only the LX of this name: BLX, ELX or XRPLX */
  readonly name?: string;
}

export interface ListExchangeQualityQuery {
  /** Only this exchange */
  readonly exchangeId?: string;
}

export interface ListDerivativeContractsQuery {
  /** The exchange */
  readonly exchangeId: string;
  /** Only contracts on this market */
  readonly marketId?: string;
  /** Those that stand, those that have expired, or both (ACTIVE) */
  readonly include?: 'ACTIVE' | 'ALL' | 'EXPIRED';
}

export interface GetDerivativeContractQuery {}

export interface ListDerivativeTickersQuery {
  /** The exchange */
  readonly exchangeId: string;
  /** Only contracts on this market */
  readonly marketId?: string;
  /** Only this contract */
  readonly contractId?: string;
}

export interface GetIntegrityHeadQuery {}

export interface ListIntegrityHeadsQuery {
  /** Heads of ticks at or after it */
  readonly from?: string;
  /** Heads of ticks before it */
  readonly to?: string;
  /** Newest first, or oldest first (desc) */
  readonly order?: 'desc' | 'asc';
  /** Go on after this record, under the same filters */
  readonly startAfter?: string;
  /** Records on a page (10) */
  readonly size?: number;
}

export interface ProveIndexTickerQuery {}

export interface StatusQuery {}

/** Every route that reads: its parameters and its answer. */
export interface Operations {
  /** Assets, fiat and crypto */
  listAssets: { path: {}; query: ListAssetsQuery; answer: List<Asset> };
  /** One asset */
  getAsset: { path: { /** Id of the asset */ readonly id: string }; query: GetAssetQuery; answer: Asset };
  /** Markets: what is traded against what, on whichever exchange */
  listMarkets: { path: {}; query: ListMarketsQuery; answer: List<Market> };
  /** One market */
  getMarket: { path: { /** Id of the market */ readonly id: string }; query: GetMarketQuery; answer: Market };
  /** Exchanges with their markets */
  listExchanges: { path: {}; query: ListExchangesQuery; answer: List<Exchange> };
  /** One exchange with its markets */
  getExchange: {
    path: { /** Id of the exchange */ readonly id: string };
    query: GetExchangeQuery;
    answer: Exchange;
  };
  /** The latest ticker of each market on each exchange */
  listExchangeTickers: { path: {}; query: ListExchangeTickersQuery; answer: Page<ExchangeTicker> };
  /** Reference prices: the latest of each index, or past ones page by page */
  listIndexTickers: { path: {}; query: ListIndexTickersQuery; answer: Page<IndexTicker> };
  /** How a reference price came about, computed again from its recorded inputs */
  explainIndexTicker: {
    path: { /** Id of an index ticker */ readonly id: string };
    query: ExplainIndexTickerQuery;
    answer: IndexReceipt;
  };
  /** Receipts of up to 120 values of one index in a row, one on each line, oldest first */
  listReceipts: { path: {}; query: ListReceiptsQuery; answer: Lines };
  /** Receipts of the instants that the operator keeps for ever */
  listKeptReceipts: { path: {}; query: ListKeptReceiptsQuery; answer: Page<KeptReceipt> };
  /** End of day: the last complete day of each index, or past days page by page */
  listOhlcv: { path: {}; query: ListOhlcvQuery; answer: Page<OpenHighLowCloseVolume> };
  /** Candles of one index, from a minute to a day, newest or oldest first */
  listCandles: { path: {}; query: ListCandlesQuery; answer: Page<Candle> };
  /** How complete the values of an index are, by day, and why some are missing */
  getSeriesCoverage: {
    path: { /** Id of an index */ readonly indexId: string };
    query: GetSeriesCoverageQuery;
    answer: SeriesCoverage;
  };
  /** Closes of the last 42 complete four-hour candles of every index: a week at a glance */
  listSparklines: { path: {}; query: ListSparklinesQuery; answer: List<Sparkline> };
  /** Index tickers of up to 100 indices as a file, by index as given, oldest first */
  exportIndexTickers: { path: {}; query: ExportIndexTickersQuery; answer: Lines };
  /** End-of-day records of up to 100 indices as a file, by index as given, oldest first */
  exportOhlcv: { path: {}; query: ExportOhlcvQuery; answer: Lines };
  /** Candles of up to 100 indices as a file, by index as given, oldest first */
  exportCandles: { path: {}; query: ExportCandlesQuery; answer: Lines };
  /** An amount of one asset in another, by their reference prices */
  convert: { path: {}; query: ConvertQuery; answer: Conversion };
  /** Market caps in ascending rank */
  listMarketCaps: { path: {}; query: ListMarketCapsQuery; answer: List<MarketCap> };
  /** Market cap and volume of all established assets, and the share of Bitcoin */
  getMarketCapTotal: { path: {}; query: GetMarketCapTotalQuery; answer: MarketCapTotal };
  /** How well each index is attested at the last tick */
  listIndexQuality: { path: {}; query: ListIndexQualityQuery; answer: List<IndexQuality> };
  /** What each exchange contributes, and what was refused of it in the last 24 hours */
  listExchangeQuality: { path: {}; query: ListExchangeQualityQuery; answer: List<ExchangeQuality> };
  /** Contracts of one type on one exchange, by market, expiration and name */
  listDerivativeContracts: {
    path: { /** Type of the contracts */ readonly derivativeType: 'futures' | 'perpetuals' | 'options' };
    query: ListDerivativeContractsQuery;
    answer: List<DerivativeContract>;
  };
  /** One contract, expired or not */
  getDerivativeContract: {
    path: {
      /** Type of the contracts */ readonly derivativeType: 'futures' | 'perpetuals' | 'options';
      /** Id of the contract */ readonly id: string;
    };
    query: GetDerivativeContractQuery;
    answer: DerivativeContract;
  };
  /** The latest ticker of each contract that stands, of one type on one exchange */
  listDerivativeTickers: {
    path: { /** Type of the contracts */ readonly derivativeType: 'futures' | 'perpetuals' | 'options' };
    query: ListDerivativeTickersQuery;
    answer: List<DerivativeTicker>;
  };
  /** The signed end of the chain of tick records: keep it, and history cannot be changed behind it */
  getIntegrityHead: { path: {}; query: GetIntegrityHeadQuery; answer: IntegrityHead };
  /** The signed head after the last tick of each day that is over */
  listIntegrityHeads: { path: {}; query: ListIntegrityHeadsQuery; answer: Page<DayHead> };
  /** The proof that a value is in the record of its tick, and that a signed head leads to it */
  proveIndexTicker: {
    path: { /** Id of an index ticker */ readonly id: string };
    query: ProveIndexTickerQuery;
    answer: ValueProof;
  };
  /** How the service is doing; the machine that it runs on needs no token */
  status: { path: {}; query: StatusQuery; answer: ServiceStatus };
}

/** Where they are, under `/v3`. Numbers would lose digits, whatever the operator's default is: where a path ends with *, quantities are asked for as texts. */
export const PATHS = {
  listAssets: '/asset',
  getAsset: '/asset/{id}',
  listMarkets: '/market',
  getMarket: '/market/{id}',
  listExchanges: '/exchange',
  getExchange: '/exchange/{id}',
  listExchangeTickers: '/exchange-ticker*',
  listIndexTickers: '/index-ticker*',
  explainIndexTicker: '/index-ticker/{id}/constituents*',
  listReceipts: '/receipts*',
  listKeptReceipts: '/receipts/kept*',
  listOhlcv: '/ohlcv*',
  listCandles: '/candles*',
  getSeriesCoverage: '/series/{indexId}/coverage*',
  listSparklines: '/sparklines*',
  exportIndexTickers: '/export/index-ticker*',
  exportOhlcv: '/export/ohlcv*',
  exportCandles: '/export/candles*',
  convert: '/convert*',
  listMarketCaps: '/market-cap*',
  getMarketCapTotal: '/market-cap/total*',
  listIndexQuality: '/quality*',
  listExchangeQuality: '/quality/exchange*',
  listDerivativeContracts: '/derivatives/contract/{derivativeType}',
  getDerivativeContract: '/derivatives/contract/{derivativeType}/{id}',
  listDerivativeTickers: '/derivatives/ticker/{derivativeType}*',
  getIntegrityHead: '/integrity/head',
  listIntegrityHeads: '/integrity/heads',
  proveIndexTicker: '/integrity/proof/{id}*',
  status: '/status*',
} as const satisfies Readonly<Record<keyof Operations, string>>;

/** The token is good */
export interface ConnectedMessage {
  readonly event: 'CONNECTED';
  /** When the server sent it */
  readonly timestamp: string;
  /** Where simulated or replayed data come from; absent with live data */
  readonly source?: string;
}

/** Something was refused; the connection stays open, except for 401, 503 and after very many 429 */
export interface ErrorMessage {
  readonly event: 'ERROR';
  readonly code: '400' | '401' | '403' | '404' | '413' | '429' | '503';
  readonly message: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Asks whether the server lives */
export interface ClientPingMessage {
  readonly event: 'PING';
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Answers a PING; never an error */
export interface ClientPongMessage {
  readonly event: 'PONG';
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Asks whether the client lives, about every 30 seconds */
export interface PingMessage {
  readonly event: 'PING';
  /** When the server sent it */
  readonly timestamp: string;
}

/** Answers a PING */
export interface PongMessage {
  readonly event: 'PONG';
  /** When the server sent it */
  readonly timestamp: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Asks for exchange tickers */
export interface SubscribeExchangeTickerMessage {
  readonly event: 'SUBSCRIBE_EXCHANGE_TICKER';
  /** Every market of this exchange, or one with a market */
  readonly exchangeId?: string;
  /** This market on every exchange, or on one with exchangeId */
  readonly marketId?: string;
  /** In place of marketId, such as BTC_USD */
  readonly marketName?: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Confirms; the current value follows where there is one */
export interface SubscribedExchangeTickerMessage {
  readonly event: 'SUBSCRIBED_EXCHANGE_TICKER';
  readonly exchangeId?: string;
  readonly marketId?: string;
  readonly marketName?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Ends a subscription, written as it was sent */
export interface UnsubscribeExchangeTickerMessage {
  readonly event: 'UNSUBSCRIBE_EXCHANGE_TICKER';
  /** Every market of this exchange, or one with a market */
  readonly exchangeId?: string;
  /** This market on every exchange, or on one with exchangeId */
  readonly marketId?: string;
  /** In place of marketId, such as BTC_USD */
  readonly marketName?: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Confirms; nothing of that subscription follows */
export interface UnsubscribedExchangeTickerMessage {
  readonly event: 'UNSUBSCRIBED_EXCHANGE_TICKER';
  readonly exchangeId?: string;
  readonly marketId?: string;
  readonly marketName?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** An exchange ticker, once each refresh */
export interface ExchangeTickerMessage {
  readonly event: 'EXCHANGE_TICKER';
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** Price of the last trade */
  readonly last: string;
  /** Base units traded in the trailing 24 hours; absent where a live exchange does not say */
  readonly volume?: string;
  /** Best bid */
  readonly bid?: string;
  /** Best ask */
  readonly ask?: string;
  /** The 30-second refresh in which it was collected */
  readonly timestamp: string;
  /** When the price was last updated at the exchange */
  readonly lastMoved: string;
  /** Milliseconds at timestamp since the ticker was last read, or since the time that the exchange gives if that is over a minute older */
  readonly ageMs?: number;
}

/** Asks for index ticks */
export interface SubscribeIndexTickerMessage {
  readonly event: 'SUBSCRIBE_INDEX_TICKER';
  /** A market (MWA), an asset (GWA) or an LX id */
  readonly indexId?: string;
  /** Every index of this type; with one index they must agree */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** In place of indexId: the GWA of the asset with this symbol, such as BTC */
  readonly symbol?: string;
  /** In place of indexId: the GWA of the asset with this slug */
  readonly slugName?: string;
  /** In place of indexId: the MWA of this market, such as BTC_USD */
  readonly marketName?: string;
  /** In place of indexId: the LX of this name, such as BLX */
  readonly name?: string;
  /** With one index, at most 24 hours back: ticks after it come first, in order */
  readonly since?: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Confirms; the current value follows where there is one */
export interface SubscribedIndexTickerMessage {
  readonly event: 'SUBSCRIBED_INDEX_TICKER';
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  readonly indexId?: string;
  readonly symbol?: string;
  readonly slugName?: string;
  readonly marketName?: string;
  readonly name?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Ends a subscription, written as it was sent */
export interface UnsubscribeIndexTickerMessage {
  readonly event: 'UNSUBSCRIBE_INDEX_TICKER';
  /** A market (MWA), an asset (GWA) or an LX id */
  readonly indexId?: string;
  /** Every index of this type; with one index they must agree */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** In place of indexId: the GWA of the asset with this symbol, such as BTC */
  readonly symbol?: string;
  /** In place of indexId: the GWA of the asset with this slug */
  readonly slugName?: string;
  /** In place of indexId: the MWA of this market, such as BTC_USD */
  readonly marketName?: string;
  /** In place of indexId: the LX of this name, such as BLX */
  readonly name?: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Confirms; nothing of that subscription follows */
export interface UnsubscribedIndexTickerMessage {
  readonly event: 'UNSUBSCRIBED_INDEX_TICKER';
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  readonly indexId?: string;
  readonly symbol?: string;
  readonly slugName?: string;
  readonly marketName?: string;
  readonly name?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** An index tick */
export interface IndexTickerMessage {
  readonly event: 'INDEX_TICKER';
  readonly id: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** In the quote asset of the market (MWA), in USD (GWA, LX) */
  readonly price: string;
  /** Base units traded in the trailing 24 hours */
  readonly volume: string;
  /** The tick, on the 30-second grid */
  readonly timestamp: string;
  /** LX only: base units traded in the slot */
  readonly tickVolume?: string;
  /** Why the value is not simply the formula; see the methodology */
  readonly flags?: readonly (
    | 'SPLIT'
    | 'SUSPECT'
    | 'THIN'
    | 'SINGLE_SOURCE'
    | 'CARRIED'
    | 'MODELLED'
    | 'SEEDED'
    | 'PARTIAL'
  )[];
  /** LX only */
  readonly name?: 'BLX' | 'ELX' | 'XRPLX';
}

/** Asks for trades */
export interface SubscribeTradeMessage {
  readonly event: 'SUBSCRIBE_TRADE';
  /** Every market of this exchange, or one with a market */
  readonly exchangeId?: string;
  /** This market on every exchange, or on one with exchangeId */
  readonly marketId?: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Confirms; the current value follows where there is one */
export interface SubscribedTradeMessage {
  readonly event: 'SUBSCRIBED_TRADE';
  readonly exchangeId?: string;
  readonly marketId?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Ends a subscription, written as it was sent */
export interface UnsubscribeTradeMessage {
  readonly event: 'UNSUBSCRIBE_TRADE';
  /** Every market of this exchange, or one with a market */
  readonly exchangeId?: string;
  /** This market on every exchange, or on one with exchangeId */
  readonly marketId?: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** Confirms; nothing of that subscription follows */
export interface UnsubscribedTradeMessage {
  readonly event: 'UNSUBSCRIBED_TRADE';
  readonly exchangeId?: string;
  readonly marketId?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Echoed as sent on the reply */
  readonly requestId?: number | string;
}

/** A trade, on arrival */
export interface TradeMessage {
  readonly event: 'TRADE';
  readonly id: string;
  /** The id that the exchange gave it */
  readonly tradeId: string;
  readonly exchangeId: string;
  /** Name of the exchange */
  readonly exchange: string;
  readonly marketId: string;
  /** Such as BTC_USD */
  readonly marketName: string;
  /** In the quote asset */
  readonly price: string;
  /** In base units */
  readonly amount: string;
  /** When it happened, as the exchange says */
  readonly exchangeTimestamp: string;
  /** When it arrived */
  readonly timestamp: string;
}

/** What the server sends over the websocket. */
export type ServerMessage =
  | ConnectedMessage
  | ErrorMessage
  | PingMessage
  | PongMessage
  | SubscribedExchangeTickerMessage
  | UnsubscribedExchangeTickerMessage
  | ExchangeTickerMessage
  | SubscribedIndexTickerMessage
  | UnsubscribedIndexTickerMessage
  | IndexTickerMessage
  | SubscribedTradeMessage
  | UnsubscribedTradeMessage
  | TradeMessage;

/** What clients send over the websocket. */
export type ClientMessage =
  | ClientPingMessage
  | ClientPongMessage
  | SubscribeExchangeTickerMessage
  | UnsubscribeExchangeTickerMessage
  | SubscribeIndexTickerMessage
  | UnsubscribeIndexTickerMessage
  | SubscribeTradeMessage
  | UnsubscribeTradeMessage;

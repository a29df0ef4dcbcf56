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

/** One record per line. */
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
  | 'RANGE_NOT_SATISFIABLE'
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
    | 'Alert'
    | 'AlertEndpoint'
    | 'TokenRequest';
  readonly field: string;
  readonly rejectedValue: string;
  readonly message: string;
}

export interface Alert {
  readonly id: string;
  readonly name?: string;
  readonly type:
    | 'ABOVE'
    | 'BELOW'
    | 'MOVED'
    | 'DEVIATION'
    | 'FLAG'
    | 'STALE'
    | 'EXCHANGE_DOWN'
    | 'GAP'
    | 'DAMAGE';
  /** As the client named it */
  readonly index?: string;
  readonly indexId?: string;
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** DEVIATION: as the client named it */
  readonly otherIndex?: string;
  readonly otherIndexId?: string;
  readonly otherIndexType?: 'MWA' | 'GWA' | 'LX';
  readonly exchangeId?: string;
  /** ABOVE, BELOW: the price */
  readonly threshold?: string;
  /** MOVED, DEVIATION: the size of the difference in percent */
  readonly percent?: string;
  /** MOVED: length of the trailing window */
  readonly withinSeconds?: number;
  /** STALE, EXCHANGE_DOWN: how long nothing new has to arrive */
  readonly forSeconds?: number;
  /** FLAG: any of these */
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
  /** How far back the figure has to go before the alert resolves */
  readonly hysteresis?: string;
  /** Whether values with flags are passed over */
  readonly ignoreFlagged: boolean;
  /** After it has fired, it does not fire again for this long */
  readonly cooldownSeconds: number;
  /** Until then it does not fire */
  readonly silencedUntil?: string;
  /** Whether it may fire */
  readonly enabled: boolean;
  /** Endpoints that get its messages */
  readonly endpointIds: readonly string[];
  /** Absent if the token lacks a scope of the alert's data */
  readonly state?: 'OK' | 'FIRING';
  /** Slot in which it last fired; absent if the token lacks a scope of the alert's data */
  readonly firedAt?: string;
  /** When it was created */
  readonly createdAt: string;
}

export interface AlertChange {
  /** For people */
  readonly name?: string | null;
  /** That of the alert: it cannot be changed */
  readonly type?:
    | 'ABOVE'
    | 'BELOW'
    | 'MOVED'
    | 'DEVIATION'
    | 'FLAG'
    | 'STALE'
    | 'EXCHANGE_DOWN'
    | 'GAP'
    | 'DAMAGE';
  /** An index, by id, LX name, market name, symbol or slug, such as BTC or BTC_USD */
  readonly index?: string;
  /** DEVIATION: the index to compare with */
  readonly otherIndex?: string;
  /** EXCHANGE_DOWN: the exchange */
  readonly exchangeId?: string;
  /** ABOVE, BELOW: the price */
  readonly threshold?: string;
  /** MOVED, DEVIATION: the size of the difference in percent, in either direction */
  readonly percent?: string;
  /** MOVED: length of the trailing window */
  readonly withinSeconds?: number;
  /** STALE, EXCHANGE_DOWN: how long nothing new has to arrive */
  readonly forSeconds?: number;
  /** FLAG: any of these */
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
  /** How far back the figure has to go before the alert resolves: in units of the price (ABOVE, BELOW) or in percentage points (MOVED, DEVIATION); by default 0 */
  readonly hysteresis?: string | null;
  /** ABOVE, BELOW, MOVED, DEVIATION: whether values with flags are passed over. By default true. With false they count, and the alert lists their flags */
  readonly ignoreFlagged?: boolean;
  /** After it has fired, it does not fire again for this long; by default 0 */
  readonly cooldownSeconds?: number;
  /** Until then it does not fire; an alert that has fired still resolves */
  readonly silencedUntil?: string | null;
  /** Whether it may fire; by default true */
  readonly enabled?: boolean;
  /** Endpoints that get its messages; by default none: then only the websocket has them */
  readonly endpointIds?: readonly string[];
}

export interface AlertDelivery {
  /** The header `webhook-id`: the same for all attempts */
  readonly id: string;
  readonly alertId: string;
  readonly endpointId: string;
  readonly type: 'alert.fired' | 'alert.resolved' | 'heartbeat';
  /** DEAD: there will be no further attempt, unless the operator replays it */
  readonly status: 'PENDING' | 'DELIVERED' | 'DEAD';
  /** How often it was sent */
  readonly attempts: number;
  /** When the alert fired or resolved, as in the message */
  readonly timestamp?: string;
  /** When the message was stored */
  readonly createdAt: string;
  /** PENDING: when it is sent next */
  readonly nextAttemptAt?: string;
  /** When it was delivered or became dead */
  readonly endedAt?: string;
  /** HTTP status of the last response */
  readonly responseStatus?: number;
  /** STATUS: The receiver answered with another status than 2xx; see `responseStatus`. TIMEOUT: The receiver did not answer in time. DNS: The name of the receiver could not be resolved. ADDRESS: The name of the receiver has an address that the service does not connect to. CONNECTION: No connection, or no valid certificate. EXPIRED: No attempt succeeded within 72 hours. GONE: The receiver answered with 410, which disables its endpoint. FULL: Too many deliveries waited for this endpoint. ENDPOINT: The endpoint was removed, or is disabled. SCOPE: The client is disabled, or has lost the scope of the data */
  readonly problem?:
    | 'STATUS'
    | 'TIMEOUT'
    | 'DNS'
    | 'ADDRESS'
    | 'CONNECTION'
    | 'EXPIRED'
    | 'GONE'
    | 'FULL'
    | 'ENDPOINT'
    | 'SCOPE';
}

export interface AlertEndpoint {
  readonly id: string;
  readonly url: string;
  readonly name?: string;
  /** DISABLED after the receiver answered with 410; a successful test makes it ACTIVE again */
  readonly status: 'ACTIVE' | 'DISABLED';
  /** How often it gets a heartbeat */
  readonly heartbeatSeconds?: number;
  /** Ed25519 key that verifies `v1a` signatures: `whpk_` and base64 */
  readonly publicKey?: string;
  /** After a rotation: until then messages are also signed with the previous secret */
  readonly previousSecretUntil?: string;
  /** When it was created */
  readonly createdAt: string;
}

export interface AlertEndpointTest {
  readonly delivered: boolean;
  /** HTTP status of the response */
  readonly responseStatus?: number;
  /** STATUS: The receiver answered with another status than 2xx; see `responseStatus`. TIMEOUT: The receiver did not answer in time. DNS: The name of the receiver could not be resolved. ADDRESS: The name of the receiver has an address that the service does not connect to. CONNECTION: No connection, or no valid certificate. EXPIRED: No attempt succeeded within 72 hours. GONE: The receiver answered with 410, which disables its endpoint. FULL: Too many deliveries waited for this endpoint. ENDPOINT: The endpoint was removed, or is disabled. SCOPE: The client is disabled, or has lost the scope of the data */
  readonly problem?:
    | 'STATUS'
    | 'TIMEOUT'
    | 'DNS'
    | 'ADDRESS'
    | 'CONNECTION'
    | 'EXPIRED'
    | 'GONE'
    | 'FULL'
    | 'ENDPOINT'
    | 'SCOPE';
}

export interface AlertEndpointWithSecret {
  readonly id: string;
  readonly url: string;
  readonly name?: string;
  /** DISABLED after the receiver answered with 410; a successful test makes it ACTIVE again */
  readonly status: 'ACTIVE' | 'DISABLED';
  /** How often it gets a heartbeat */
  readonly heartbeatSeconds?: number;
  /** Ed25519 key that verifies `v1a` signatures: `whpk_` and base64 */
  readonly publicKey?: string;
  /** After a rotation: until then messages are also signed with the previous secret */
  readonly previousSecretUntil?: string;
  /** When it was created */
  readonly createdAt: string;
  /** Verifies `v1` signatures: `whsec_` and base64. Shown only here */
  readonly secret: string;
}

export interface Asset {
  readonly id: string;
  readonly name: string;
  /** Not unique: identify an asset by its id */
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
  /** The tick at startTimestamp if it is real, otherwise the first real price */
  readonly open: string;
  /** Highest real price */
  readonly high: string;
  /** Lowest real price */
  readonly low: string;
  /** The last real price */
  readonly close: string;
  /** MWA and GWA: base units traded in the 24 hours before the last real tick */
  readonly volume24h?: string;
  /** LX: the exact sum of tickVolume. Interval 1d: the volume of the end-of-day record */
  readonly volume?: string;
  /** Mean price weighted by volume */
  readonly vwap: string;
  /** Plain mean of real prices */
  readonly twap: string;
  /** The candle contains the ticks after this instant */
  readonly startTimestamp: string;
  /** The last tick of the candle is at this instant */
  readonly endTimestamp: string;
  /** The same as startTimestamp */
  readonly timestamp: string;
  /** Number of ticks, including carried ones */
  readonly ticks: string;
  /** Number of ticks that were carried or held */
  readonly carried: string;
  /** Number of ticks that it would have by now without gaps */
  readonly expected: string;
  /** Whether the tick at its end has been published or skipped; for 1d, whether the day is final */
  readonly complete: boolean;
  /** The flags of all its ticks; absent if there are none */
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
  /** The value in the other asset: exactly amount x rate */
  readonly amount: string;
  /** Units of the other asset per unit, from the two GWA values */
  readonly rate: string;
}

export interface DayFile {
  /** Name of the file; its content never changes */
  readonly name: string;
  /** The UTC day */
  readonly day: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** Size */
  readonly bytes: number;
  /** SHA-256 of the file */
  readonly sha256: string;
}

/** The head after the last tick of a day */
export interface DayHead {
  readonly id: string;
  /** The tick */
  readonly slot: string;
  /** SHA-256 of the tick's record, which contains the hash of the previous record */
  readonly recordHash: string;
  /** The id of a key in /.well-known/tidemark-integrity.json */
  readonly keyId: string;
  readonly algorithm: 'EdDSA';
  /** Ed25519, base64url, of the UTF-8 text tidemark-head:v1:{slot}:{recordHash} */
  readonly signature: string;
  /** RFC 3161 token for the signed text, DER in base64; present if the operator has enabled timestamps */
  readonly timestampToken?: string;
}

export interface DerivativeContract {
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** The exchange's own name for the contract */
  readonly exchangeName: string;
  /** Symbol of the asset paid or delivered at settlement */
  readonly settlementCurrency: string;
  /** Value of one contract, in units of valueCurrency */
  readonly contractValue: string;
  /** Symbol of the unit of contractValue */
  readonly valueCurrency: string;
  /** Options only */
  readonly optionType?: 'CALL' | 'PUT';
  /** Options only: the strike price, in the quote asset of the market */
  readonly optionStrike?: string;
  /** Futures and options: when the exchange listed it */
  readonly listing?: string;
  /** Futures and options: when it expires */
  readonly expiration?: string;
}

export interface DerivativeTicker {
  readonly id: string;
  readonly contractId: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** The 30-second refresh in which it was collected */
  readonly timestamp: string;
  /** Price of the last trade; for some options in the base asset, if the exchange quotes them so */
  readonly price: string;
  /** Contracts traded in the trailing 24 hours */
  readonly volume: string;
  /** Value of those contracts in USD */
  readonly volumeUsd: string;
  /** Best bid */
  readonly bid?: string;
  /** Best ask */
  readonly ask?: string;
  /** Number of open contracts */
  readonly openInterest?: string;
  /** Value of those contracts in USD */
  readonly openInterestUsd?: string;
  /** Price of the underlying, in the quote asset of the market */
  readonly indexPrice?: string;
  /** The exchange's fair price of the contract */
  readonly markPrice?: string;
  /** Perpetuals only: what a long position pays a short one per 8 hours, as a fraction */
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
  /** The exchange's own symbols, only if they differ from common usage */
  readonly symbols: readonly {
    readonly assetId: string;
    readonly symbol: string;
  }[];
  /** How far the methodology trusts the exchange */
  readonly tier: 'A' | 'B';
}

export interface ExchangeQuality {
  readonly exchangeId: string;
  /** Name of the exchange */
  readonly name: string;
  /** The last tick */
  readonly timestamp: string;
  /** Markets that the exchange lists */
  readonly listings: string;
  /** Listings whose ticker was accepted at the last tick */
  readonly accepted: string;
  /** Its share of the believed 24 h volume of all accepted tickers, in USD by the GWA of the tick: 0 to 1, six decimals */
  readonly volumeShare: string;
  /** The median distance of its prices from the references of their markets, in basis points, two decimals. Includes outliers. Absent if it has no price in a market with a reference */
  readonly medianDeviationBps?: string;
  /** The current hour of the last tick and the 23 before it, oldest first */
  readonly hours: readonly RefusalHour[];
}

export interface ExchangeReading {
  /** Name of the exchange */
  readonly exchange: string;
  /** answering: read successfully in the last 90 seconds; waiting: the first read has not finished; failing: neither */
  readonly state: 'answering' | 'failing' | 'waiting';
  /** Failed reads since the source was opened */
  readonly failures: string;
  /** Market time of the last successful read */
  readonly lastDelivery?: string;
}

export interface ExchangeTicker {
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** Price of the last trade */
  readonly last: string;
  /** Base units traded in the trailing 24 hours; absent if a live exchange does not report it */
  readonly volume?: string;
  /** Best bid */
  readonly bid?: string;
  /** Best ask */
  readonly ask?: string;
  /** The 30-second refresh in which it was collected */
  readonly timestamp: string;
  /** When the price was last updated at the exchange */
  readonly lastMoved: string;
  /** Milliseconds at timestamp since the ticker was last read, or since the exchange's own time if that is more than a minute older */
  readonly ageMs?: number;
}

export interface IndexQuality {
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The last tick */
  readonly timestamp: string;
  /** MWA, LX: exchanges whose ticker was accepted. GWA: distinct exchanges of the markets that its value is solved from */
  readonly exchanges: string;
  /** MWA, LX: exchanges whose ticker was rejected. Absent for a GWA, which is computed from markets */
  readonly refused?: string;
  /** The largest distance of the three medians in basis points, two decimals. MWA: by volume, by exchanges and by trust, relative to the reference; absent without a quorum. LX: by volume, by exchanges and implied by other markets, relative to the price; absent if the value is carried. Absent for a GWA */
  readonly spreadBps?: string;
  /** MWA with a quorum: the source of its third median. TIERS: tier A exchanges; CROSS_RATE: the rate implied by other markets; EXCHANGES: neither was available, so the median of exchanges counts twice; MEAN: the same in version 1 */
  readonly trustSource?: 'TIERS' | 'CROSS_RATE' | 'EXCHANGES' | 'MEAN';
  /** The flags of the value */
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
  /** Upper bound on how far any single exchange could move this value within one tick, flagged or not, in basis points, two decimals. From methodology 3 on; absent if a value is carried or held */
  readonly oneExchangeBps?: string;
  /** How many exchanges, chosen by a greedy search, must collude to move this value by 1 % without raising a flag. Computed about once an hour, from methodology 3 on; absent until then, and if a value is carried or held */
  readonly exchangesToMove1Percent?: number;
  /** True if exchangesToMove1Percent is a lower bound: the search found no set of exchanges that can do it; otherwise absent */
  readonly atLeast?: boolean;
  /** The tick from which exchangesToMove1Percent and, for a GWA, oneExchangeBps were computed; absent if it equals timestamp */
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
  /** Hash of the reference data that it was computed with */
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
  /** T: median weighted by trust, or its substitute (MWA) */
  readonly trustMedian?: string;
  /** R: the median of V, E and T, to which prices are clamped (MWA) */
  readonly reference?: string;
  /** The source of T (MWA) */
  readonly trustSource?: string;
  /** Rate implied by other markets, if it was needed (MWA) */
  readonly crossRate?: string;
  /** GWA of the base at the previous tick */
  readonly baseUsdBefore?: string;
  /** GWA of the quote at the previous tick */
  readonly quoteUsdBefore?: string;
  /** A: the price implied by all other markets (LX) */
  readonly impliedUsd?: string;
  /** ln of the USD value in the solution (GWA) */
  readonly ln?: string;
  /** The state that the tick received from earlier ticks */
  readonly state: {
    /** The value of the previous tick */
    readonly lastValue?: string;
    /** The volume of the previous tick */
    readonly lastVolume?: string;
    /** When the last real value was published */
    readonly lastRealAt?: string;
    /** Slow average of real values (MWA) */
    readonly anchor?: string;
    readonly hold?: {
      /** Number of ticks so far */
      readonly ticks: string;
      /** Number of those ticks in which it moved */
      readonly moves: string;
      /** The price that started the hold */
      readonly from?: string;
    };
    /** Number of ticks for which a jump has been held (GWA) */
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
    /** Volume traded in slots without a value (LX) */
    readonly pendingVolume?: string;
  };
  /** MWA */
  readonly exchanges?: readonly {
    readonly exchangeId: string;
    /** Name of the exchange */
    readonly exchange: string;
    /** The tier at the tick */
    readonly tier: 'A' | 'B' | 'NEW';
    readonly exchangeStatus: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
    readonly marketStatus: 'ACTIVE' | 'INACTIVE';
    readonly qualified: 'YES' | 'NO';
    /** As received; 0 if it was not a number above 0 */
    readonly last: string;
    /** As received */
    readonly bid?: string;
    /** As received */
    readonly ask?: string;
    /** The exchange's own time of its last price update */
    readonly lastMoved?: string;
    /** Ticks since last, bid or ask changed as recorded here; -1 without a ticker */
    readonly ticksSinceChange: string;
    /** Milliseconds at the tick since the ticker was last read, or since the exchange's own time if that is more than a minute older; absent for ticks before methodology 3 */
    readonly ageMs?: number;
    /** The 24-hour volume, as received; 0 if it was not a number above 0 */
    readonly reportedVolume: string;
    /** The part of it that counts; 0 if it was not computed */
    readonly believedVolume: string;
    /** last, clamped between bid and ask, before it is clamped to the reference */
    readonly price: string;
    /** Believed volume x freshness */
    readonly weight: string;
    /** Share of the total weight of the contributors */
    readonly share: string;
    /** Whether the price was moved towards the reference */
    readonly clamped: boolean;
  }[];
  /** GWA */
  readonly markets?: readonly {
    readonly marketId: string;
    /** Name of the market */
    readonly market: string;
    /** Which side of the market the asset is */
    readonly side: 'BASE' | 'QUOTE';
    readonly otherAssetId: string;
    /** Symbol of the asset on the other side */
    readonly otherAsset: string;
    /** The MWA of the market */
    readonly rate: string;
    /** The volume of its MWA */
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
    /** Whether it is part of the solution */
    readonly takesPart: boolean;
    /** Whether it is thin and has an exchange that is not of tier A */
    readonly weak: boolean;
    /** Ticks of its current hold, or of the hold that has just ended */
    readonly heldTicks: string;
    /** Weight in the last step of the solution */
    readonly weight: string;
    /** Share of the total weight of the markets */
    readonly share: string;
    /** Whether real markets connect the asset on the other side to USD */
    readonly otherReal?: boolean;
    /** ln of the USD value of the asset on the other side */
    readonly otherLn?: string;
    /** USD value of the asset implied by this market alone */
    readonly impliedUsd?: string;
    /** Expected deviation, as a fraction */
    readonly deviation?: string;
    /** How far the market lies from the solution */
    readonly residualBps?: string;
    /** The exchanges that contribute to it at this tick */
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
    /** The tier at the tick */
    readonly tier: 'A' | 'B' | 'NEW';
    readonly exchangeStatus: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
    readonly marketStatus: 'ACTIVE' | 'INACTIVE';
    readonly qualified: 'YES' | 'NO';
    /** As received; 0 if it was not a number above 0 */
    readonly last: string;
    /** As received */
    readonly bid?: string;
    /** As received */
    readonly ask?: string;
    /** The exchange's own time of its last price update */
    readonly lastMoved?: string;
    /** Ticks since last, bid or ask changed as recorded here; -1 without a ticker */
    readonly ticksSinceChange: string;
    /** Milliseconds at the tick since the ticker was last read, or since the exchange's own time if that is more than a minute older; absent for ticks before methodology 3 */
    readonly ageMs?: number;
    /** The 24-hour volume, as received; 0 if it was not a number above 0 */
    readonly reportedVolume: string;
    /** The part of it that counts; 0 if it was not computed */
    readonly believedVolume: string;
    /** GWA of the base at the previous tick */
    readonly baseUsdBefore?: string;
    /** GWA of the quote at the previous tick */
    readonly quoteUsdBefore?: string;
    readonly marketId: string;
    /** Name of the market */
    readonly market: string;
    /** GWA of the quote at this tick */
    readonly quoteUsd?: string;
    /** The last slot with a trade before this tick */
    readonly lastTradedAt?: string;
    /** Ticks since the last trade or change of its ticker */
    readonly silentTicks: string;
    readonly source: 'TRADES' | 'TICKER';
    /** In USD; 0 if it does not contribute */
    readonly price: string;
    /** Share of the believed volume of the contributors */
    readonly share: string;
    readonly trades: readonly {
      readonly tradeId: string;
      /** The tick that it belongs to, by its time of arrival */
      readonly slot: string;
      /** In the quote asset */
      readonly price: string;
      /** In base units */
      readonly amount: string;
    }[];
    /** Whether some of its trades may be missing */
    readonly tradesIncomplete?: boolean;
  }[];
  /** The same for those that were excluded (MWA, LX) */
  readonly refused?: readonly (
    | {
        readonly exchangeId: string;
        /** Name of the exchange */
        readonly exchange: string;
        /** The tier at the tick */
        readonly tier: 'A' | 'B' | 'NEW';
        readonly exchangeStatus: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
        readonly marketStatus: 'ACTIVE' | 'INACTIVE';
        readonly qualified: 'YES' | 'NO';
        /** As received; 0 if it was not a number above 0 */
        readonly last: string;
        /** As received */
        readonly bid?: string;
        /** As received */
        readonly ask?: string;
        /** The exchange's own time of its last price update */
        readonly lastMoved?: string;
        /** Ticks since last, bid or ask changed as recorded here; -1 without a ticker */
        readonly ticksSinceChange: string;
        /** Milliseconds at the tick since the ticker was last read, or since the exchange's own time if that is more than a minute older; absent for ticks before methodology 3 */
        readonly ageMs?: number;
        /** The 24-hour volume, as received; 0 if it was not a number above 0 */
        readonly reportedVolume: string;
        /** The part of it that counts; 0 if it was not computed */
        readonly believedVolume: string;
        /** last, clamped between bid and ask, before it is clamped to the reference */
        readonly price: string;
        /** Believed volume x freshness */
        readonly weight: string;
        /** Share of the total weight of the contributors */
        readonly share: string;
        /** Whether the price was moved towards the reference */
        readonly clamped: boolean;
        /** Why it was excluded */
        readonly reason: string;
      }
    | {
        readonly exchangeId: string;
        /** Name of the exchange */
        readonly exchange: string;
        /** The tier at the tick */
        readonly tier: 'A' | 'B' | 'NEW';
        readonly exchangeStatus: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
        readonly marketStatus: 'ACTIVE' | 'INACTIVE';
        readonly qualified: 'YES' | 'NO';
        /** As received; 0 if it was not a number above 0 */
        readonly last: string;
        /** As received */
        readonly bid?: string;
        /** As received */
        readonly ask?: string;
        /** The exchange's own time of its last price update */
        readonly lastMoved?: string;
        /** Ticks since last, bid or ask changed as recorded here; -1 without a ticker */
        readonly ticksSinceChange: string;
        /** Milliseconds at the tick since the ticker was last read, or since the exchange's own time if that is more than a minute older; absent for ticks before methodology 3 */
        readonly ageMs?: number;
        /** The 24-hour volume, as received; 0 if it was not a number above 0 */
        readonly reportedVolume: string;
        /** The part of it that counts; 0 if it was not computed */
        readonly believedVolume: string;
        /** GWA of the base at the previous tick */
        readonly baseUsdBefore?: string;
        /** GWA of the quote at the previous tick */
        readonly quoteUsdBefore?: string;
        readonly marketId: string;
        /** Name of the market */
        readonly market: string;
        /** GWA of the quote at this tick */
        readonly quoteUsd?: string;
        /** The last slot with a trade before this tick */
        readonly lastTradedAt?: string;
        /** Ticks since the last trade or change of its ticker */
        readonly silentTicks: string;
        readonly source: 'TRADES' | 'TICKER';
        /** In USD; 0 if it does not contribute */
        readonly price: string;
        /** Share of the believed volume of the contributors */
        readonly share: string;
        readonly trades: readonly {
          readonly tradeId: string;
          /** The tick that it belongs to, by its time of arrival */
          readonly slot: string;
          /** In the quote asset */
          readonly price: string;
          /** In base units */
          readonly amount: string;
        }[];
        /** Whether some of its trades may be missing */
        readonly tradesIncomplete?: boolean;
        /** Why it was excluded */
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
  /** Why the value is not the plain result of the formula; see the methodology */
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
  /** SHA-256 of the tick's record, which contains the hash of the previous record */
  readonly recordHash: string;
  /** The id of a key in /.well-known/tidemark-integrity.json */
  readonly keyId: string;
  readonly algorithm: 'EdDSA';
  /** Ed25519, base64url, of the UTF-8 text tidemark-head:v1:{slot}:{recordHash} */
  readonly signature: string;
}

export interface KeptReceipt {
  readonly id: string;
  /** Name of the index as configured by the operator, such as BTC */
  readonly name: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The tick */
  readonly timestamp: string;
  /** The daily times for which it is kept */
  readonly times: readonly string[];
  /** Version of the time-zone data that the instant was computed with */
  readonly tzdata: string;
  readonly receipt: IndexReceipt;
}

export interface Market {
  readonly id: string;
  readonly baseAssetId: string;
  readonly quoteAssetId: string;
  /** The usual spelling, such as BTC_USD; not unique */
  readonly name: string;
  readonly baseSymbol: string;
  readonly quoteSymbol: string;
}

export interface MarketCap {
  readonly id: string;
  readonly assetId: string;
  /** The tick for which it was computed */
  readonly timestamp: string;
  /** Rank among all assets: established ones by market cap, then the others */
  readonly marketCapRank: string;
  /** The same by USD volume */
  readonly volumeRank: string;
  /** The GWA of the tick, in USD */
  readonly price: string;
  /** Base units traded in the trailing 24 hours */
  readonly volume: string;
  /** Units in existence */
  readonly totalSupply: string;
  /** Units in circulation */
  readonly freeFloatSupply: string;
  /** price x freeFloatSupply */
  readonly marketCap: string;
  /** price x totalSupply */
  readonly totalMarketCap: string;
  /** The flags of the GWA; absent if there are none */
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
  /** Share of Bitcoin in marketCap, in percent, two decimals; omitted if Bitcoin is not counted */
  readonly btcShare?: string;
  /** Counted assets: established, with a GWA of this tick that has no flag */
  readonly assets: number;
  /** Records of /market-cap that are not counted */
  readonly excluded: number;
  /** The tick for which it was computed */
  readonly timestamp: string;
}

export interface NewAlert {
  /** For people */
  readonly name?: string;
  /** What has to happen; the other members depend on it */
  readonly type:
    | 'ABOVE'
    | 'BELOW'
    | 'MOVED'
    | 'DEVIATION'
    | 'FLAG'
    | 'STALE'
    | 'EXCHANGE_DOWN'
    | 'GAP'
    | 'DAMAGE';
  /** An index, by id, LX name, market name, symbol or slug, such as BTC or BTC_USD */
  readonly index?: string;
  /** DEVIATION: the index to compare with */
  readonly otherIndex?: string;
  /** EXCHANGE_DOWN: the exchange */
  readonly exchangeId?: string;
  /** ABOVE, BELOW: the price */
  readonly threshold?: string;
  /** MOVED, DEVIATION: the size of the difference in percent, in either direction */
  readonly percent?: string;
  /** MOVED: length of the trailing window */
  readonly withinSeconds?: number;
  /** STALE, EXCHANGE_DOWN: how long nothing new has to arrive */
  readonly forSeconds?: number;
  /** FLAG: any of these */
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
  /** How far back the figure has to go before the alert resolves: in units of the price (ABOVE, BELOW) or in percentage points (MOVED, DEVIATION); by default 0 */
  readonly hysteresis?: string;
  /** ABOVE, BELOW, MOVED, DEVIATION: whether values with flags are passed over. By default true. With false they count, and the alert lists their flags */
  readonly ignoreFlagged?: boolean;
  /** After it has fired, it does not fire again for this long; by default 0 */
  readonly cooldownSeconds?: number;
  /** Until then it does not fire; an alert that has fired still resolves */
  readonly silencedUntil?: string;
  /** Whether it may fire; by default true */
  readonly enabled?: boolean;
  /** Endpoints that get its messages; by default none: then only the websocket has them */
  readonly endpointIds?: readonly string[];
}

export interface NewAlertEndpoint {
  /** https, on port 443, with a public host name */
  readonly url: string;
  /** For people */
  readonly name?: string;
  /** Whether messages are also signed with a key pair of the endpoint (v1a); by default false */
  readonly ed25519?: boolean;
  /** How often it gets a message of type `heartbeat`; by default never */
  readonly heartbeatSeconds?: number;
}

export interface OpenHighLowCloseVolume {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The close of the previous day if it was real, otherwise the first real price */
  readonly open: string;
  /** Highest real price */
  readonly high: string;
  /** Lowest real price */
  readonly low: string;
  /** Price at the end of the day, or the last real price */
  readonly close: string;
  /** Base units traded in the 24 hours; for LX, the exact sum of tickVolume */
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
  /** Number of ticks; 0 if the day is SEEDED */
  readonly ticks: string;
  /** Number of ticks that were carried or held */
  readonly carried: string;
  /** The flags of all its ticks; absent if there are none. MODELLED: all or part of the day was generated, from before the first tick. SEEDED: the day was combined from daily candles of exchanges, from before the first tick; ticks is 0, and the flags of its close are included. Days closed by versions before this rule have only MODELLED and SEEDED */
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

/** In percent, two decimals; a span is omitted if history is too short */
export interface PercentChange {
  /** Over 24 hours */
  readonly change24h?: string;
  /** Over 7 days */
  readonly change7d?: string;
  /** Over 30 days */
  readonly change30d?: string;
}

/** Proves that the value, and the inputs of a receipt, are contained in the record of the tick, and that a signed head covers the record. Absent for ticks before methodology 3; has no head until one is signed */
export interface Proof {
  /** The tick */
  readonly slot: string;
  /** The leaves of the value and, in a receipt, of its inputs */
  readonly leaves: readonly {
    readonly tree: 'values' | 'inputs';
    /** Position of the leaf, from 0 */
    readonly index: number;
    /** Number of leaves of the tree */
    readonly count: number;
    /** Hash of the leaf */
    readonly hash: string;
  }[];
  /** The path of each leaf */
  readonly path: readonly (readonly string[])[];
  /** The roots in the record */
  readonly root: {
    /** Root over all values of the tick */
    readonly values: string;
    /** Root over their inputs */
    readonly inputs: string;
  };
  readonly record: TickRecord;
  readonly head?: IntegrityHead;
  /** If the head is of a later tick: the record of that tick, and the path from it to the record of this tick */
  readonly day?: {
    /** Position of the leaf, from 0 */
    readonly index: number;
    /** Number of leaves of the tree */
    readonly count: number;
    /** Sibling hashes on the path to the root */
    readonly path: readonly string[];
    readonly record: TickRecord;
  };
}

export type ReceiptLine = IndexReceipt | ValueWithoutReceipt;

export interface RefusalHour {
  /** The hour contains the ticks after this instant, up to and including the one an hour later */
  readonly startTimestamp: string;
  /** Number of counted ticks: 120 in a complete hour; 0 if the service was down or did not count yet */
  readonly ticks: string;
  /** Accepted tickers, of all listings in all of these ticks */
  readonly accepted: string;
  /** Rejected tickers by reason; reasons without any are omitted */
  readonly refusals: {
    /** Tickers rejected for this reason */
    readonly BAD_NUMBER?: string;
    /** Tickers rejected for this reason */
    readonly BAD_TIME?: string;
    /** Tickers rejected for this reason */
    readonly EXCHANGE_STATUS?: string;
    /** Tickers rejected for this reason */
    readonly UNQUALIFIED?: string;
    /** Tickers rejected for this reason */
    readonly STALE?: string;
    /** Tickers rejected for this reason */
    readonly OUTLIER?: string;
    /** Tickers rejected for this reason */
    readonly NEW?: string;
  };
}

export interface SeriesCoverage {
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** The oldest value in the range. Absent if there is none */
  readonly first?: string;
  /** The newest value in the range. Absent if there is none */
  readonly last?: string;
  /** Ascending */
  readonly days: readonly {
    /** UTC date; the day contains the ticks after 00:00 up to and including the next 00:00 */
    readonly day: string;
    /** Requested slots of the day: the sum of ticks and missing */
    readonly expected: string;
    /** Existing values, including carried ones */
    readonly ticks: string;
    /** Values that were carried or held */
    readonly carried: string;
    /** Values with the flag MODELLED */
    readonly modelled: string;
    /** 1 if the end-of-day record is SEEDED, otherwise 0: a SEEDED day is from before the first tick */
    readonly seeded: string;
    /** Slots without a value */
    readonly missing: string;
  }[];
  /** Slots with from <= t < to that have no value, ascending. The list is complete */
  readonly gaps: readonly {
    /** The first slot without a value */
    readonly from: string;
    /** The slot after the last one without a value */
    readonly to: string;
    /** DOWN: the service was not running, or computed the value too late. SOURCE: the input from exchanges gave no value. DISK: the tick could not be stored, or was lost. NOT_LISTED: no exchange listed it as ACTIVE. UNKNOWN: the cause is not recorded */
    readonly reason: 'DOWN' | 'SOURCE' | 'DISK' | 'NOT_LISTED' | 'UNKNOWN';
  }[];
}

/** A serving node without a computing part omits what only the computing part knows */
export interface ServiceStatus {
  readonly version: string;
  /** Other versions that values and behaviour depend on */
  readonly versions: {
    /** Of Node.js */
    readonly node: string;
    /** The version that values are computed with */
    readonly methodology: string;
    /** Hash of the version that is served */
    readonly referenceData: string;
  };
  /** When this process started serving */
  readonly startedAt: string;
  /** Source of the data */
  readonly source: string;
  /** When this response was generated */
  readonly timestamp: string;
  /** Same as /readyz */
  readonly ready: boolean;
  /** Why the service is not ready */
  readonly notReady: readonly string[];
  /** What is impaired, with the reason: `sources` if too few exchanges respond to compute new prices, `revocations` if the database has been unreachable for so long that new tokens are rejected. A serving node stays ready in this state */
  readonly degraded?: readonly string[];
  readonly tick: {
    /** The last tick that is served */
    readonly timestamp: string;
    /** Time between the slot and its publication */
    readonly latenessSeconds?: string;
  };
  /** How far the clock is behind the last tick; nothing is published until the clock has passed it */
  readonly clockBehindSeconds?: string;
  readonly sources?: {
    /** Exchanges that were read successfully in the last 90 seconds */
    readonly answering: string;
    /** Exchanges that were not read successfully */
    readonly failing: string;
    /** Exchanges whose first read has not finished */
    readonly waiting: string;
    /** What prevents most exchanges from being read */
    readonly outage?: string;
    readonly exchanges: readonly ExchangeReading[];
  };
  readonly history: {
    /** The newest stored tick */
    readonly lastTick?: string;
    /** Market time since that tick */
    readonly lagSeconds: string;
    readonly series: {
      /** Number of series that have ever been stored */
      readonly MWA: string;
      /** Number of series that have ever been stored */
      readonly GWA: string;
      /** Number of series that have ever been stored */
      readonly LX: string;
    };
    /** Number of days with ticks */
    readonly tickDays: string;
    /** The first day with ticks */
    readonly oldestTickDay?: string;
    /** The first day with end-of-day records */
    readonly oldestEndOfDay?: string;
    /** Number of blocks, records and files known to be damaged */
    readonly damaged?: string;
    /** Number of files in quarantine */
    readonly quarantined?: string;
    /** Number of published ticks known to be lost */
    readonly lostTicks?: string;
  };
  readonly backfill?: {
    /** The current stage, or done */
    readonly stage: string;
    /** Progress from 0 to 1 */
    readonly done: string;
    /** Estimated time left, once known */
    readonly secondsLeft?: string;
  };
  readonly seeding?: {
    /** The current stage, or done */
    readonly stage: string;
    /** Progress from 0 to 1 */
    readonly done: string;
    /** Estimated time left, once known */
    readonly secondsLeft?: string;
  };
  readonly connections: {
    /** Connections that have presented a valid token */
    readonly known: string;
    /** Connections that have not presented one */
    readonly unknown: string;
    /** Maximum number of connections */
    readonly limit: string;
  };
  readonly stream?: {
    /** Websocket connections with a valid token */
    readonly connections: string;
    /** Subscriptions of all connections */
    readonly subscriptions: string;
    /** Bytes queued in this process for clients */
    readonly backlogBytes: string;
  };
  /** Last measurement, at most a minute old */
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
    /** Total bytes of the data directory */
    readonly all: string;
    /** Maximum bytes, set with --max-disk */
    readonly limit: string;
  };
}

export interface Sparkline {
  readonly indexId: string;
  readonly indexType: 'MWA' | 'GWA' | 'LX';
  /** When the last of the candles ends */
  readonly endTimestamp: string;
  /** Closes of the last 42 complete four-hour candles, oldest first; empty if there is no candle */
  readonly closes: readonly (string | '')[];
}

export interface TickRecord {
  /** The tick, milliseconds since 1970 */
  readonly at: number;
  readonly methodology: string;
  /** Hash of the reference data */
  readonly reference: string;
  readonly input: string;
  readonly state: string;
  readonly output: string;
  /** Roots over values, inputs and the records of the day, 32 bytes each, base64url */
  readonly roots: string;
  /** Hash of the previous record */
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
  /** Only assets with this symbol; case-sensitive */
  readonly symbol?: string;
  /** Only assets with this status */
  readonly status?: 'ACTIVE' | 'INACTIVE';
}

export interface GetAssetQuery {}

export interface ListMarketsQuery {
  /** Only markets with this base asset */
  readonly baseAssetId?: string;
  /** Only markets with this quote asset */
  readonly quoteAssetId?: string;
  /** Only markets with this name, such as BTC_USD; case-sensitive */
  readonly marketName?: string;
}

export interface GetMarketQuery {}

export interface ListExchangesQuery {
  /** Only exchanges with this status */
  readonly status?: 'ACTIVE' | 'INACTIVE' | 'MAINTENANCE';
  /** Only the exchange with exactly this name; not case-sensitive */
  readonly name?: string;
}

export interface GetExchangeQuery {}

export interface ListExchangeTickersQuery {
  /** Only tickers of this exchange */
  readonly exchangeId?: string;
  /** Only tickers of this market */
  readonly marketId?: string;
  /** Only tickers of the exchange with exactly this name, such as Kraken; not case-sensitive */
  readonly exchange?: string;
  /** Only tickers of the market with this name, such as BTC_USD; case-sensitive */
  readonly marketName?: string;
  /** Only the market with this base symbol; requires quoteSymbol */
  readonly baseSymbol?: string;
  /** Only the market with this quote symbol; requires baseSymbol */
  readonly quoteSymbol?: string;
  /** Continue after this record: nextId of the previous page */
  readonly startAfter?: string;
  /** Enables paging: maximum number of records per page (default with startAfter: 10) */
  readonly size?: number;
}

export interface ListIndexTickersQuery {
  /** Values at or before this time, newest first; a time in the future means now */
  readonly timestamp?: string;
  /** Only indices of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** Only this index: a market (MWA), an asset (GWA) or an LX */
  readonly indexId?: string;
  /** Only the GWA of the asset with this symbol, such as BTC; case-sensitive */
  readonly symbol?: string;
  /** Only the GWA of the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Only the MWA of the market with this name, such as BTC_USD */
  readonly marketName?: string;
  /** Only the LX with this name: BLX, ELX or XRPLX */
  readonly name?: string;
  /** Only records at or after this time (default: the oldest) */
  readonly from?: string;
  /** Only records before this time (default: now) */
  readonly to?: string;
  /** Newest first (desc, the default) or oldest first (asc) */
  readonly order?: 'desc' | 'asc';
  /** Continue after this record, with the same filters */
  readonly startAfter?: string;
  /** Maximum number of records per page; requires timestamp, a range or startAfter (default: 10) */
  readonly size?: number;
}

export interface ExplainIndexTickerQuery {}

export interface ListReceiptsQuery {
  /** Id of an index */
  readonly indexId: string;
  /** Only ticks at or after this time */
  readonly from: string;
  /** Only ticks before this time (default: now) */
  readonly to?: string;
}

export interface ListKeptReceiptsQuery {
  /** Only this index, by LX name, market name, symbol or slug, in this order, such as BLX, BTC_USD, BTC or bitcoin */
  readonly name?: string;
  /** Only records at or after this time (default: the oldest) */
  readonly from?: string;
  /** Only records before this time (default: now) */
  readonly to?: string;
  /** Newest first (desc, the default) or oldest first (asc) */
  readonly order?: 'desc' | 'asc';
  /** Continue after this record, with the same filters */
  readonly startAfter?: string;
  /** Maximum number of records per page (default: 10); at most 50 */
  readonly size?: number;
}

export interface ListOhlcvQuery {
  /** Days that start at or before this time, newest first */
  readonly timestamp?: string;
  /** Only indices of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** Only this index: a market (MWA), an asset (GWA) or an LX */
  readonly indexId?: string;
  /** Only the GWA of the asset with this symbol, such as BTC; case-sensitive */
  readonly symbol?: string;
  /** Only the GWA of the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Only the MWA of the market with this name, such as BTC_USD */
  readonly marketName?: string;
  /** Only the LX with this name: BLX, ELX or XRPLX */
  readonly name?: string;
  /** Only records at or after this time (default: the oldest) */
  readonly from?: string;
  /** Only records before this time (default: now) */
  readonly to?: string;
  /** Newest first (desc, the default) or oldest first (asc) */
  readonly order?: 'desc' | 'asc';
  /** Continue after this record, with the same filters */
  readonly startAfter?: string;
  /** Maximum number of records per page; requires timestamp, a range or startAfter (default: 10) */
  readonly size?: number;
  /** Length of a record: always one day */
  readonly interval?: '1d';
}

export interface ListCandlesQuery {
  /** Length of each candle */
  readonly interval: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d';
  /** Only this index: a market (MWA), an asset (GWA) or an LX */
  readonly indexId?: string;
  /** Only the GWA of the asset with this symbol, such as BTC; case-sensitive */
  readonly symbol?: string;
  /** Only the GWA of the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Only the MWA of the market with this name, such as BTC_USD */
  readonly marketName?: string;
  /** Only the LX with this name: BLX, ELX or XRPLX */
  readonly name?: string;
  /** Only records at or after this time (default: the oldest) */
  readonly from?: string;
  /** Only records before this time (default: now) */
  readonly to?: string;
  /** Newest first (desc, the default) or oldest first (asc) */
  readonly order?: 'desc' | 'asc';
  /** Not supported for candles: use from and to */
  readonly timestamp?: string;
  /** Continue after this candle, with the same filters */
  readonly startAfter?: string;
  /** Maximum number of candles per page (default: 500) */
  readonly size?: number;
}

export interface GetSeriesCoverageQuery {
  /** Only slots at or after this time (default: the oldest value) */
  readonly from?: string;
  /** Only slots before this time (default: now) */
  readonly to?: string;
}

export interface ListSparklinesQuery {
  /** Only indices of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
}

export interface ExportIndexTickersQuery {
  /** Ids of indices; ids and names together may select up to 100 */
  readonly indexId?: string;
  /** Symbols of the assets whose GWA to export, such as BTC,ETH */
  readonly symbol?: string;
  /** Slugs of the assets whose GWA to export, such as bitcoin */
  readonly slugName?: string;
  /** Names of the markets whose MWA to export, such as BTC_USD,ETH_USD */
  readonly marketName?: string;
  /** Names of the LX to export: BLX, ELX, XRPLX */
  readonly name?: string;
  /** Only records at or after this time */
  readonly from: string;
  /** Only records before this time (default: now) */
  readonly to?: string;
}

export interface ExportOhlcvQuery {
  /** Ids of indices; ids and names together may select up to 100 */
  readonly indexId?: string;
  /** Symbols of the assets whose GWA to export, such as BTC,ETH */
  readonly symbol?: string;
  /** Slugs of the assets whose GWA to export, such as bitcoin */
  readonly slugName?: string;
  /** Names of the markets whose MWA to export, such as BTC_USD,ETH_USD */
  readonly marketName?: string;
  /** Names of the LX to export: BLX, ELX, XRPLX */
  readonly name?: string;
  /** Only records at or after this time */
  readonly from: string;
  /** Only records before this time (default: now) */
  readonly to?: string;
}

export interface ExportCandlesQuery {
  /** Length of each candle */
  readonly interval: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d';
  /** Ids of indices; ids and names together may select up to 100 */
  readonly indexId?: string;
  /** Symbols of the assets whose GWA to export, such as BTC,ETH */
  readonly symbol?: string;
  /** Slugs of the assets whose GWA to export, such as bitcoin */
  readonly slugName?: string;
  /** Names of the markets whose MWA to export, such as BTC_USD,ETH_USD */
  readonly marketName?: string;
  /** Names of the LX to export: BLX, ELX, XRPLX */
  readonly name?: string;
  /** Only records at or after this time */
  readonly from: string;
  /** Only records before this time (default: now) */
  readonly to?: string;
}

export interface ListDayFilesQuery {
  /** Only files of this type of index */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** Only days that begin at or after this time */
  readonly from?: string;
  /** Only days that begin before this time */
  readonly to?: string;
}

export interface GetDayFileQuery {}

export interface ConvertQuery {
  /** The asset to convert; this or fromSymbol is required */
  readonly fromAssetId?: string;
  /** The asset to convert into; this or toSymbol is required */
  readonly toAssetId?: string;
  /** The asset to convert, by symbol, such as BTC; case-sensitive */
  readonly fromSymbol?: string;
  /** The asset to convert into, by symbol, such as EUR */
  readonly toSymbol?: string;
  /** Amount to convert (default: 1) */
  readonly amount?: string;
}

export interface ListMarketCapsQuery {
  /** Only this asset; its ranks are still those among all assets */
  readonly assetId?: string;
  /** Only the asset with this symbol, such as BTC; case-sensitive */
  readonly symbol?: string;
  /** Only the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Include the changes over 24 hours, 7 days and 30 days (default: false). They are omitted in the first seconds of a new installation, while history is being read */
  readonly percentChange?: boolean;
  /** Only this many assets, from rank 1 */
  readonly top?: number;
}

export interface GetMarketCapTotalQuery {}

export interface ListIndexQualityQuery {
  /** Only indices of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** Only this index: a market (MWA), an asset (GWA) or an LX */
  readonly indexId?: string;
  /** Only the GWA of the asset with this symbol, such as BTC; case-sensitive */
  readonly symbol?: string;
  /** Only the GWA of the asset with this slug, such as bitcoin */
  readonly slugName?: string;
  /** Only the MWA of the market with this name, such as BTC_USD */
  readonly marketName?: string;
  /** Only the LX with this name: BLX, ELX or XRPLX */
  readonly name?: string;
}

export interface ListExchangeQualityQuery {
  /** Only this exchange */
  readonly exchangeId?: string;
}

export interface ListDerivativeContractsQuery {
  /** Id of the exchange */
  readonly exchangeId: string;
  /** Only contracts on this market */
  readonly marketId?: string;
  /** Active contracts, expired contracts, or both (default: ACTIVE) */
  readonly include?: 'ACTIVE' | 'ALL' | 'EXPIRED';
}

export interface GetDerivativeContractQuery {}

export interface ListDerivativeTickersQuery {
  /** Id of the exchange */
  readonly exchangeId: string;
  /** Only contracts on this market */
  readonly marketId?: string;
  /** Only this contract */
  readonly contractId?: string;
}

export interface GetIntegrityHeadQuery {}

export interface ListIntegrityHeadsQuery {
  /** Only heads of ticks at or after this time */
  readonly from?: string;
  /** Only heads of ticks before this time */
  readonly to?: string;
  /** Newest first (desc, the default) or oldest first (asc) */
  readonly order?: 'desc' | 'asc';
  /** Continue after this record, with the same filters */
  readonly startAfter?: string;
  /** Maximum number of records per page (default: 10) */
  readonly size?: number;
}

export interface ProveIndexTickerQuery {}

export interface ListAlertsQuery {}

export interface GetAlertQuery {}

export interface ListAlertDeliveriesQuery {}

export interface ListAlertEndpointsQuery {}

export interface StatusQuery {}

/** Every route that reads: its parameters and its answer. */
export interface Operations {
  /** Fiat and crypto assets */
  listAssets: { path: {}; query: ListAssetsQuery; answer: List<Asset> };
  /** One asset */
  getAsset: { path: { /** Id of the asset */ readonly id: string }; query: GetAssetQuery; answer: Asset };
  /** Markets: a base asset priced in a quote asset, on any exchange */
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
  /** Reference prices: the latest of each index, or past values page by page */
  listIndexTickers: { path: {}; query: ListIndexTickersQuery; answer: Page<IndexTicker> };
  /** The receipt of a reference price: how it was computed, from its recorded inputs */
  explainIndexTicker: {
    path: { /** Id of an index ticker */ readonly id: string };
    query: ExplainIndexTickerQuery;
    answer: IndexReceipt;
  };
  /** Receipts of up to 120 consecutive values of one index, one per line, oldest first */
  listReceipts: { path: {}; query: ListReceiptsQuery; answer: Lines };
  /** Receipts that the operator keeps permanently */
  listKeptReceipts: { path: {}; query: ListKeptReceiptsQuery; answer: Page<KeptReceipt> };
  /** End-of-day records: the last complete day of each index, or past days page by page */
  listOhlcv: { path: {}; query: ListOhlcvQuery; answer: Page<OpenHighLowCloseVolume> };
  /** Candles of one index, from one minute to one day long */
  listCandles: { path: {}; query: ListCandlesQuery; answer: Page<Candle> };
  /** Completeness of an index by day, and why values are missing */
  getSeriesCoverage: {
    path: { /** Id of an index */ readonly indexId: string };
    query: GetSeriesCoverageQuery;
    answer: SeriesCoverage;
  };
  /** Closes of the last 42 complete four-hour candles of every index, which is one week */
  listSparklines: { path: {}; query: ListSparklinesQuery; answer: List<Sparkline> };
  /** Index tickers of up to 100 indices as a file, index by index in the requested order, oldest first */
  exportIndexTickers: { path: {}; query: ExportIndexTickersQuery; answer: Lines };
  /** End-of-day records of up to 100 indices as a file, index by index in the requested order, oldest first */
  exportOhlcv: { path: {}; query: ExportOhlcvQuery; answer: Lines };
  /** Candles of up to 100 indices as a file, index by index in the requested order, oldest first */
  exportCandles: { path: {}; query: ExportCandlesQuery; answer: Lines };
  /** Parquet files of all index tickers that have been made, one per complete day and type of index, newest first */
  listDayFiles: { path: {}; query: ListDayFilesQuery; answer: List<DayFile> };
  /** A Parquet file of all index tickers of one type on one day */
  getDayFile: {
    path: { /** Name of the file as in the list, such as mwa-2026-01-31.parquet */ readonly name: string };
    query: GetDayFileQuery;
    answer: unknown;
  };
  /** Conversion of an amount from one asset into another, at their reference prices */
  convert: { path: {}; query: ConvertQuery; answer: Conversion };
  /** Market caps of all assets, sorted by rank */
  listMarketCaps: { path: {}; query: ListMarketCapsQuery; answer: List<MarketCap> };
  /** Total market cap and volume of all established assets, and the share of Bitcoin */
  getMarketCapTotal: { path: {}; query: GetMarketCapTotalQuery; answer: MarketCapTotal };
  /** Quality of each index at the last tick: its exchanges, their agreement and its flags */
  listIndexQuality: { path: {}; query: ListIndexQualityQuery; answer: List<IndexQuality> };
  /** What each exchange contributes, and which of its tickers were rejected in the last 24 hours */
  listExchangeQuality: { path: {}; query: ListExchangeQualityQuery; answer: List<ExchangeQuality> };
  /** Contracts of one type on one exchange, sorted by market, expiration and name */
  listDerivativeContracts: {
    path: { /** Type of the contracts */ readonly derivativeType: 'futures' | 'perpetuals' | 'options' };
    query: ListDerivativeContractsQuery;
    answer: List<DerivativeContract>;
  };
  /** One contract, active or expired */
  getDerivativeContract: {
    path: {
      /** Type of the contracts */ readonly derivativeType: 'futures' | 'perpetuals' | 'options';
      /** Id of the contract */ readonly id: string;
    };
    query: GetDerivativeContractQuery;
    answer: DerivativeContract;
  };
  /** The latest ticker of each active contract of one type on one exchange */
  listDerivativeTickers: {
    path: { /** Type of the contracts */ readonly derivativeType: 'futures' | 'perpetuals' | 'options' };
    query: ListDerivativeTickersQuery;
    answer: List<DerivativeTicker>;
  };
  /** The signed head of the chain of tick records; keep a copy to detect later changes to history */
  getIntegrityHead: { path: {}; query: GetIntegrityHeadQuery; answer: IntegrityHead };
  /** The signed head after the last tick of each completed day */
  listIntegrityHeads: { path: {}; query: ListIntegrityHeadsQuery; answer: Page<DayHead> };
  /** Proof that the record of a tick contains a value, and that a signed head covers the record */
  proveIndexTicker: {
    path: { /** Id of an index ticker */ readonly id: string };
    query: ProveIndexTickerQuery;
    answer: ValueProof;
  };
  /** The client's alerts */
  listAlerts: { path: {}; query: ListAlertsQuery; answer: List<Alert> };
  /** One alert of the client */
  getAlert: {
    path: { /** An alert of this client */ readonly id: string };
    query: GetAlertQuery;
    answer: Alert;
  };
  /** Deliveries of the messages of an alert, newest first */
  listAlertDeliveries: {
    path: { /** An alert of this client */ readonly id: string };
    query: ListAlertDeliveriesQuery;
    answer: List<AlertDelivery>;
  };
  /** The client's alert endpoints */
  listAlertEndpoints: { path: {}; query: ListAlertEndpointsQuery; answer: List<AlertEndpoint> };
  /** State of the service; requests from the same machine need no token */
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
  listDayFiles: '/files',
  getDayFile: '/files/{name}',
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
  listAlerts: '/alerts*',
  getAlert: '/alerts/{id}*',
  listAlertDeliveries: '/alerts/{id}/deliveries',
  listAlertEndpoints: '/alert-endpoints',
  status: '/status*',
} as const satisfies Readonly<Record<keyof Operations, string>>;

/** The connection is open and the token is valid */
export interface ConnectedMessage {
  readonly event: 'CONNECTED';
  /** When the server sent it */
  readonly timestamp: string;
  /** Where simulated or replayed data come from; absent with live data */
  readonly source?: string;
}

/** A request failed; the connection stays open, except after 401, 503 or too many 429 */
export interface ErrorMessage {
  readonly event: 'ERROR';
  readonly code: '400' | '401' | '403' | '404' | '413' | '429' | '503';
  readonly message: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Checks that the server is alive */
export interface ClientPingMessage {
  readonly event: 'PING';
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Answers a PING; never an error */
export interface ClientPongMessage {
  readonly event: 'PONG';
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Checks that the client is alive, about every 30 seconds */
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
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Subscribes to exchange tickers */
export interface SubscribeExchangeTickerMessage {
  readonly event: 'SUBSCRIBE_EXCHANGE_TICKER';
  /** All markets of this exchange, or only the given market */
  readonly exchangeId?: string;
  /** This market on all exchanges, or only on exchangeId */
  readonly marketId?: string;
  /** Instead of marketId: the name of the market, such as BTC_USD */
  readonly marketName?: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Confirms the subscription; the current value follows if there is one */
export interface SubscribedExchangeTickerMessage {
  readonly event: 'SUBSCRIBED_EXCHANGE_TICKER';
  readonly exchangeId?: string;
  readonly marketId?: string;
  readonly marketName?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Ends a subscription; takes the same fields as the subscription */
export interface UnsubscribeExchangeTickerMessage {
  readonly event: 'UNSUBSCRIBE_EXCHANGE_TICKER';
  /** All markets of this exchange, or only the given market */
  readonly exchangeId?: string;
  /** This market on all exchanges, or only on exchangeId */
  readonly marketId?: string;
  /** Instead of marketId: the name of the market, such as BTC_USD */
  readonly marketName?: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Confirms the end; no more messages of that subscription follow */
export interface UnsubscribedExchangeTickerMessage {
  readonly event: 'UNSUBSCRIBED_EXCHANGE_TICKER';
  readonly exchangeId?: string;
  readonly marketId?: string;
  readonly marketName?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** An exchange ticker, once per refresh */
export interface ExchangeTickerMessage {
  readonly event: 'EXCHANGE_TICKER';
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** Price of the last trade */
  readonly last: string;
  /** Base units traded in the trailing 24 hours; absent if a live exchange does not report it */
  readonly volume?: string;
  /** Best bid */
  readonly bid?: string;
  /** Best ask */
  readonly ask?: string;
  /** The 30-second refresh in which it was collected */
  readonly timestamp: string;
  /** When the price was last updated at the exchange */
  readonly lastMoved: string;
  /** Milliseconds at timestamp since the ticker was last read, or since the exchange's own time if that is more than a minute older */
  readonly ageMs?: number;
}

/** Subscribes to index ticks */
export interface SubscribeIndexTickerMessage {
  readonly event: 'SUBSCRIBE_INDEX_TICKER';
  /** A market (MWA), an asset (GWA) or an LX id */
  readonly indexId?: string;
  /** All indices of this type; if an index is given too, it must be of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** Instead of indexId: the GWA of the asset with this symbol, such as BTC */
  readonly symbol?: string;
  /** Instead of indexId: the GWA of the asset with this slug */
  readonly slugName?: string;
  /** Instead of indexId: the MWA of this market, such as BTC_USD */
  readonly marketName?: string;
  /** Instead of indexId: the LX with this name, such as BLX */
  readonly name?: string;
  /** Only with a single index, at most 24 hours ago: the ticks after this instant are sent first, in order */
  readonly since?: string;
  /** If you read too slowly, you get the newest value of each index and a message CONFLATED, instead of close code 1013 */
  readonly conflate?: boolean;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Confirms the subscription; the current value follows if there is one */
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
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Ends a subscription; takes the same fields as the subscription */
export interface UnsubscribeIndexTickerMessage {
  readonly event: 'UNSUBSCRIBE_INDEX_TICKER';
  /** A market (MWA), an asset (GWA) or an LX id */
  readonly indexId?: string;
  /** All indices of this type; if an index is given too, it must be of this type */
  readonly indexType?: 'MWA' | 'GWA' | 'LX';
  /** Instead of indexId: the GWA of the asset with this symbol, such as BTC */
  readonly symbol?: string;
  /** Instead of indexId: the GWA of the asset with this slug */
  readonly slugName?: string;
  /** Instead of indexId: the MWA of this market, such as BTC_USD */
  readonly marketName?: string;
  /** Instead of indexId: the LX with this name, such as BLX */
  readonly name?: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Confirms the end; no more messages of that subscription follow */
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
  /** Returned unchanged in the reply */
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
  /** Why the value is not the plain result of the formula; see the methodology */
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

/** Follows the newest values that a slow reader gets after a subscription with `conflate` */
export interface ConflatedMessage {
  readonly event: 'CONFLATED';
  /** Number of ticks that were left out */
  readonly skipped: number;
  /** When the server sent it */
  readonly timestamp: string;
}

/** Subscribes to trades */
export interface SubscribeTradeMessage {
  readonly event: 'SUBSCRIBE_TRADE';
  /** All markets of this exchange, or only the given market */
  readonly exchangeId?: string;
  /** This market on all exchanges, or only on exchangeId */
  readonly marketId?: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Confirms the subscription; the current value follows if there is one */
export interface SubscribedTradeMessage {
  readonly event: 'SUBSCRIBED_TRADE';
  readonly exchangeId?: string;
  readonly marketId?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Ends a subscription; takes the same fields as the subscription */
export interface UnsubscribeTradeMessage {
  readonly event: 'UNSUBSCRIBE_TRADE';
  /** All markets of this exchange, or only the given market */
  readonly exchangeId?: string;
  /** This market on all exchanges, or only on exchangeId */
  readonly marketId?: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Confirms the end; no more messages of that subscription follow */
export interface UnsubscribedTradeMessage {
  readonly event: 'UNSUBSCRIBED_TRADE';
  readonly exchangeId?: string;
  readonly marketId?: string;
  /** When the server sent it */
  readonly timestamp: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** A trade, on arrival */
export interface TradeMessage {
  readonly event: 'TRADE';
  readonly id: string;
  /** The exchange's own id of the trade */
  readonly tradeId: string;
  readonly exchangeId: string;
  /** Name of the exchange */
  readonly exchange: string;
  readonly marketId: string;
  /** The name of the market, such as BTC_USD */
  readonly marketName: string;
  /** In the quote asset */
  readonly price: string;
  /** In base units */
  readonly amount: string;
  /** When the trade happened, according to the exchange */
  readonly exchangeTimestamp: string;
  /** When the service received the trade */
  readonly timestamp: string;
}

/** Subscribes to the client's own alerts */
export interface SubscribeAlertMessage {
  readonly event: 'SUBSCRIBE_ALERT';
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Confirms the subscription; the current value follows if there is one */
export interface SubscribedAlertMessage {
  readonly event: 'SUBSCRIBED_ALERT';
  /** When the server sent it */
  readonly timestamp: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Ends a subscription; takes the same fields as the subscription */
export interface UnsubscribeAlertMessage {
  readonly event: 'UNSUBSCRIBE_ALERT';
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** Confirms the end; no more messages of that subscription follow */
export interface UnsubscribedAlertMessage {
  readonly event: 'UNSUBSCRIBED_ALERT';
  /** When the server sent it */
  readonly timestamp: string;
  /** Returned unchanged in the reply */
  readonly requestId?: number | string;
}

/** An alert of this client fired or resolved, as soon as it is durable; what was missed is not sent later */
export interface AlertMessage {
  readonly event: 'ALERT';
  readonly type: 'alert.fired' | 'alert.resolved';
  /** Slot in which it fired or resolved */
  readonly timestamp: string;
  readonly data: {
    readonly alertId: string;
    readonly name?: string;
    readonly alertType:
      | 'ABOVE'
      | 'BELOW'
      | 'MOVED'
      | 'DEVIATION'
      | 'FLAG'
      | 'STALE'
      | 'EXCHANGE_DOWN'
      | 'GAP'
      | 'DAMAGE';
    /** Slot in which the alert fired */
    readonly firedAt: string;
    /** alert.resolved only */
    readonly resolvedAt?: string;
    /** alert.resolved only: the condition is over, or the alert was changed or deleted */
    readonly reason?: 'OVER' | 'CHANGED' | 'DELETED';
    /** As the client named it */
    readonly index?: string;
    readonly indexId?: string;
    readonly indexType?: 'MWA' | 'GWA' | 'LX';
    /** The value of the index */
    readonly price?: string;
    /** DEVIATION: as the client named it */
    readonly otherIndex?: string;
    readonly otherIndexId?: string;
    readonly otherIndexType?: 'MWA' | 'GWA' | 'LX';
    /** DEVIATION: the value of the other index */
    readonly otherPrice?: string;
    readonly exchangeId?: string;
    /** ABOVE, BELOW: that of the alert */
    readonly threshold?: string;
    /** MOVED, DEVIATION: that of the alert */
    readonly percent?: string;
    /** MOVED, DEVIATION: the difference in percent */
    readonly change?: string;
    /** MOVED: the instant of the price that the move is measured from. STALE, EXCHANGE_DOWN: when data was last seen */
    readonly since?: string;
    /** Flags of the values in this message: they are not sound */
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
    /** GAP: slots without a tick before this one */
    readonly missingSlots?: number;
    /** DAMAGE: parts of the stored data */
    readonly damagedParts?: number;
    /** Where simulated or replayed data come from; absent with live data */
    readonly source?: string;
  };
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
  | ConflatedMessage
  | SubscribedTradeMessage
  | UnsubscribedTradeMessage
  | TradeMessage
  | SubscribedAlertMessage
  | UnsubscribedAlertMessage
  | AlertMessage;

/** What clients send over the websocket. */
export type ClientMessage =
  | ClientPingMessage
  | ClientPongMessage
  | SubscribeExchangeTickerMessage
  | UnsubscribeExchangeTickerMessage
  | SubscribeIndexTickerMessage
  | UnsubscribeIndexTickerMessage
  | SubscribeTradeMessage
  | UnsubscribeTradeMessage
  | SubscribeAlertMessage
  | UnsubscribeAlertMessage;

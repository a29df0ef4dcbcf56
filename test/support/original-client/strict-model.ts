import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * What a strict client of the original service accepts: these fields, of these types, and no others. Written from the description of the
 * original's records, not from the schemas of this service.
 */
const uuid = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
const text = { type: 'string', minLength: 1 };
const instant = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` };
const number = { type: 'number' };
const decimal = { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` };
const one = (...values: readonly string[]) => ({ enum: values });
const requestId = { anyOf: [text, { type: 'integer' }] };

type Fields = Readonly<Record<string, object>>;

function record(required: Fields, optional: Fields = {}): object {
  const properties = { ...required, ...optional };
  return { type: 'object', properties, required: Object.keys(required), additionalProperties: false };
}

const indexType = one('MWA', 'GWA', 'LX');
const change = record({}, { change24h: number, change7d: number, change30d: number });
const contract = {
  id: uuid,
  exchangeId: uuid,
  marketId: uuid,
  exchangeName: text,
  settlementCurrency: text,
  contractValue: decimal,
  valueCurrency: text,
};

const RECORDS = {
  asset: record(
    {
      id: uuid,
      name: text,
      symbol: text,
      slugName: text,
      status: one('ACTIVE', 'INACTIVE'),
      type: one('FIAT', 'CRYPTO'),
      url: text,
    },
    { contractAddress: text },
  ),
  market: record({ id: uuid, baseAssetId: uuid, quoteAssetId: uuid }),
  exchange: record({
    id: uuid,
    name: text,
    url: text,
    status: one('ACTIVE', 'INACTIVE', 'MAINTENANCE'),
    markets: {
      type: 'array',
      items: record({ marketId: uuid, marketStatus: one('ACTIVE', 'INACTIVE'), qualified: one('YES', 'NO') }),
    },
    symbols: { type: 'array', items: record({ assetId: uuid, symbol: text }) },
  }),
  'exchange-ticker': record(
    {
      id: uuid,
      exchangeId: uuid,
      marketId: uuid,
      last: number,
      volume: number,
      timestamp: instant,
      lastMoved: instant,
    },
    { bid: number, ask: number },
  ),
  'index-ticker': record(
    { id: uuid, indexId: uuid, indexType, price: number, volume: number, timestamp: instant },
    { tickVolume: number },
  ),
  ohlcv: record({
    id: uuid,
    indexId: uuid,
    indexType,
    open: number,
    high: number,
    low: number,
    close: number,
    volume: number,
    volumeUsd: number,
    vwap: number,
    twap: number,
    startTimestamp: instant,
    endTimestamp: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT23:59:59\.999Z$` },
    timestamp: instant,
  }),
  'market-cap': record(
    {
      id: uuid,
      assetId: uuid,
      timestamp: instant,
      marketCapRank: { type: 'integer' },
      volumeRank: { type: 'integer' },
      price: number,
      volume: number,
      totalSupply: number,
      freeFloatSupply: number,
      marketCap: number,
      totalMarketCap: number,
    },
    {
      marketCapPercentChange: change,
      totalMarketCapPercentChange: change,
      volumePercentChange: change,
      pricePercentChange: change,
    },
  ),
  'derivatives/contract': record(contract, {
    optionType: one('CALL', 'PUT'),
    optionStrike: decimal,
    listing: instant,
    expiration: instant,
  }),
  'derivatives/ticker': record(
    {
      id: uuid,
      contractId: uuid,
      exchangeId: uuid,
      marketId: uuid,
      timestamp: instant,
      price: number,
      volume: number,
      volumeUsd: number,
    },
    {
      bid: number,
      ask: number,
      openInterest: number,
      openInterestUsd: number,
      indexPrice: number,
      markPrice: number,
      fundingRate: number,
    },
  ),
} as const;

const MESSAGES = {
  CONNECTED: record({ event: text, timestamp: instant }),
  PING: record({ event: text, timestamp: instant }),
  PONG: record({ event: text, timestamp: instant }, { requestId }),
  ERROR: record({ event: text, code: text, message: text, timestamp: instant }, { requestId }),
  SUBSCRIBED_INDEX_TICKER: record(
    { event: text, indexType, timestamp: instant },
    { indexId: uuid, requestId },
  ),
  UNSUBSCRIBED_INDEX_TICKER: record(
    { event: text, indexType, timestamp: instant },
    { indexId: uuid, requestId },
  ),
  INDEX_TICKER: record(
    { event: text, id: uuid, indexId: uuid, indexType, price: decimal, volume: decimal, timestamp: instant },
    { name: one('BLX', 'ELX', 'XRPLX'), tickVolume: decimal },
  ),
  SUBSCRIBED_EXCHANGE_TICKER: record(
    { event: text, timestamp: instant },
    { exchangeId: uuid, marketId: uuid, marketName: text, requestId },
  ),
  EXCHANGE_TICKER: record(
    {
      event: text,
      id: uuid,
      exchangeId: uuid,
      marketId: uuid,
      last: decimal,
      volume: decimal,
      timestamp: instant,
    },
    { bid: decimal, ask: decimal },
  ),
  SUBSCRIBED_TRADE: record(
    { event: text, timestamp: instant },
    { exchangeId: uuid, marketId: uuid, requestId },
  ),
  TRADE: record({
    event: text,
    id: uuid,
    tradeId: text,
    exchangeId: uuid,
    exchange: text,
    marketId: uuid,
    marketName: text,
    price: decimal,
    amount: decimal,
    exchangeTimestamp: instant,
    timestamp: instant,
  }),
} as const;

const OTHERS = {
  token: record({
    access_token: text,
    scope: text,
    expires_in: { const: 86_399 },
    token_type: { const: 'Bearer' },
  }),
  convert: record({ amount: number, rate: number }),
  error: record({
    status: text,
    timestamp: instant,
    message: text,
    errors: {
      type: 'array',
      items: record({ object: text, field: text, rejectedValue: { type: 'string' }, message: text }),
    },
  }),
} as const;

export type RecordName = keyof typeof RECORDS;

const ajv = new Ajv2020({ allErrors: true });
const compiled = new Map<object, ValidateFunction>();

function problems(schema: object, value: unknown): readonly string[] {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The problems of a list: empty is `{}`, and each page names its last record. */
export function listProblems(name: RecordName, answer: unknown, isPage = false): readonly string[] {
  const content = { type: 'array', items: RECORDS[name], minItems: 1 };
  const list = isPage ? record({ content, nextId: uuid }) : record({ content });
  return problems({ anyOf: [list, record({})] }, answer).length === 0 ? [] : problems(list, answer);
}

export function recordProblems(name: RecordName | keyof typeof OTHERS, answer: unknown): readonly string[] {
  return problems({ ...RECORDS, ...OTHERS }[name], answer);
}

export function messageProblems(message: { readonly event: string }): readonly string[] {
  const schema = (MESSAGES as Readonly<Record<string, object>>)[message.event];
  return schema ? problems(schema, message) : [`there is no event ${message.event}`];
}

import { Type, type TOptions, type TProperties, type TSchema } from './schema.ts';
import { INDEX_TYPES, type IndexType } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import { LX_INDICES } from '../core/ids/well-known-ids.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import {
  datetimeParameter as instant,
  oneOf,
  textParameter,
  uuid,
  type ParameterKind,
} from './parameter-kinds.ts';
import { ALERT_DATA } from './records/alert.ts';
import { ExchangeTicker } from './records/exchange-ticker.ts';
import { IndexTicker } from './records/index-ticker.ts';
import { datetime, quantity, Uuid } from './schemas.ts';

/** A JSON boolean. */
const jsonBoolean: ParameterKind<boolean> = {
  schema: Type.Boolean(),
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  expects: 'must be true or false',
};

/** The fields that a client may send besides `event` and `requestId`, with their kinds. */
export const FIELD_KINDS = {
  exchangeId: uuid,
  marketId: uuid,
  marketName: textParameter,
  indexId: uuid,
  indexType: oneOf(INDEX_TYPES),
  symbol: textParameter,
  slugName: textParameter,
  name: textParameter,
  since: instant,
  conflate: jsonBoolean,
} as const satisfies Readonly<Record<string, ParameterKind<unknown>>>;

export type FieldName = keyof typeof FIELD_KINDS;

/** The parsed fields of a message; absent if not sent. */
export interface Fields {
  readonly exchangeId?: string;
  readonly marketId?: string;
  readonly marketName?: string;
  readonly indexId?: string;
  readonly indexType?: IndexType;
  readonly symbol?: string;
  readonly slugName?: string;
  readonly name?: string;
  readonly since?: Millis;
  readonly conflate?: boolean;
}

/** Fields whose values are not texts. */
export const BOOLEAN_FIELDS: ReadonlySet<FieldName> = new Set(['conflate']);

export const MAX_REQUEST_ID_LENGTH = 64;
export type RequestId = string | number;

export const STREAM_ERROR_CODES = {
  400: 'Bad JSON, a binary frame, an unknown event, a missing or malformed field, an ambiguous name',
  401: 'The token is missing, invalid, revoked or not for the websocket, or its client was disabled; the connection is closed',
  403: 'The token lacks the required scope',
  404: 'An unknown id, or no such subscription',
  413: 'A message over 4 KiB',
  429: 'Too many messages, subscriptions or connections; a client that goes on over its rate is closed with 1008',
  503: 'Whether the token was revoked is not known for the moment; the connection ends: connect again, after a delay',
} as const;

/** As sent to clients: a string. */
export type StreamErrorCode = `${keyof typeof STREAM_ERROR_CODES}`;

/** A message of the protocol: its event, its sender and its schema. */
export interface Message {
  readonly event: string;
  readonly from: 'client' | 'server';
  readonly summary: string;
  readonly schema: TSchema;
  /** A message that matches the schema. Examples of client messages can be sent unchanged. */
  readonly example: Example;
}

type Example = Readonly<Record<string, unknown>>;

const requestId = Type.Optional(
  Type.Union([Type.Integer(), Type.String({ maxLength: MAX_REQUEST_ID_LENGTH })], {
    description: 'Returned unchanged in the reply',
  }),
);
const timestamp = datetime('When the server sent it');

function fromClient(
  event: string,
  summary: string,
  properties: TProperties,
  example: Example,
  extra: TOptions = {},
): Message {
  const schema = Type.Object({ event: Type.Literal(event), ...properties, requestId }, extra);
  return { event, from: 'client', summary, schema, example: { event, ...example } };
}

const EXAMPLE_TIME = { timestamp: '2026-01-31T12:00:30.000Z' };
const EXAMPLE_REQUEST = { requestId: 1 };

function reply(event: string, summary: string, properties: TProperties, example: Example): Message {
  const examples = { ...example, ...EXAMPLE_TIME, ...EXAMPLE_REQUEST };
  return fromServer(event, summary, { ...properties, timestamp, requestId }, examples);
}

function fromServer(event: string, summary: string, properties: TProperties, example: Example): Message {
  const schema = Type.Closed({ event: Type.Literal(event), ...properties });
  return { event, from: 'server', summary, schema, example: { event, ...example } };
}

const filter = (name: FieldName, description: string) =>
  Type.Optional({ ...FIELD_KINDS[name].schema, description });

interface ChannelFields {
  /** The fields of a subscription. */
  readonly requestFields: TProperties;
  /** Fields that are only valid in SUBSCRIBE. */
  readonly options?: TProperties;
  readonly confirmationFields: TProperties;
  readonly extra: TOptions;
  readonly examples: { readonly request: Example; readonly confirmation: Example };
}

/** Subscribing and unsubscribing work the same way on every channel. */
function channelMessages(
  channel: string,
  what: string,
  { requestFields, options = {}, confirmationFields, extra, examples }: ChannelFields,
): Message[] {
  const example = { ...examples.request, ...EXAMPLE_REQUEST };
  const confirmed = 'Confirms the subscription; the current value follows if there is one';
  return [
    fromClient(
      `SUBSCRIBE_${channel}`,
      `Subscribes to ${what}`,
      { ...requestFields, ...options },
      example,
      extra,
    ),
    reply(`SUBSCRIBED_${channel}`, confirmed, confirmationFields, examples.confirmation),
    fromClient(
      `UNSUBSCRIBE_${channel}`,
      `Ends a subscription; takes the same fields as the subscription`,
      requestFields,
      example,
      extra,
    ),
    reply(
      `UNSUBSCRIBED_${channel}`,
      'Confirms the end; no more messages of that subscription follow',
      confirmationFields,
      examples.confirmation,
    ),
  ];
}

const anyOf = (...fields: readonly string[]) => ({ anyOf: fields.map((field) => ({ required: [field] })) });

const exchangeFields = {
  exchangeId: filter('exchangeId', 'All markets of this exchange, or only the given market'),
  marketId: filter('marketId', 'This market on all exchanges, or only on exchangeId'),
};
const exchangeEcho = { exchangeId: Type.Optional(Uuid), marketId: Type.Optional(Uuid) };

const TRADE_PROPERTIES = {
  id: Uuid,
  tradeId: Type.String({ description: "The exchange's own id of the trade" }),
  exchangeId: Uuid,
  exchange: Type.String({ description: 'Name of the exchange' }),
  marketId: Uuid,
  marketName: Type.String({ description: 'The name of the market, such as BTC_USD' }),
  price: quantity('In the quote asset'),
  amount: quantity('In base units'),
  exchangeTimestamp: datetime('When the trade happened, according to the exchange'),
  timestamp: datetime('When the service received the trade'),
};

const onExchange = { exchangeId: EXAMPLE_IDS.exchange, marketId: EXAMPLE_IDS.market };
const ofMarket = { marketName: 'BTC_USD' };
const TRADE_EXAMPLE = {
  id: '7c1f0c52-52a9-4d53-9d8e-30d4c6f1b8e2',
  tradeId: '90871233',
  ...onExchange,
  exchange: 'Kraken',
  ...ofMarket,
  price: '88047.6',
  amount: '0.0125',
  exchangeTimestamp: '2026-01-31T12:00:21.043Z',
  timestamp: '2026-01-31T12:00:21.187Z',
};
const TICKER_EXAMPLE = {
  id: '0d9f2f43-9d3c-4b5e-8a53-2f4dbb7c9a10',
  ...onExchange,
  last: '88047.6',
  volume: '3120.44',
  bid: '88047.5',
  ask: '88047.7',
  ...EXAMPLE_TIME,
  lastMoved: '2026-01-31T12:00:27.512Z',
  ageMs: 2150,
};
const TICK_EXAMPLE = {
  id: '1a1e04bd-ab02-4055-afd0-1c940239efc1',
  indexId: EXAMPLE_IDS.market,
  indexType: 'MWA',
  price: '88047.657',
  volume: '85068.757',
  ...EXAMPLE_TIME,
};

const ALERT_EXAMPLE = {
  type: 'alert.fired',
  ...EXAMPLE_TIME,
  data: {
    alertId: '5b0c0c8e-0c1c-4a53-9c0a-3c1a27b8fb6e',
    alertType: 'ABOVE',
    firedAt: EXAMPLE_TIME.timestamp,
    index: 'BTC_USD',
    indexId: EXAMPLE_IDS.market,
    indexType: 'MWA',
    threshold: '88000',
    price: '88047.657',
  },
};

/** All messages of the websocket. AsyncAPI is generated from this list, and tests check docs and code against it. */
export const MESSAGES: readonly Message[] = [
  fromServer(
    'CONNECTED',
    'The connection is open and the token is valid',
    {
      timestamp,
      source: Type.Optional(
        Type.String({ description: 'Where simulated or replayed data come from; absent with live data' }),
      ),
    },
    { ...EXAMPLE_TIME, source: 'simulator' },
  ),
  fromServer(
    'ERROR',
    'A request failed; the connection stays open, except after 401, 503 or too many 429',
    {
      code: Type.Enum(Object.keys(STREAM_ERROR_CODES)),
      message: Type.String(),
      timestamp,
      requestId,
    },
    { code: '404', message: 'there is no such index', ...EXAMPLE_TIME, ...EXAMPLE_REQUEST },
  ),
  fromClient('PING', 'Checks that the server is alive', {}, EXAMPLE_REQUEST),
  fromClient('PONG', 'Answers a PING; never an error', {}, {}),
  fromServer('PING', 'Checks that the client is alive, about every 30 seconds', { timestamp }, EXAMPLE_TIME),
  reply('PONG', 'Answers a PING', {}, {}),
  ...channelMessages('EXCHANGE_TICKER', 'exchange tickers', {
    requestFields: {
      ...exchangeFields,
      marketName: filter('marketName', 'Instead of marketId: the name of the market, such as BTC_USD'),
    },
    confirmationFields: { ...exchangeEcho, marketName: Type.Optional(Type.String()) },
    extra: anyOf('exchangeId', 'marketId', 'marketName'),
    examples: { request: onExchange, confirmation: onExchange },
  }),
  fromServer(
    'EXCHANGE_TICKER',
    'An exchange ticker, once per refresh',
    ExchangeTicker.properties,
    TICKER_EXAMPLE,
  ),
  ...channelMessages('INDEX_TICKER', 'index ticks', {
    requestFields: {
      indexId: filter('indexId', 'A market (MWA), an asset (GWA) or an LX id'),
      indexType: filter(
        'indexType',
        'All indices of this type; if an index is given too, it must be of this type',
      ),
      symbol: filter('symbol', 'Instead of indexId: the GWA of the asset with this symbol, such as BTC'),
      slugName: filter('slugName', 'Instead of indexId: the GWA of the asset with this slug'),
      marketName: filter('marketName', 'Instead of indexId: the MWA of this market, such as BTC_USD'),
      name: filter('name', 'Instead of indexId: the LX with this name, such as BLX'),
    },
    options: {
      since: filter(
        'since',
        'Only with a single index, at most 24 hours ago: the ticks after this instant are sent first, in order',
      ),
      conflate: filter(
        'conflate',
        'If you read too slowly, you get the newest value of each index and a message CONFLATED, instead of close code 1013',
      ),
    },
    confirmationFields: {
      indexType: Type.Enum([...INDEX_TYPES]),
      indexId: Type.Optional(Uuid),
      symbol: Type.Optional(Type.String()),
      slugName: Type.Optional(Type.String()),
      marketName: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
    },
    extra: anyOf('indexId', 'indexType', 'symbol', 'slugName', 'marketName', 'name'),
    examples: {
      request: ofMarket,
      confirmation: { indexType: 'MWA', indexId: EXAMPLE_IDS.market, ...ofMarket },
    },
  }),
  fromServer(
    'INDEX_TICKER',
    'An index tick',
    {
      ...IndexTicker.properties,
      name: Type.Optional(Type.Enum(Object.keys(LX_INDICES), { description: 'LX only' })),
    },
    TICK_EXAMPLE,
  ),
  fromServer(
    'CONFLATED',
    'Follows the newest values that a slow reader gets after a subscription with `conflate`',
    {
      skipped: Type.Integer({ minimum: 0, description: 'Number of ticks that were left out' }),
      timestamp,
    },
    { skipped: 42, ...EXAMPLE_TIME },
  ),
  ...channelMessages('TRADE', 'trades', {
    requestFields: exchangeFields,
    confirmationFields: exchangeEcho,
    extra: anyOf('exchangeId', 'marketId'),
    examples: { request: onExchange, confirmation: onExchange },
  }),
  fromServer('TRADE', 'A trade, on arrival', TRADE_PROPERTIES, TRADE_EXAMPLE),
  ...channelMessages('ALERT', "the client's own alerts", {
    requestFields: {},
    confirmationFields: {},
    extra: {},
    examples: { request: {}, confirmation: {} },
  }),
  fromServer(
    'ALERT',
    'An alert of this client fired or resolved, as soon as it is durable; what was missed is not sent later',
    {
      type: Type.Enum(['alert.fired', 'alert.resolved']),
      timestamp: datetime('Slot in which it fired or resolved'),
      data: Type.Closed(ALERT_DATA),
    },
    ALERT_EXAMPLE,
  ),
];

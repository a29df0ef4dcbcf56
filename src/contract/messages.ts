import { Type, type TObjectOptions, type TProperties, type TSchema } from 'typebox';
import { INDEX_TYPES, type IndexType } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import { LX_INDICES } from '../core/well-known-ids.ts';
import { datetime as instant, oneOf, text, uuid, type ParameterKind } from './parameter-kinds.ts';
import { ExchangeTicker } from './records/exchange-ticker.ts';
import { IndexTicker } from './records/index-ticker.ts';
import { datetime, quantity, Uuid } from './schemas.ts';

/** What a client may write beside `event` and `requestId`, each of its kind. */
export const FIELD_KINDS = {
  exchangeId: uuid,
  marketId: uuid,
  marketName: text,
  indexId: uuid,
  indexType: oneOf(INDEX_TYPES),
  since: instant,
} as const satisfies Readonly<Record<string, ParameterKind<unknown>>>;

export type FieldName = keyof typeof FIELD_KINDS;

/** The fields of a message, read; absent where they were not sent. */
export interface Fields {
  readonly exchangeId?: string;
  readonly marketId?: string;
  readonly marketName?: string;
  readonly indexId?: string;
  readonly indexType?: IndexType;
  readonly since?: Millis;
}

export const MAX_REQUEST_ID_LENGTH = 64;
export type RequestId = string | number;

export const STREAM_ERROR_CODES = {
  400: 'Bad JSON, a binary frame, an unknown event, a missing or malformed field, an ambiguous marketName',
  401: 'No valid token of the websocket audience, or its client was disabled; the connection ends',
  403: 'The token lacks the scope',
  404: 'An unknown id, or no such subscription',
  413: 'A message over 4 KiB',
  429: 'Too many messages, subscriptions or connections; a client that goes on over its rate is closed with 1008',
} as const;

/** As clients see it: a string. */
export type StreamErrorCode = `${keyof typeof STREAM_ERROR_CODES}`;

/** A message of the protocol: its event, who sends it, what it holds. */
export interface Message {
  readonly event: string;
  readonly from: 'client' | 'server';
  readonly summary: string;
  readonly schema: TSchema;
}

const requestId = Type.Optional(
  Type.Union([Type.Integer(), Type.String({ maxLength: MAX_REQUEST_ID_LENGTH })], {
    description: 'Echoed as sent on the reply',
  }),
);
const timestamp = datetime('When the server sent it');

function fromClient(
  event: string,
  summary: string,
  properties: TProperties,
  extra: TObjectOptions = {},
): Message {
  const schema = Type.Object({ event: Type.Literal(event), ...properties, requestId }, extra);
  return { event, from: 'client', summary, schema };
}

function reply(event: string, summary: string, properties: TProperties): Message {
  return fromServer(event, summary, { ...properties, timestamp, requestId });
}

function fromServer(event: string, summary: string, properties: TProperties): Message {
  const schema = Type.Object({ event: Type.Literal(event), ...properties }, { additionalProperties: false });
  return { event, from: 'server', summary, schema };
}

const filter = (name: FieldName, description: string) =>
  Type.Optional(Type.Unsafe({ ...FIELD_KINDS[name].schema, description }));

/** Subscribing and unsubscribing look alike on every channel. */
function channelMessages(
  channel: string,
  what: string,
  asked: TProperties,
  since: TProperties,
  said: TProperties,
  extra: TObjectOptions,
): Message[] {
  return [
    fromClient(`SUBSCRIBE_${channel}`, `Asks for ${what}`, { ...asked, ...since }, extra),
    reply(`SUBSCRIBED_${channel}`, 'Confirms; the current value follows where there is one', said),
    fromClient(`UNSUBSCRIBE_${channel}`, `Ends a subscription, written as it was sent`, asked, extra),
    reply(`UNSUBSCRIBED_${channel}`, 'Confirms; nothing of that subscription follows', said),
  ];
}

const anyOf = (...fields: readonly string[]) => ({ anyOf: fields.map((field) => ({ required: [field] })) });

const exchangeFields = {
  exchangeId: filter('exchangeId', 'Every market of this exchange, or one with a market'),
  marketId: filter('marketId', 'This market on every exchange, or on one with exchangeId'),
};
const exchangeEcho = { exchangeId: Type.Optional(Uuid), marketId: Type.Optional(Uuid) };

const TRADE_PROPERTIES = {
  id: Uuid,
  tradeId: Type.String({ description: 'The id that the exchange gave it' }),
  exchangeId: Uuid,
  exchange: Type.String({ description: 'Name of the exchange' }),
  marketId: Uuid,
  marketName: Type.String({ description: 'Such as BTC_USD' }),
  price: quantity('In the quote asset'),
  amount: quantity('In base units'),
  exchangeTimestamp: datetime('When it happened, as the exchange says'),
  timestamp: datetime('When it arrived'),
};

/** Every message of the websocket. AsyncAPI is generated from here, and the tests hold docs and code to it. */
export const MESSAGES: readonly Message[] = [
  fromServer('CONNECTED', 'The token is good', {
    timestamp,
    source: Type.Optional(
      Type.String({ description: 'Where simulated or replayed data come from; absent with live data' }),
    ),
  }),
  fromServer(
    'ERROR',
    'Something was refused; the connection stays open, except for 401 and after very many 429',
    {
      code: Type.Enum(Object.keys(STREAM_ERROR_CODES)),
      message: Type.String(),
      timestamp,
      requestId,
    },
  ),
  fromClient('PING', 'Asks whether the server lives', {}),
  fromClient('PONG', 'Answers a PING; never an error', {}),
  fromServer('PING', 'Asks whether the client lives, about every 30 seconds', { timestamp }),
  reply('PONG', 'Answers a PING', {}),
  ...channelMessages(
    'EXCHANGE_TICKER',
    'exchange tickers',
    { ...exchangeFields, marketName: filter('marketName', 'In place of marketId, such as BTC_USD') },
    {},
    { ...exchangeEcho, marketName: Type.Optional(Type.String()) },
    anyOf('exchangeId', 'marketId', 'marketName'),
  ),
  fromServer('EXCHANGE_TICKER', 'An exchange ticker, once each refresh', ExchangeTicker.properties),
  ...channelMessages(
    'INDEX_TICKER',
    'index ticks',
    {
      indexId: filter('indexId', 'A market (MWA), an asset (GWA) or an LX id'),
      indexType: filter('indexType', 'Every index of this type; with indexId they must agree'),
    },
    { since: filter('since', 'With indexId, at most 24 hours back: ticks after it come first, in order') },
    { indexType: Type.Enum([...INDEX_TYPES]), indexId: Type.Optional(Uuid) },
    anyOf('indexId', 'indexType'),
  ),
  fromServer('INDEX_TICKER', 'An index tick', {
    ...IndexTicker.properties,
    name: Type.Optional(Type.Enum(Object.keys(LX_INDICES), { description: 'LX only' })),
  }),
  ...channelMessages('TRADE', 'trades', exchangeFields, {}, exchangeEcho, anyOf('exchangeId', 'marketId')),
  fromServer('TRADE', 'A trade, on arrival', TRADE_PROPERTIES),
];

import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import {
  bodySchema,
  booleanField,
  datetimeField,
  enumField,
  flagsField,
  integerField,
  listField,
  orNull,
  quantityField,
  textField,
  uuidField,
} from '../body-fields.ts';
import { Type } from '../schema.ts';
import { datetime, quantity, Uuid } from '../schemas.ts';

/** What an alert watches. */
export const ALERT_TYPES = [
  'ABOVE',
  'BELOW',
  'MOVED',
  'DEVIATION',
  'FLAG',
  'STALE',
  'EXCHANGE_DOWN',
  'GAP',
  'DAMAGE',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

const MAX_ENDPOINTS_PER_ALERT = 10;
const MAX_NAME_LENGTH = 100;
const DAY_SECONDS = 86_400;
const MONTH_SECONDS = 30 * DAY_SECONDS;
const SLOT_SECONDS = 30;

const index = 'An index, by id, LX name, market name, symbol or slug, such as BTC or BTC_USD';

/** Members of an alert that a client sets. */
export const ALERT_FIELDS = {
  name: textField(MAX_NAME_LENGTH, 'For people'),
  type: enumField(ALERT_TYPES, 'What has to happen; the other members depend on it'),
  index: textField(MAX_NAME_LENGTH, index),
  otherIndex: textField(MAX_NAME_LENGTH, 'DEVIATION: the index to compare with'),
  exchangeId: uuidField('EXCHANGE_DOWN: the exchange'),
  threshold: quantityField('ABOVE, BELOW: the price'),
  percent: quantityField('MOVED, DEVIATION: the size of the difference in percent, in either direction'),
  withinSeconds: integerField(SLOT_SECONDS, DAY_SECONDS, 'MOVED: length of the trailing window'),
  forSeconds: integerField(
    2 * SLOT_SECONDS,
    DAY_SECONDS,
    'STALE, EXCHANGE_DOWN: how long nothing new has to arrive',
  ),
  flags: flagsField('FLAG: any of these'),
  hysteresis: quantityField(
    'How far back the figure has to go before the alert resolves: in units of the price (ABOVE, BELOW) or in percentage points (MOVED, DEVIATION); by default 0',
  ),
  ignoreFlagged: booleanField(
    'ABOVE, BELOW, MOVED, DEVIATION: whether values with flags are passed over. By default true. With false they count, and the alert lists their flags',
  ),
  cooldownSeconds: integerField(
    0,
    MONTH_SECONDS,
    'After it has fired, it does not fire again for this long; by default 0',
  ),
  silencedUntil: datetimeField('Until then it does not fire; an alert that has fired still resolves'),
  enabled: booleanField('Whether it may fire; by default true'),
  endpointIds: listField(
    uuidField('An alert endpoint'),
    0,
    MAX_ENDPOINTS_PER_ALERT,
    'Endpoints that get its messages; by default none: then only the websocket has them',
  ),
} as const;

/** Members that a change may set; `null` removes what is optional. */
export const ALERT_CHANGE_FIELDS = {
  ...ALERT_FIELDS,
  type: enumField(ALERT_TYPES, 'That of the alert: it cannot be changed'),
  name: orNull(ALERT_FIELDS.name),
  hysteresis: orNull(ALERT_FIELDS.hysteresis),
  silencedUntil: orNull(ALERT_FIELDS.silencedUntil),
} as const;

type AlertFieldName = keyof typeof ALERT_FIELDS;

/** Members of the condition that each type needs, and those that it may have. */
export const FIELDS_OF_TYPE: Readonly<
  Record<
    AlertType,
    { readonly required: readonly AlertFieldName[]; readonly optional: readonly AlertFieldName[] }
  >
> = {
  ABOVE: { required: ['index', 'threshold'], optional: ['hysteresis', 'ignoreFlagged'] },
  BELOW: { required: ['index', 'threshold'], optional: ['hysteresis', 'ignoreFlagged'] },
  MOVED: { required: ['index', 'percent', 'withinSeconds'], optional: ['hysteresis', 'ignoreFlagged'] },
  DEVIATION: { required: ['index', 'otherIndex', 'percent'], optional: ['hysteresis', 'ignoreFlagged'] },
  FLAG: { required: ['index', 'flags'], optional: [] },
  STALE: { required: ['index', 'forSeconds'], optional: [] },
  EXCHANGE_DOWN: { required: ['exchangeId', 'forSeconds'], optional: [] },
  GAP: { required: [], optional: [] },
  DAMAGE: { required: [], optional: [] },
};

export const NewAlert = bodySchema('NewAlert', ALERT_FIELDS, ['type']);
export const AlertChange = bodySchema('AlertChange', ALERT_CHANGE_FIELDS, []);

const optionalIndex = {
  indexId: Type.Optional(Uuid),
  indexType: Type.Optional(Type.Enum([...INDEX_TYPES])),
};
const otherIndex = {
  otherIndexId: Type.Optional(Uuid),
  otherIndexType: Type.Optional(Type.Enum([...INDEX_TYPES])),
};

export const Alert = Type.Record('Alert', {
  id: Uuid,
  name: Type.Optional(Type.String()),
  type: Type.Enum([...ALERT_TYPES]),
  index: Type.Optional(Type.String({ description: 'As the client named it' })),
  ...optionalIndex,
  otherIndex: Type.Optional(Type.String({ description: 'DEVIATION: as the client named it' })),
  ...otherIndex,
  exchangeId: Type.Optional(Uuid),
  threshold: Type.Optional(quantity('ABOVE, BELOW: the price')),
  percent: Type.Optional(quantity('MOVED, DEVIATION: the size of the difference in percent')),
  withinSeconds: Type.Optional(Type.Integer({ description: 'MOVED: length of the trailing window' })),
  forSeconds: Type.Optional(
    Type.Integer({ description: 'STALE, EXCHANGE_DOWN: how long nothing new has to arrive' }),
  ),
  flags: Type.Optional(Type.Array(Type.Enum([...FLAGS]), { description: 'FLAG: any of these' })),
  hysteresis: Type.Optional(quantity('How far back the figure has to go before the alert resolves')),
  ignoreFlagged: Type.Boolean({ description: 'Whether values with flags are passed over' }),
  cooldownSeconds: Type.Integer({ description: 'After it has fired, it does not fire again for this long' }),
  silencedUntil: Type.Optional(datetime('Until then it does not fire')),
  enabled: Type.Boolean({ description: 'Whether it may fire' }),
  endpointIds: Type.Array(Uuid, { description: 'Endpoints that get its messages' }),
  state: Type.Optional(
    Type.Enum(['OK', 'FIRING'], { description: "Absent if the token lacks a scope of the alert's data" }),
  ),
  firedAt: Type.Optional(
    datetime("Slot in which it last fired; absent if the token lacks a scope of the alert's data"),
  ),
  createdAt: datetime('When it was created'),
});

/** Types of the messages that endpoints get. */
const ALERT_MESSAGE_TYPES = ['alert.fired', 'alert.resolved', 'heartbeat'] as const;
export type AlertMessageType = (typeof ALERT_MESSAGE_TYPES)[number];

const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'DEAD'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed, or why there will be none. */
const DELIVERY_PROBLEMS = {
  STATUS: 'The receiver answered with another status than 2xx; see `responseStatus`',
  TIMEOUT: 'The receiver did not answer in time',
  DNS: 'The name of the receiver could not be resolved',
  ADDRESS: 'The name of the receiver has an address that the service does not connect to',
  CONNECTION: 'No connection, or no valid certificate',
  EXPIRED: 'No attempt succeeded within 72 hours',
  GONE: 'The receiver answered with 410, which disables its endpoint',
  FULL: 'Too many deliveries waited for this endpoint',
  ENDPOINT: 'The endpoint was removed, or is disabled',
  SCOPE: 'The client is disabled, or has lost the scope of the data',
} as const;
export type DeliveryProblem = keyof typeof DELIVERY_PROBLEMS;

const problem = Type.Enum(Object.keys(DELIVERY_PROBLEMS), {
  description: Object.entries(DELIVERY_PROBLEMS)
    .map(([name, meaning]) => `${name}: ${meaning}`)
    .join('. '),
});

export const AlertDelivery = Type.Record('AlertDelivery', {
  id: Type.String({ description: 'The header `webhook-id`: the same for all attempts' }),
  alertId: Uuid,
  endpointId: Uuid,
  type: Type.Enum([...ALERT_MESSAGE_TYPES]),
  status: Type.Enum([...DELIVERY_STATUSES], {
    description: 'DEAD: there will be no further attempt, unless the operator replays it',
  }),
  attempts: Type.Integer({ description: 'How often it was sent' }),
  timestamp: Type.Optional(datetime('When the alert fired or resolved, as in the message')),
  createdAt: datetime('When the message was stored'),
  nextAttemptAt: Type.Optional(datetime('PENDING: when it is sent next')),
  endedAt: Type.Optional(datetime('When it was delivered or became dead')),
  responseStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the last response' })),
  problem: Type.Optional(problem),
});

const MIN_HEARTBEAT_SECONDS = 60;

/** Members of an endpoint that a client sets. */
export const ENDPOINT_FIELDS = {
  url: textField(2048, 'https, on port 443, with a public host name'),
  name: textField(MAX_NAME_LENGTH, 'For people'),
  ed25519: booleanField(
    'Whether messages are also signed with a key pair of the endpoint (v1a); by default false',
  ),
  heartbeatSeconds: integerField(
    MIN_HEARTBEAT_SECONDS,
    DAY_SECONDS,
    'How often it gets a message of type `heartbeat`; by default never',
  ),
} as const;

export const NewAlertEndpoint = bodySchema('NewAlertEndpoint', ENDPOINT_FIELDS, ['url']);

const endpointProperties = {
  id: Uuid,
  url: Type.String({ format: 'uri' }),
  name: Type.Optional(Type.String()),
  status: Type.Enum(['ACTIVE', 'DISABLED'], {
    description: 'DISABLED after the receiver answered with 410; a successful test makes it ACTIVE again',
  }),
  heartbeatSeconds: Type.Optional(Type.Integer({ description: 'How often it gets a heartbeat' })),
  publicKey: Type.Optional(
    Type.String({ description: 'Ed25519 key that verifies `v1a` signatures: `whpk_` and base64' }),
  ),
  previousSecretUntil: Type.Optional(
    datetime('After a rotation: until then messages are also signed with the previous secret'),
  ),
  createdAt: datetime('When it was created'),
};

export const AlertEndpoint = Type.Record('AlertEndpoint', endpointProperties);

export const AlertEndpointWithSecret = Type.Record('AlertEndpointWithSecret', {
  ...endpointProperties,
  secret: Type.String({ description: 'Verifies `v1` signatures: `whsec_` and base64. Shown only here' }),
});

export const AlertEndpointTest = Type.Record('AlertEndpointTest', {
  delivered: Type.Boolean(),
  responseStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the response' })),
  problem: Type.Optional(problem),
});

/** `data` of `alert.fired` and `alert.resolved`. */
export const ALERT_DATA = {
  alertId: Uuid,
  name: Type.Optional(Type.String()),
  alertType: Type.Enum([...ALERT_TYPES]),
  firedAt: datetime('Slot in which the alert fired'),
  resolvedAt: Type.Optional(datetime('alert.resolved only')),
  reason: Type.Optional(
    Type.Enum(['OVER', 'CHANGED', 'DELETED'], {
      description: 'alert.resolved only: the condition is over, or the alert was changed or deleted',
    }),
  ),
  index: Type.Optional(Type.String({ description: 'As the client named it' })),
  ...optionalIndex,
  price: Type.Optional(quantity('The value of the index')),
  otherIndex: Type.Optional(Type.String({ description: 'DEVIATION: as the client named it' })),
  ...otherIndex,
  otherPrice: Type.Optional(quantity('DEVIATION: the value of the other index')),
  exchangeId: Type.Optional(Uuid),
  threshold: Type.Optional(quantity('ABOVE, BELOW: that of the alert')),
  percent: Type.Optional(quantity('MOVED, DEVIATION: that of the alert')),
  change: Type.Optional(quantity('MOVED, DEVIATION: the difference in percent')),
  since: Type.Optional(
    datetime(
      'MOVED: the instant of the price that the move is measured from. STALE, EXCHANGE_DOWN: when data was last seen',
    ),
  ),
  flags: Type.Optional(
    Type.Array(Type.Enum([...FLAGS]), {
      description: 'Flags of the values in this message: they are not sound',
    }),
  ),
  missingSlots: Type.Optional(Type.Integer({ description: 'GAP: slots without a tick before this one' })),
  damagedParts: Type.Optional(Type.Integer({ description: 'DAMAGE: parts of the stored data' })),
  source: Type.Optional(
    Type.String({ description: 'Where simulated or replayed data come from; absent with live data' }),
  ),
};

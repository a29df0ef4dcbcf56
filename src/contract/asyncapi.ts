import type { TSchema } from './schema.ts';
import type { DataOrigin } from '../core/data-origin.ts';
import { compatNotice } from './compat-notice.ts';
import { dataNotice } from './data-notice.ts';
import { CLOSE_CODES } from './close-codes.ts';
import { STREAM_ERROR_CODES, MESSAGES, type Message } from './messages.ts';

type Json = Record<string, unknown>;

export interface AsyncApiOptions {
  readonly wsUrl: string;
  readonly version: string;
  readonly origin: DataOrigin;
  readonly hasAlerts: boolean;
  /** Set if clients get what the document describes only after an opt-out. */
  readonly original?: unknown;
}

/** SUBSCRIBE_ALERT, ALERT and the messages between. */
const ALERT_EVENT = /(?:^|_)ALERT$/;
const CHANNEL = { $ref: '#/channels/stream' };

/** The AsyncAPI 3 document, generated from the messages. */
export function asyncApiDocument(options: AsyncApiOptions): Json {
  const { host, pathname, protocol } = new URL(options.wsUrl);
  const messages = MESSAGES.filter(({ event }) => options.hasAlerts || !ALERT_EVENT.test(event));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tidemark stream',
      version: options.version,
      description: introduction(options),
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      stream: {
        host,
        pathname,
        protocol: protocol.slice(0, -1),
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: {
      stream: {
        address: '/',
        title: 'The websocket',
        description: 'Text frames with one JSON object each; `event` is the type of the message.',
        messages: Object.fromEntries(
          messages.map((message) => [messageName(message), messageReference(message)]),
        ),
        bindings: { ws: { query: tokenQuery() } },
      },
    },
    operations: {
      receiveFromClient: operation('receive', 'What clients send', messagesFrom(messages, 'client')),
      sendToClient: operation('send', 'What the server sends', messagesFrom(messages, 'server')),
    },
    components: {
      messages: Object.fromEntries(messages.map((message) => [messageName(message), described(message)])),
      securitySchemes: {
        token: {
          type: 'httpApiKey',
          name: 'access_token',
          in: 'query',
          description:
            'An access token for the websocket audience. `Authorization: Bearer` also works, and is required for a long-lived token',
        },
      },
    },
  };
}

/** Client and server both have PING and PONG, with different schemas. */
export function messageName({ event, from }: Message): string {
  return from === 'client' && (event === 'PING' || event === 'PONG') ? `CLIENT_${event}` : event;
}

function introduction({ origin, original }: AsyncApiOptions): string {
  const codes = (table: Readonly<Record<string, string>>) =>
    Object.entries(table).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
  const lines = [
    'Exchange tickers, index ticks and trades as they happen.',
    '',
    'Codes of ERROR:',
    '',
    ...codes(STREAM_ERROR_CODES),
    '',
    'Close codes:',
    '',
    ...codes(CLOSE_CODES),
  ];
  const notices = [...compatNotice(original), ...dataNotice(origin)];
  return [...lines, ...notices.flatMap((notice) => ['', notice])].join('\n');
}

function messagesFrom(messages: readonly Message[], side: Message['from']): readonly Message[] {
  return messages.filter(({ from }) => from === side);
}

function operation(action: string, summary: string, messages: readonly Message[]): Json {
  return {
    action,
    summary,
    channel: CHANNEL,
    messages: messages.map((message) => ({
      $ref: `#/channels/stream/messages/${messageName(message)}`,
    })),
  };
}

function described(message: Message): Json {
  return {
    name: message.event,
    title: message.event,
    summary: message.summary,
    contentType: 'application/json',
    payload: plain(message.schema),
    examples: [{ payload: message.example }],
  };
}

function messageReference(message: Message): Json {
  return { $ref: `#/components/messages/${messageName(message)}` };
}

function tokenQuery(): Json {
  return {
    type: 'object',
    properties: { access_token: { type: 'string', description: 'The access token' } },
  };
}

/** Drops the non-enumerable markers of optional properties. */
function plain(schema: TSchema): Json {
  return JSON.parse(JSON.stringify(schema)) as Json;
}

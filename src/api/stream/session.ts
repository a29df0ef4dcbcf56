import type { Socket } from 'node:net';
import type { Grant } from '../../auth/tokens/token-verifier.ts';
import type { CloseReason } from '../../contract/close-codes.ts';
import type { RequestId, StreamErrorCode } from '../../contract/messages.ts';
import type { Millis } from '../../core/time.ts';
import type { OriginalMessages } from '../compat/original-messages.ts';
import { isRefusal, type Channel, type Refusal, type Target } from './channels/channel.ts';
import { Connection, type ArrivedMessage, type ConnectionParts } from './connection/connection.ts';
import { errorMessage } from './error-message.ts';
import type { OrderlyWebSocket } from './connection/orderly-websocket.ts';
import { earliestResume, TOO_LONG_AGO } from './replay/replay.ts';
import { readFields, readRequest, type Request } from './request.ts';
import { Subscriber, type SubscriberParts } from './subscriber.ts';

/** What all sessions share. */
export interface SessionParts extends ConnectionParts, SubscriberParts {
  /** Name of the data source, if the data are not live. */
  readonly source?: string | undefined;
}

/** The conversation with one authenticated client over a websocket. */
export class Session {
  readonly subscriber: Subscriber;
  readonly #parts: SessionParts;
  readonly #grant: Grant;
  readonly #connection: Connection;
  readonly #shapes: OriginalMessages | undefined;

  /** `shapes`: set if the client gets messages in other shapes than the documented ones. */
  constructor(
    ws: OrderlyWebSocket,
    socket: Socket,
    grant: Grant,
    parts: SessionParts,
    shapes?: OriginalMessages,
  ) {
    this.#shapes = shapes;
    this.#parts = parts;
    this.#grant = grant;
    const handlers = {
      arrived: (arrival: ArrivedMessage) => this.#arrived(arrival),
      ping: () => this.#say('PING', {}),
      closed: (closing: CloseReason | undefined) => this.subscriber.ended(closing),
    };
    this.#connection = new Connection(ws, socket, parts, handlers, shapes !== undefined);
    this.subscriber = new Subscriber(this.#connection, grant, parts);
  }

  /** Confirms the token, and starts listening. */
  start(): void {
    const source = this.#shapes ? undefined : this.#parts.source;
    const connected = { event: 'CONNECTED', timestamp: this.#parts.timestamps.now, source };
    this.#connection.write(connected.event, JSON.stringify(connected));
    this.#connection.start();
  }

  #arrived(arrival: ArrivedMessage): void | Promise<void> {
    if (arrival.kind === 'message') return this.#carryOut(arrival.text, arrival.marketTime);
    if (arrival.kind === 'binary') this.#refuse('400', 'messages are text frames');
    else if (arrival.kind === 'too long') this.#refuse('413', 'a message may have 4 KiB');
    else {
      const requestId = arrival.text === undefined ? undefined : readRequest(arrival.text).requestId;
      this.#refuse('429', 'this connection sends too many messages', requestId);
    }
  }

  #carryOut(text: string, marketTime: Millis): void | Promise<void> {
    const request = readRequest(text);
    if ('problem' in request) return this.#refuse('400', request.problem, request.requestId);
    const { event, requestId } = request;
    if (event === 'PONG') return;
    if (event === 'PING') return this.#say('PONG', {}, requestId);
    for (const channel of this.#parts.channels) {
      if (event === `SUBSCRIBE_${channel.name}`) return this.#subscribe(channel, request, marketTime);
      if (event === `UNSUBSCRIBE_${channel.name}`) return this.#unsubscribe(channel, request);
    }
    this.#refuse('400', 'there is no such event', requestId);
  }

  #subscribe(channel: Channel, request: Request, marketTime: Millis): void | Promise<void> {
    const read = this.#read(channel, request, { earliest: earliestResume(marketTime) });
    if (!read) return;
    const { target, since } = read;
    const { subscriber } = this;
    const isNew = !subscriber.subscriptionNamed(channel, target.key);
    const { subscriptions: most } = this.#parts.limits;
    if (isNew && subscriber.subscriptionCount >= most)
      return this.#refuse('429', `a connection may have ${most} subscriptions`, request.requestId);
    // Messages published before must precede the confirmation.
    subscriber.bringUpToDate();
    this.#say(`SUBSCRIBED_${channel.name}`, this.#echoOf(channel, target), request.requestId);
    if (!isNew) return;
    if (since !== undefined && target.series) {
      const after = Math.min(since, marketTime);
      const resumed = subscriber.resume(channel, target, { series: target.series, after });
      return resumed.catch((error: unknown) => subscriber.fail(error));
    }
    subscriber.subscribe(channel, target);
  }

  #unsubscribe(channel: Channel, request: Request): void {
    const read = this.#read(channel, request, { ending: true });
    if (!read) return;
    const { subscriber } = this;
    const target = subscriber.subscriptionNamed(channel, read.target.key);
    if (!target) return this.#refuse('404', 'there is no such subscription', request.requestId);
    subscriber.bringUpToDate();
    subscriber.unsubscribe(channel, target);
    this.#say(`UNSUBSCRIBED_${channel.name}`, this.#echoOf(channel, target), request.requestId);
  }

  #echoOf({ name }: Channel, { echo }: Target): Target['echo'] {
    return this.#shapes ? this.#shapes.echoed(name, echo) : echo;
  }

  /**
   * Parses the subject of a message, in the order of checks of every route: scope, fields, type, existence.
   * `earliest`: limit of `since`. `ending`: the subject of a subscription that ends need not exist any more.
   */
  #read(
    channel: Channel,
    { sent, requestId }: Request,
    { earliest = -Infinity, ending = false },
  ): { readonly target: Target; readonly since: Millis | undefined } | undefined {
    const { scopes } = this.#grant;
    const refuse = (code: StreamErrorCode, message: string) => {
      this.#refuse(code, message, requestId);
      return undefined;
    };
    if (!channel.scopes.some((scope) => scopes.has(scope)))
      return refuse('403', `this needs a token with scope ${channel.scopes.join(' or ')}`);
    const fields = readFields(sent, channel.fields);
    if ('problem' in fields) return refuse('400', fields.problem);
    if (fields.since !== undefined && fields.since < earliest) return refuse('400', `since ${TOO_LONG_AGO}`);
    const resolved = channel.resolve(fields, this.#grant);
    const target = isRefusal(resolved) && ending ? this.#meant(channel, resolved) : resolved;
    if (isRefusal(target)) return refuse(target.code, target.message);
    const { since, conflate } = fields;
    return { target: conflate ? { ...target, conflate } : target, since };
  }

  #meant(channel: Channel, refusal: Refusal): Target | Refusal {
    const { key } = refusal;
    return (key === undefined ? undefined : this.subscriber.subscriptionNamed(channel, key)) ?? refusal;
  }

  #refuse(code: StreamErrorCode, message: string, requestId?: RequestId): void {
    this.#connection.write('ERROR', errorMessage(code, message, this.#parts.timestamps.now, requestId));
    this.#parts.sent('ERROR', 1);
  }

  #say(event: string, echo: Readonly<Record<string, string>>, requestId?: RequestId): void {
    const timestamp = this.#parts.timestamps.now;
    this.#connection.write(
      event,
      JSON.stringify({ event, ...echo, timestamp, ...(requestId === undefined ? {} : { requestId }) }),
    );
  }
}

import type { Socket } from 'node:net';
import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { Client } from '../../auth/client-store.ts';
import type { LongLivedTokens } from '../../auth/tokens/long-lived-tokens.ts';
import { revocableId, type Grant } from '../../auth/tokens/token-verifier.ts';
import type { CloseReason } from '../../contract/close-codes.ts';
import type { RequestId, StreamErrorCode } from '../../contract/messages.ts';
import { HOUR_MS, type Millis } from '../../core/time.ts';
import type { OriginalMessages } from '../compat/original-messages.ts';
import { isRefusal, type Batch, type Channel, type Refusal, type Target } from './channels/channel.ts';
import { Connection, type ArrivedMessage, type ConnectionParts } from './connection/connection.ts';
import type { Plan } from './coverage.ts';
import { errorText } from './error-message.ts';
import type { FanOut } from './channels/fan-out.ts';
import type { OrderlyWebSocket } from './connection/orderly-websocket.ts';
import type { MissedRange } from './replay/replay-pages.ts';
import type { Replay } from './replay/replay.ts';
import { readFields, readRequest, type Request } from './request.ts';
import { Subscriptions } from './subscriptions.ts';
import type { Timestamps } from './frames/timestamps.ts';

const MAX_RESUME_MS = 24 * HOUR_MS;

/** What all sessions share. */
export interface SessionParts extends ConnectionParts {
  readonly channels: readonly Channel[];
  readonly clients: ClientRegistry;
  readonly longLived: LongLivedTokens;
  /** Name of the data source, if the data are not live. */
  readonly source?: string | undefined;
  readonly fanOut: FanOut;
  readonly replay: Replay;
  readonly timestamps: Timestamps;
  /** Called when the session gets its first subscription to a channel, or has none left. */
  readonly attend: (session: Session, channel: Channel, attends: boolean) => void;
  readonly sent: (event: string, count: number) => void;
  readonly ended: (session: Session, closing: CloseReason | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** The session of one authenticated client. */
export class Session {
  readonly clientId: string;
  /** Number of the last batch sent to it; set by the fan-out. */
  caughtUp: number;
  readonly #parts: SessionParts;
  readonly #grant: Grant;
  /** The client when its scopes were last checked; a changed client is another object. */
  #client: Client | undefined;
  readonly #connection: Connection;
  readonly #subscriptions: Subscriptions;
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
    this.clientId = grant.clientId;
    this.caughtUp = parts.fanOut.published;
    this.#connection = new Connection(ws, socket, parts, {
      arrived: (arrival) => this.#arrived(arrival),
      ping: () => this.#say('PING', {}),
      closed: (closing) => this.#closed(closing),
    });
    const { channels, gathering } = parts;
    const editOf = shapes && ((event: string) => shapes.editOf(event));
    this.#subscriptions = new Subscriptions(channels, this.#connection.outbox, gathering, grant, editOf);
  }

  /** Whether its messages are edited. */
  get isEdited(): boolean {
    return this.#shapes !== undefined;
  }

  get deflates(): boolean {
    return this.#connection.deflates;
  }

  get subscriptionCount(): number {
    return this.#subscriptions.count;
  }

  get backlogBytes(): number {
    return this.#connection.outbox.backlogBytes;
  }

  /** Confirms the token, and starts listening. */
  start(): void {
    const timestamp = this.#parts.timestamps.now;
    const source = this.#shapes ? undefined : this.#parts.source;
    this.#connection.write(JSON.stringify({ event: 'CONNECTED', timestamp, source }));
    this.#connection.start();
  }

  planOf(channel: Channel): Plan {
    return this.#subscriptions.planOf(channel);
  }

  deliver(channel: Channel, batch: Batch): void {
    if (!this.#allowed() || !this.#connection.open) return;
    this.#parts.sent(channel.name, this.#subscriptions.deliver(channel, batch));
  }

  /** Called about twice a second. */
  check(now: Millis): void {
    if (this.#allowed()) this.#connection.check(now);
  }

  end(closing: CloseReason): void {
    this.#connection.end(closing);
  }

  /** Closes without a reason, after an internal error. */
  destroy(): void {
    this.#connection.destroy();
  }

  /** If the client was disabled or its token revoked, sends an error and closes. */
  #allowed(): boolean {
    const { clients, longLived, timestamps } = this.#parts;
    const tokenId = revocableId(this.#grant);
    const isRevoked = tokenId !== undefined && longLived.isRevoked(tokenId);
    const client = clients.findUsable(this.clientId);
    const isNarrowed = client !== undefined && this.#hasLostScopes(client);
    if (!isRevoked && client && !isNarrowed) return true;
    const why = isRevoked
      ? 'this token was revoked'
      : isNarrowed
        ? 'this client has lost scopes: connect again'
        : 'this client is disabled';
    this.#connection.end('token', errorText('401', why, timestamps.now));
    return false;
  }

  /** Whether the client has lost a scope that this connection uses. */
  #hasLostScopes(client: Client): boolean {
    if (client === this.#client) return false;
    if ([...this.#grant.scopes].some((scope) => !client.scopes.includes(scope))) return true;
    this.#client = client;
    return false;
  }

  #closed(closing: CloseReason | undefined): void {
    for (const channel of this.#parts.channels) this.#parts.attend(this, channel, false);
    this.#parts.ended(this, closing);
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
    const read = this.#read(channel, request, { earliest: marketTime - MAX_RESUME_MS });
    if (!read) return;
    const { target, since } = read;
    const isNew = !this.#subscriptions.get(channel, target.key);
    const { subscriptions: most } = this.#parts.limits;
    if (isNew && this.#subscriptions.count >= most)
      return this.#refuse('429', `a connection may have ${most} subscriptions`, request.requestId);
    // Messages published before must precede the confirmation.
    this.#parts.fanOut.catchUp(this);
    this.#say(`SUBSCRIBED_${channel.name}`, this.#echoOf(channel, target), request.requestId);
    if (!isNew) return;
    this.#subscriptions.add(channel, target);
    if (since !== undefined && target.series) {
      const after = Math.min(since, marketTime);
      const resumed = this.#resume(channel, target, { series: target.series, after });
      return resumed.catch((error: unknown) => this.#fail(error));
    }
    this.#subscriptions.sendCurrent(channel, target);
    this.#cover(channel, target);
  }

  /**
   * Sends missed ticks first, no faster than the client reads them; then live ones from the last missed one
   * on.
   */
  async #resume(channel: Channel, target: Target, missed: Omit<MissedRange, 'upTo'>): Promise<void> {
    const { fanOut, replay, sent } = this.#parts;
    const end = await this.#endOfMissed(channel, target, missed);
    for (let { after } = missed; this.#connection.open;) {
      const upTo = Math.min(channel.at, end);
      if (after >= upTo) break;
      const ticks = await replay.next({ ...missed, after, upTo }, this.#connection.outbox);
      this.#subscriptions.pass(channel, ticks.frames);
      sent(channel.name, ticks.count);
      after = ticks.upTo;
    }
    // Nothing was published since the last check: no gap. Waiting batches have been sent: no duplicates.
    fanOut.catchUp(this);
    this.#cover(channel, target, missed.after);
  }

  /**
   * If the connection already receives the series, the missed range ends where that began. Otherwise it is
   * open.
   */
  async #endOfMissed(
    channel: Channel,
    { items: [item = -1] }: Target,
    missed: Omit<MissedRange, 'upTo'>,
  ): Promise<Millis> {
    const covered = this.#subscriptions.coverageOf(channel).coveredSince(item);
    if (!covered) return Infinity;
    if (!covered.withCurrent) return covered.from;
    const current = await this.#parts.replay.newestIn({ ...missed, upTo: covered.from });
    return current === undefined ? missed.after : current - 1;
  }

  #unsubscribe(channel: Channel, request: Request): void {
    const read = this.#read(channel, request, { ending: true });
    if (!read) return;
    const target = this.#subscriptions.get(channel, read.target.key);
    if (!target) return this.#refuse('404', 'there is no such subscription', request.requestId);
    this.#parts.fanOut.catchUp(this);
    this.#subscriptions.remove(channel, target);
    if (this.#subscriptions.countOf(channel) === 0) this.#parts.attend(this, channel, false);
    this.#say(`UNSUBSCRIBED_${channel.name}`, this.#echoOf(channel, target), request.requestId);
  }

  #echoOf({ name }: Channel, { echo }: Target): Target['echo'] {
    return this.#shapes ? this.#shapes.echoed(name, echo) : echo;
  }

  #cover(channel: Channel, target: Target, resumedFrom?: Millis): void {
    if (!this.#connection.open) return;
    this.#subscriptions.cover(channel, target, resumedFrom);
    // Even if no items belong to it yet: the market may get some.
    this.#parts.attend(this, channel, true);
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
    if (fields.since !== undefined && fields.since < earliest)
      return refuse('400', 'since may lie at most 24 hours back');
    const resolved = channel.resolve(fields, this.#grant);
    const target = isRefusal(resolved) && ending ? this.#meant(channel, resolved) : resolved;
    if (isRefusal(target)) return refuse(target.code, target.message);
    return { target, since: fields.since };
  }

  #meant(channel: Channel, refusal: Refusal): Target | Refusal {
    const { key } = refusal;
    return (key === undefined ? undefined : this.#subscriptions.get(channel, key)) ?? refusal;
  }

  #refuse(code: StreamErrorCode, message: string, requestId?: RequestId): void {
    this.#connection.write(errorText(code, message, this.#parts.timestamps.now, requestId));
    this.#parts.sent('ERROR', 1);
  }

  #say(event: string, echo: Readonly<Record<string, string>>, requestId?: RequestId): void {
    const timestamp = this.#parts.timestamps.now;
    this.#connection.write(
      JSON.stringify({ event, ...echo, timestamp, ...(requestId === undefined ? {} : { requestId }) }),
    );
  }

  /**
   * An internal error. The session must not continue with a gap: the client is told to reconnect and resume.
   */
  #fail(error: unknown): void {
    this.#parts.failed(error);
    this.#connection.end('failure');
  }
}

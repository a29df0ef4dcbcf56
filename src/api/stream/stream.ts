import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type ServerOptions } from 'ws';
import type { Grant, TokenVerifier } from '../../auth/tokens/token-verifier.ts';
import type { Subscribable, Unsubscribe } from '../../bus/bus.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { MarketFeed } from '../../latest/market/market-topics.ts';
import { CLOSE_REASONS, type CloseReason } from '../../contract/close-codes.ts';
import { streamOptsOut } from '../compat/opt-out.ts';
import type { OriginalMessages } from '../compat/original-messages.ts';
import { HOST_REFUSED } from '../http/host-names.ts';
import type { TrustedProxies } from '../http/limits/trusted-proxies.ts';
import type { Route } from '../http/routing/routing.ts';
import type { IndexNames } from '../../latest/indices/index-names.ts';
import { Admission, type TurnedAway } from './admission.ts';
import { Audience } from './channels/audience.ts';
import type { Batch, Channel } from './channels/channel.ts';
import { DEFLATE_OPTIONS } from './frames/deflate.ts';
import { errorMessage } from './error-message.ts';
import { FanOut, type FanOutHandlers } from './channels/fan-out.ts';
import type { FedChannel } from './channels/fed-channel.ts';
import { EventStreams, type EventSettings } from './events/event-streams.ts';
import { InFlightBudget } from './frames/in-flight-budget.ts';
import { textFrame } from './frames/frame.ts';
import { WriteBatcher } from './frames/gathering.ts';
import { Conversions } from './frames/message-form.ts';
import type { Handshake } from './connection/handshake.ts';
import type { Loop } from '../../core/async/loop.ts';
import { OrderlyWebSocket } from './connection/orderly-websocket.ts';
import { ReplayScheduler } from './replay/replay-scheduler.ts';
import type { ReplayPages } from './replay/replay-pages.ts';
import { Replay } from './replay/replay.ts';
import { Session, type SessionParts } from './session.ts';
import type { StreamMetrics } from './stream-metrics.ts';
import { ClientWorkQueue } from './connection/client-work-queue.ts';
import type { Subscriber } from './subscriber.ts';

const MAX_PAYLOAD_BYTES = 64 * 1024;
const MAX_FRAGMENTS = 256;
/** Time for a client to answer a close; then the connection is cut. */
const CLOSE_TIMEOUT_MS = 2000;
/** Interval of the checks of every session. */
const BEAT_MS: Millis = 500;
/** Spreads the closing: all clients reconnecting at the same moment would overload the service. */
const DRAIN_MS_PER_CLIENT = 0.2;
const DRAIN_STEP_MS: Millis = 20;

export interface StreamParts extends Omit<
  SessionParts,
  | 'channels'
  | 'fanOut'
  | 'flight'
  | 'gathering'
  | 'conversions'
  | 'workload'
  | 'replay'
  | 'attend'
  | 'sent'
  | 'ended'
  | 'failed'
> {
  readonly channels: readonly FedChannel[];
  /** The channel of server-sent events. */
  readonly indices: Channel;
  readonly names: IndexNames;
  readonly events: EventSettings;
  readonly pages: ReplayPages;
  readonly feed: Subscribable<MarketFeed>;
  readonly verifier: TokenVerifier;
  readonly handshake: Handshake;
  /** Set if clients that do not opt out get messages in other shapes than the documented ones. */
  readonly shapes?: OriginalMessages | undefined;
  /** Determines the addresses of visitors. */
  readonly proxies: Pick<TrustedProxies, 'addressOf'>;
  /** A websocket was requested; its token is not checked yet. */
  readonly onHandshake?: (socket: Socket) => void;
  /** Called for every connection that has shown a valid token. */
  readonly onKnown?: (socket: Socket) => void;
  readonly metrics: StreamMetrics;
  readonly log: Logger;
  readonly loop: Loop;
}

/** `closeTimeout` is an option of ws that its types lack. */
const WS_OPTIONS: ServerOptions<typeof OrderlyWebSocket> & { readonly closeTimeout: number } = {
  WebSocket: OrderlyWebSocket,
  noServer: true,
  clientTracking: false,
  autoPong: false,
  maxPayload: MAX_PAYLOAD_BYTES,
  maxFragments: MAX_FRAGMENTS,
  perMessageDeflate: DEFLATE_OPTIONS,
  closeTimeout: CLOSE_TIMEOUT_MS,
};

/** The websocket API and server-sent events: accepts connections, and delivers the feed to subscribers. */
export class Stream {
  readonly #parts: StreamParts;
  readonly #server = new WebSocketServer<typeof OrderlyWebSocket>(WS_OPTIONS);
  readonly #audience = new Audience();
  readonly #admission: Admission;
  readonly #flight = new InFlightBudget();
  readonly #gathering = new WriteBatcher();
  readonly #fanOut: FanOut;
  readonly #workload: ClientWorkQueue;
  readonly #replay: Replay;
  readonly #sessionParts: SessionParts;
  readonly #events: EventStreams;
  readonly #unsubscribes: readonly Unsubscribe[];
  /** Upgrade requests are answered as long as the server runs. */
  readonly #endListening: readonly (() => void)[];
  readonly #stop = new AbortController();
  readonly #beating: Promise<void>;

  constructor(http: Server, parts: StreamParts) {
    this.#parts = parts;
    const { channels, feed, metrics, handshake, loop } = parts;
    const served: FanOutHandlers = {
      served: ({ name }, ms) => metrics.observeFanOut(name, ms / SECOND_MS),
      failed: (error) => this.#failed(error),
    };
    const { shapes } = parts;
    const conversions = new Conversions(shapes && ((event) => shapes.editOf(event)));
    this.#admission = new Admission({ ...parts, audience: this.#audience });
    this.#fanOut = new FanOut(loop, this.#flight, served, conversions);
    const tickUnderWay = () => this.#fanOut.underWay;
    this.#workload = new ClientWorkQueue(loop, tickUnderWay);
    this.#replay = new Replay(parts.pages, new ReplayScheduler(loop, this.#flight, tickUnderWay));
    this.#sessionParts = {
      ...parts,
      channels: channels.map(({ channel }) => channel),
      fanOut: this.#fanOut,
      flight: this.#flight,
      gathering: this.#gathering,
      conversions,
      workload: this.#workload,
      replay: this.#replay,
      attend: (subscriber, channel, attends) => this.#audience.attend(subscriber, channel, attends),
      sent: (event, count) => metrics.countMessages(event, count),
      ended: (subscriber, closing) => this.#ended(subscriber, closing),
      failed: (error) => this.#failed(error),
    };
    this.#events = new EventStreams({
      ...parts,
      ...parts.events,
      ...this.#sessionParts,
      admission: this.#admission,
      hasShapes: shapes !== undefined,
    });
    this.#unsubscribes = channels.map(({ channel, listen }) =>
      listen(feed, (batch) => this.#publish(channel, batch)),
    );
    this.#server.on('wsClientError', (error, socket) =>
      handshake.refuse(socket, 'BAD_REQUEST', error.message),
    );
    this.#endListening = (['connection', 'request'] as const).map((what) => {
      const othersAsk = () => this.#replay.deferForOthers(what);
      http.on(what, othersAsk);
      return () => void http.off(what, othersAsk);
    });
    http.on('upgrade', (request, socket, head) => this.#upgrade(http, request, socket, head));
    metrics.watch(this);
    this.#beating = this.#beat();
  }

  get connections(): number {
    return this.#audience.size;
  }

  get subscriptions(): number {
    return this.#sum(({ subscriptionCount }) => subscriptionCount);
  }

  get backlogBytes(): number {
    return this.#sum(({ backlogBytes }) => backlogBytes);
  }

  /** The route of server-sent events. */
  get route(): Route {
    return this.#events.route;
  }

  /**
   * Makes every client reconnect, one after the other over at most this time. History is not read
   * afterwards.
   */
  async close(spreadMs: Millis): Promise<void> {
    this.#admission.isDraining = true;
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    await this.#drain(spreadMs);
    await this.#replay.idle();
    for (const end of this.#endListening) end();
    this.#stop.abort();
    await this.#beating;
  }

  #publish(channel: Channel, batch: Batch): void {
    this.#fanOut.publish(channel, batch, this.#audience.of(channel));
  }

  #upgrade(http: Server, request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const socket = stream as Socket;
    const { handshake } = this.#parts;
    if (!handshake.isWebsocket(request)) handshake.asPlainRequest(http, request, socket);
    else if (!handshake.isForUs(request)) handshake.refuse(socket, 'FORBIDDEN', HOST_REFUSED);
    else if (!handshake.isHere(request)) handshake.refuse(socket, 'NOT_FOUND', 'there is no websocket here');
    else this.#accept(request, socket, head);
  }

  #accept(request: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#parts.onHandshake?.(socket);
    if (this.#workload.free) this.#complete(request, socket, head);
    else {
      // It may be cut while it waits; it is checked again when its turn comes.
      socket.on('error', () => socket.destroy());
      this.#workload.add(() => this.#complete(request, socket, head));
    }
  }

  #complete(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { handshake } = this.#parts;
    handshake.prepare(request);
    // If the token is known, the handshake response and CONNECTED are sent together.
    socket.cork();
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      // After a protocol error, ws has already closed the connection with the right code.
      ws.on('error', () => ws.resume());
      // Nothing is read before the token is checked: messages of the client wait.
      ws.pause();
      this.#admit(ws, socket, request).catch((error: unknown) => {
        this.#failed(error);
        socket.destroy();
      });
    });
    this.#gathering.flush();
    socket.uncork();
  }

  async #admit(ws: OrderlyWebSocket, socket: Socket, request: IncomingMessage): Promise<void> {
    const { handshake, shapes } = this.#parts;
    const sent = handshake.tokenOf(request);
    // Synchronous if the token is known.
    const known = sent && this.#admission.grantOf(sent);
    const grant = known instanceof Promise ? await known : known;
    if (ws.readyState !== ws.OPEN) return;
    const refusal = this.#admission.refusalOf(grant, sent, request);
    if (refusal) this.#turnAway(ws, socket, refusal);
    else {
      const shaped = shapes && !streamOptsOut(request) ? shapes : undefined;
      const session = new Session(ws, socket, grant as Grant, this.#sessionParts, shaped);
      this.#admission.enter(session.subscriber, grant as Grant, request);
      session.start();
    }
  }

  #turnAway(ws: OrderlyWebSocket, socket: Socket, { closing, code, message }: TurnedAway): void {
    if (code) {
      socket.write(textFrame(errorMessage(code, message, this.#parts.timestamps.now)));
    }
    this.#parts.metrics.countEnd(closing);
    ws.close(CLOSE_REASONS[closing].code, CLOSE_REASONS[closing].reason);
    ws.resume();
  }

  #ended(subscriber: Subscriber, closing: CloseReason | undefined): void {
    const { metrics, log } = this.#parts;
    this.#admission.leave(subscriber);
    metrics.countEnd(closing ?? 'client');
    const { clientId, form } = subscriber;
    if (closing === 'backlog' && form.encoding === 'events')
      log.warn({ clientId }, 'a slow client of server-sent events was cut');
    else if (closing === 'backlog') log.warn({ clientId }, 'a slow websocket client was cut');
    if (closing === 'flood')
      log.warn({ clientId }, 'a websocket client that kept sending too much was disconnected');
  }

  #failed(error: unknown): void {
    this.#parts.log.error({ err: error }, 'the websocket failed');
  }

  async #beat(): Promise<void> {
    const { wallClock } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await wallClock.wait(BEAT_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      const now = wallClock.monotonic();
      for (const subscriber of this.#audience.subscribers) subscriber.check(now);
    }
  }

  async #drain(spreadMs: Millis): Promise<void> {
    const all = [...this.#audience.subscribers];
    const steps = Math.ceil(Math.min(spreadMs, all.length * DRAIN_MS_PER_CLIENT) / DRAIN_STEP_MS);
    const perStep = Math.ceil(all.length / Math.max(1, steps));
    for (let first = 0; first < all.length; first += perStep) {
      for (const subscriber of all.slice(first, first + perStep)) subscriber.end('restart');
      if (first + perStep < all.length) await this.#pause(DRAIN_STEP_MS);
    }
  }

  /** Uses the machine's timer: a restart does not wait for a clock that a test or `--speed` controls. */
  #pause(ms: Millis): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  #sum(of: (subscriber: Subscriber) => number): number {
    let sum = 0;
    for (const subscriber of this.#audience.subscribers) sum += of(subscriber);
    return sum;
  }
}

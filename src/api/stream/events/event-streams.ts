import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RevocationsUnknown } from '../../../auth/secrets-watch.ts';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { validationError, ApiError, tooManyRequests, unavailable } from '../../http/errors.ts';
import { EVENT_STREAM_TYPE, IGNORED_HEADER, NO_SNIFFING, VARY } from '../../http/headers.ts';
import {
  authenticationError,
  missingToken,
  refuseToken,
  requireScope,
} from '../../http/routing/authorisation.ts';
import type { Call, HeaderList } from '../../http/routing/call.ts';
import type { Cors } from '../../http/routing/cors.ts';
import { namedIndices } from '../../http/routing/named-indices.ts';
import { ParameterReader } from '../../http/routing/parameters.ts';
import { READ_METHODS, type Route } from '../../http/routing/routing.ts';
import { OPT_OUT_HEADER, streamOptsOut } from '../../compat/opt-out.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { IndexNames, NamedIndex } from '../../../latest/indices/index-names.ts';
import type { Admission, TurnedAway } from '../admission.ts';
import { isRefusal, type Channel, type Target } from '../channels/channel.ts';
import type { ClientWorkQueue } from '../connection/client-work-queue.ts';
import type { Handshake } from '../connection/handshake.ts';
import { SlotEnds } from '../frames/event-frame.ts';
import { Subscriber, type SubscriberParts } from '../subscriber.ts';
import { EventConnection, type EventConnectionParts } from './event-connection.ts';
import { EVENT_OBJECT, EVENT_QUERY, EVENT_SCOPES, resumedFrom } from './event-parameters.ts';

const RETRY_SECONDS = 2;
const RETRY_BUSY_SECONDS = 30;

/** What requests for events need besides the parts of the stream. */
export interface EventSettings {
  readonly cors: Cors;
  /** Marks data that are not from real exchanges. */
  readonly sourceHeader: Readonly<Record<string, string>>;
  /** Called when the head of a stream is sent. */
  readonly answered: (call: Call, status: number) => void;
}

export interface EventStreamsParts
  extends SubscriberParts, Omit<EventConnectionParts, 'slotEnds'>, EventSettings {
  readonly admission: Admission;
  readonly handshake: Handshake;
  readonly workload: ClientWorkQueue;
  /** The channel of index ticks. */
  readonly indices: Channel;
  readonly names: IndexNames;
  readonly marketClock: Clock;
  /** Whether clients that do not opt out get messages in other shapes. */
  readonly hasShapes: boolean;
}

/** What a client asks for. */
interface Wanted {
  readonly targets: readonly Target[];
  readonly since: Millis | undefined;
}

/** `/v3/stream`: index ticks as server-sent events. */
export class EventStreams {
  readonly #parts: EventStreamsParts;
  readonly #slotEnds = new SlotEnds();
  readonly #reader = new ParameterReader(EVENT_QUERY, EVENT_OBJECT);

  constructor(parts: EventStreamsParts) {
    this.#parts = parts;
  }

  get route(): Route {
    const handle = (call: Call) => this.#inTurn(call);
    return { methods: READ_METHODS, path: '/v3/stream', handle, hasTokenInUrl: true };
  }

  /** After an outage many clients come at once: then they wait for their turn. */
  async #inTurn(call: Call): Promise<void> {
    const { workload } = this.#parts;
    if (!workload.free) await new Promise<void>((resolve) => workload.add(resolve));
    await this.#admit(call);
  }

  async #admit(call: Call): Promise<void> {
    const { admission, handshake } = this.#parts;
    const { request, response } = call;
    const sent = handshake.tokenOf(request) ?? missingToken();
    const known = admission.grantOf(sent);
    const grant = known instanceof Promise ? ((await known) ?? refuseToken()) : known;
    if (grant instanceof RevocationsUnknown) throw grant;
    // The client may have disconnected meanwhile.
    if (response.closed || response.destroyed) return;
    requireScope(grant, EVENT_SCOPES);
    const wanted = this.#wanted(call, grant);
    const refusal = admission.refusalOf(grant, sent, request);
    if (refusal) this.#turnAway(call, refusal);
    else this.#open(call, grant, wanted);
  }

  #wanted(call: Call, grant: Grant): Wanted {
    const { names, marketClock } = this.#parts;
    const { values, errors, ignored } = this.#reader.check(call.query);
    call.ignored = ignored;
    if (errors) throw validationError(errors);
    const now = marketClock.now();
    const since = resumedFrom(lastEventIdOf(call), values.since, now);
    const targets = new Map<string, Target>();
    for (const { index } of namedIndices(values.names, names)) {
      const target = this.#targetOf(index, grant);
      targets.set(target.key, { ...target, conflate: values.conflate ?? false });
    }
    this.#checkNumber(targets.size);
    // In the order of live ticks.
    const inOrder = [...targets.values()].toSorted(({ items: [a = 0] }, { items: [b = 0] }) => a - b);
    return { targets: inOrder, since: since === undefined ? undefined : Math.min(since, now) };
  }

  #targetOf({ series, title }: NamedIndex, grant: Grant): Target {
    const target = this.#parts.indices.resolve({ indexId: series.indexId }, grant);
    if (!isRefusal(target)) return target;
    if (target.code === '403') throw new ApiError('FORBIDDEN', target.message);
    throw new ApiError('NOT_FOUND', `there is no index of ${title}`);
  }

  #checkNumber(count: number): void {
    const { subscriptions: max } = this.#parts.limits;
    if (count <= max) return;
    const message = `names ${count} indices: a connection may have ${max} subscriptions`;
    throw validationError([{ object: EVENT_OBJECT, field: 'names', rejectedValue: '', message }]);
  }

  /** Browsers give up after any other status than 200, and a restart is no reason to. */
  #turnAway(call: Call, { closing, code, message }: TurnedAway): void {
    if (code === '401') throw authenticationError(message);
    if (closing !== 'restart') throw tooManyRequests(message, RETRY_BUSY_SECONDS);
    if (call.request.headers.accept !== EVENT_STREAM_TYPE) throw unavailable(message, RETRY_SECONDS);
    this.#sendHead(call);
    call.response.end(`retry: ${RETRY_SECONDS * SECOND_MS}\n\n`);
  }

  #open(call: Call, grant: Grant, { targets, since }: Wanted): void {
    const { request, response } = call;
    if (request.method === 'HEAD') {
      this.#sendHead(call);
      response.end();
      return;
    }
    const { socket } = response;
    if (!socket)
      throw new ApiError('BAD_REQUEST', 'a stream must be the only request that its connection is answering');
    socket.cork();
    this.#sendHead(call);
    response.flushHeaders();
    const subscriber = this.#connect(request, response, socket, grant, since);
    this.#begin(subscriber, targets, since);
    this.#parts.gathering.flush();
    socket.uncork();
  }

  #connect(
    request: IncomingMessage,
    response: ServerResponse,
    socket: Socket,
    grant: Grant,
    since: Millis | undefined,
  ): Subscriber {
    const isEdited = this.#parts.hasShapes && !streamOptsOut(request);
    const parts = { ...this.#parts, slotEnds: this.#slotEnds };
    const connection = new EventConnection(response, socket, parts, {
      isEdited,
      since,
      closed: (closing) => subscriber.ended(closing),
    });
    const subscriber: Subscriber = new Subscriber(connection, grant, this.#parts);
    this.#parts.admission.enter(subscriber, grant, request);
    return subscriber;
  }

  #begin(subscriber: Subscriber, targets: readonly Target[], since: Millis | undefined): void {
    const { indices } = this.#parts;
    if (since === undefined) subscriber.subscribeToAll(indices, targets);
    else subscriber.resumeAll(indices, targets, since).catch((error: unknown) => subscriber.fail(error));
  }

  #sendHead(call: Call): void {
    const { response } = call;
    // Without chunks.
    response.removeHeader('transfer-encoding');
    response.writeHead(200, this.#head(call) as string[]);
    this.#parts.answered(call, 200);
  }

  #head({ request, ignored }: Call): HeaderList {
    const { cors, sourceHeader, hasShapes } = this.#parts;
    return [
      'content-type',
      EVENT_STREAM_TYPE,
      'cache-control',
      'no-store',
      'connection',
      'close',
      'vary',
      hasShapes ? `${VARY}, ${OPT_OUT_HEADER}` : VARY,
      // nginx passes on what it gets without waiting for more.
      'x-accel-buffering',
      'no',
      ...NO_SNIFFING,
      ...Object.entries(sourceHeader).flat(),
      ...(ignored === undefined ? [] : [IGNORED_HEADER, ignored]),
      ...cors.headersFor(request.headers.origin),
    ];
  }
}

/** Node joins repeated headers, which makes no id. */
function lastEventIdOf({ request }: Call): string | undefined {
  return request.headers['last-event-id']?.toString();
}

import { isVisitor } from '../../../auth/page-client.ts';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { QuantityForm } from '../../../contract/quantities.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import { validationError } from '../errors.ts';
import type { Connections } from '../limits/connections.ts';
import type { RequestLog } from '../request-log.ts';
import { INCOMPLETE_HEADER, NEXT_ID_HEADER } from '../headers.ts';
import { requireScope } from './authorisation.ts';
import type { Call } from './call.ts';
import { isToBeFilled } from '../answers/incomplete.ts';
import type { FormatNegotiation } from '../answers/negotiation.ts';
import { ParameterReader } from './parameters.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Representations, Represented } from '../answers/representations.ts';
import type { Representation } from '../answers/representation.ts';
import type { FileAnswer, FileAnswers } from '../answers/file-answer.ts';
import type { AnswerHeaders, Responder } from '../answers/responder.ts';
import type { Answer, AnyRoute } from './route.ts';
import { formParameters, RouteForms } from './route-forms.ts';
import type { AnswerShapes } from './shapes.ts';
import type { Done, Route } from './routing.ts';
import { inForm, type StreamedAnswer, type StreamedAnswers } from '../answers/streamed-answer.ts';
import type { Visitors } from '../limits/visitors.ts';
import type { JobOwner } from '../limits/fair-queue.ts';

/** Client id of requests without a token, if the operator allows them: no client has an empty id. */
const NO_CLIENT = '';

export interface DataRouteParts {
  /** Who sends the request; synchronous if the token is known. Throws 401. */
  readonly identify: (call: Call) => Grant | Promise<Grant>;
  /** Headers of the request that answers depend on, besides the usual ones. */
  readonly varyOn: readonly string[];
  readonly rateLimiter: RateLimiter;
  readonly visitors: Visitors;
  readonly responder: Responder;
  readonly formats: FormatNegotiation;
  readonly representations: Representations;
  /** The form of quantities by default. */
  readonly quantities: QuantityForm;
  readonly streamed: StreamedAnswers;
  readonly files: FileAnswers;
  readonly marketClock: Clock;
  readonly requestLog: RequestLog;
  readonly connections: Pick<Connections, 'markAuthenticated' | 'unmarkAuthenticated'>;
  /** Whether requests for this route need no token. */
  readonly isOpen: (route: AnyRoute) => boolean;
  /** Set if the service answers in other shapes than the documented ones. */
  readonly shapes?: AnswerShapes | undefined;
  /** Marks data that are not from real exchanges, on every answer. */
  readonly sourceHeader: Readonly<Record<string, string>>;
}

/**
 * Handles a data route in the contract's order of checks: token, scope, parameters, then the route itself.
 * Everything is synchronous if the token is known and the answer is ready, which is nearly always.
 */
export function dataHandler(route: AnyRoute, parts: DataRouteParts): Route['handle'] {
  const open = parts.isOpen(route);
  const pathReader = new ParameterReader(route.pathParameters ?? {}, route.object);
  const forms = new RouteForms(route, parts.formats, parts.quantities);
  const shapes = parts.shapes?.of(route, parts.formats);
  const vary = [forms.vary, ...parts.varyOn].join(', ');
  const declared = { ...route.query, ...formParameters(route) };
  const queryReader = new ParameterReader(declared, route.object, route.together);
  let usual: AnswerHeaders = { maxAgeSeconds: 0, extra: parts.sourceHeader, vary };

  function answer(
    call: Call,
    grant: Grant | undefined,
  ): Answer | StreamedAnswer | Promise<Answer | FileAnswer> {
    if (grant && typeof route.access === 'object') requireScope(grant, route.access);
    // All visitors are one client: exceeding a limit of one address does not affect the others.
    const refusal = grant && isVisitor(grant) && parts.visitors.admit(call.request, () => call.gone);
    if (refusal) {
      call.isDelayed = true;
      return refusal;
    }
    if (grant) parts.rateLimiter.count(grant);
    const path = pathReader.check(call.pathParameters);
    const query = queryReader.check(call.query);
    call.ignored = query.ignored;
    if (path.errors || query.errors) throw validationError([...(path.errors ?? []), ...(query.errors ?? [])]);
    const shaped = shapes?.applyTo(call.request) ? shapes : undefined;
    call.form = (shaped ?? forms).chosen(query.values, call.request.headers.accept);
    return route.handle({
      path: path.values,
      query: shaped ? shaped.completed(query.values) : query.values,
      grant,
      marketTime: parts.marketClock.now(),
      marketNow: () => parts.marketClock.now(),
      asker: () => askerOf(call, grant, parts.visitors),
    });
  }

  function finish(
    call: Call,
    grant: Grant | undefined,
    answered: Answer | StreamedAnswer | FileAnswer,
  ): Done {
    const onHead = (status: number) => parts.requestLog.answered(call, status);
    if ('open' in answered)
      return parts.streamed.send(call, inForm(answered, call.form), parts.sourceHeader, onHead);
    if ('etag' in answered) return parts.files.send(call, answered, parts.sourceHeader, onHead);
    if (call.form) return finishIn(call.form, call, grant, answered);
    return send(call, answered, answered.prepared, preparedHeaders(answered));
  }

  /** Mostly the same object again, whose headers the responder has written already. */
  function preparedHeaders({ prepared, maxAgeSeconds, contentType }: Answer): AnswerHeaders {
    if (contentType !== undefined || prepared.incomplete !== undefined)
      return {
        maxAgeSeconds,
        ...headersOf(prepared),
        ...(contentType !== undefined && { contentType }),
        vary,
      };
    if (usual.maxAgeSeconds !== maxAgeSeconds) usual = { maxAgeSeconds, extra: parts.sourceHeader, vary };
    return usual;
  }

  function finishIn(form: Representation, call: Call, grant: Grant | undefined, answered: Answer): Done {
    const { prepared, release } = answered;
    const asker = () => askerOf(call, grant, parts.visitors);
    const made = release
      ? parts.representations.once(prepared, form, asker)
      : parts.representations.of(prepared, form, asker);
    if (!(made instanceof Promise)) return sendIn(form, call, answered, made);
    return made.then(
      (ready) => sendIn(form, call, answered, ready),
      (error: unknown) => {
        release?.();
        throw error;
      },
    );
  }

  function sendIn(
    form: Representation,
    call: Call,
    answered: Answer,
    { prepared, nextId }: Represented,
  ): Done {
    const { extra, ...caching } = headersOf(answered.prepared);
    return send(call, answered, prepared, {
      maxAgeSeconds: answered.maxAgeSeconds,
      ...caching,
      contentType: form.contentType,
      extra: nextId === undefined ? extra : { ...extra, [NEXT_ID_HEADER]: nextId },
      vary,
    });
  }

  /** Incomplete answers that will be filled in soon must not be cached. */
  function headersOf({ incomplete }: PreparedAnswer) {
    if (incomplete === undefined) return { extra: parts.sourceHeader };
    const extra = { ...parts.sourceHeader, [INCOMPLETE_HEADER]: incomplete };
    return isToBeFilled(incomplete) ? { extra, cacheControl: 'no-store' } : { extra };
  }

  function send(call: Call, answered: Answer, prepared: PreparedAnswer, headers: AnswerHeaders): Done {
    const status = parts.responder.send(call, prepared, headers);
    if (status instanceof Promise) return status.then((sent) => sending(call, answered, sent));
    sending(call, answered, status);
  }

  function sending(call: Call, { release }: Answer, status: number): void {
    // A response closes when the system has its last byte, or when its connection is closed and nothing more
    // is written.
    if (release) call.response.once('close', release);
    parts.requestLog.answered(call, status);
  }

  function proceed(call: Call, grant: Grant | undefined): Done {
    const ready = answer(call, grant);
    return ready instanceof Promise
      ? ready.then((answered) => finish(call, grant, answered))
      : finish(call, grant, ready);
  }

  /** A connection counts as authenticated while its requests have a valid token, except a public one. */
  function identified(call: Call): Grant | Promise<Grant> {
    const { request, response } = call;
    try {
      const grant = parts.identify(call);
      if (!(grant instanceof Promise) && !isVisitor(grant))
        parts.connections.markAuthenticated(request.socket);
      return grant;
    } catch (error) {
      parts.connections.unmarkAuthenticated(request.socket, response);
      throw error;
    }
  }

  async function verified(call: Call, grant: Promise<Grant>) {
    const { socket } = call.request;
    const allowed = await grant.catch((error: unknown) => {
      parts.connections.unmarkAuthenticated(socket, call.response);
      throw error;
    });
    if (!isVisitor(allowed)) parts.connections.markAuthenticated(socket);
    return proceed(call, allowed);
  }

  return (call) => {
    const grant = open ? undefined : identified(call);
    return grant instanceof Promise ? verified(call, grant) : proceed(call, grant);
  };
}

/** The owner of a request, for long work. */
export function askerOf(call: Call, grant: Grant | undefined, visitors: Visitors): JobOwner {
  const fromVisitor = grant && isVisitor(grant);
  return {
    clientId: grant?.clientId ?? NO_CLIENT,
    // Rarely used, and it needs listeners.
    get gone() {
      return call.gone;
    },
    ...(fromVisitor && { isVisitor: true, address: visitors.limitsOf(call.request) }),
  };
}

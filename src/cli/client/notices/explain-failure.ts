import {
  ApiError,
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  MalformedError,
  NameError,
  NotFoundError,
  RateLimitedError,
  StreamError,
  TidemarkError,
  UnauthorizedError,
  UnavailableError,
  type Candidate,
} from '../../../../sdk/src/node.ts';
import { OperatorError } from '../../../core/errors.ts';
import { UnknownExchange, UnknownNames } from '../suggesting-tidemark.ts';
import type { NameKind } from './near-names.ts';
import { plain, plainLines, serviceMessage } from './plain.ts';
import { SilentService } from '../fetch-with-timeout.ts';
import { howToLogIn, type Target } from '../target.ts';

/** Names of the service that are similar to an unknown one. */
export type NearNames = (wanted: string, kind: NameKind) => Promise<readonly string[]>;

/**
 * Turns a failure of a service into a message that says what to do, without secrets. Other errors are
 * returned unchanged.
 */
export async function explained(error: unknown, target: Target, near: NearNames): Promise<unknown> {
  if (!(error instanceof TidemarkError)) return error;
  return new OperatorError(plainLines(await sentenceOf(error, target, near)));
}

async function sentenceOf(error: TidemarkError, target: Target, near: NearNames): Promise<string> {
  if (error instanceof SilentService) return `${error.message}: ${USE_ANOTHER_URL}`;
  if (error instanceof ConnectionError) return unreachable(error, target.url);
  if (error instanceof UnauthorizedError) return unauthorised(target);
  if (error instanceof ForbiddenError)
    return `${target.url} refused the request: ${messageOf(error)}; the operator can add a scope with 'tidemark clients set ID --scope'`;
  if (error instanceof UnknownNames) {
    const all = await Promise.all(error.errors.map((each) => unknownName(each, near)));
    // One message per error.
    return [...new Set(all)].join('\ntidemark: ');
  }
  if (error instanceof NameError) return unknownName(error, near);
  if (error instanceof RateLimitedError || error instanceof UnavailableError)
    return `${target.url} is overloaded: ${messageOf(error)}${laterText(error.retryAfterMs)}`;
  if (error instanceof BadRequestError && error.oauthError !== undefined)
    return `${target.url} issued no token: ${messageOf(error)}; use the public URL of the service`;
  if (error instanceof ApiError && isRedirect(error))
    return `${target.url} responded with a redirect (${error.httpStatus}): set --url or TIDEMARK_URL to the address of the service itself`;
  if (error instanceof NotFoundError && isNoRoute(error)) return noApi(target.url);
  if (error instanceof ApiError) return `${target.url} answered ${messageOf(error)}${requestText(error)}`;
  if (error instanceof StreamError) return `${target.url}: ${plain(error.message)}`;
  // The whole answer is unreadable, not just one record: probably the page of a proxy.
  if (error instanceof MalformedError && error.message.endsWith('is it a Tidemark service?'))
    return `${plain(error.message)} If not, ${USE_ANOTHER_URL}`;
  if (error instanceof MalformedError)
    return `the service sent a record that cannot be read: ${plain(error.message)}`;
  return plain(error.message);
}

/** The message of the service; the status if there is none, such as from a proxy. */
function messageOf(error: ApiError): string {
  return serviceMessage(error) || `status ${error.httpStatus}`;
}

function isRedirect({ httpStatus }: ApiError): boolean {
  return httpStatus >= 300 && httpStatus < 400;
}

function requestText({ requestId }: ApiError): string {
  return requestId === undefined ? '' : ` (request ${plain(requestId)})`;
}

/**
 * Whether the service does not know the path. A proxy, or another kind of server, sends no readable message.
 */
function isNoRoute(error: NotFoundError): boolean {
  const message = serviceMessage(error);
  return message === '' || message === 'there is no such route';
}

function noApi(url: string): string {
  const hasPath = new URL(url).pathname !== '/';
  return `there is no Tidemark API at ${url}: ${hasPath ? 'leave the path out' : USE_ANOTHER_URL}`;
}

function laterText(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined
    ? '; try again later'
    : `; try again in ${Math.ceil(retryAfterMs / 1000)} s`;
}

/** Node error codes, found in the causes of a failed `fetch`. */
function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
    const [first] = (at as Partial<AggregateError>).errors ?? [];
    if (first instanceof Error) return codeOf(first);
  }
  return undefined;
}

const USE_ANOTHER_URL = 'set another address with --url or TIDEMARK_URL';

function unreachable(error: ConnectionError, url: string): string {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED')
    return `no service responds at ${url}: start one with 'tidemark serve', or ${USE_ANOTHER_URL}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `unknown host ${new URL(url).hostname}: ${USE_ANOTHER_URL}`;
  if (code === undefined) return `${error.message}: ${USE_ANOTHER_URL}`;
  return `${error.message} (${code}): ${USE_ANOTHER_URL}`;
}

function unauthorised({ url, identity, isDemo }: Target): string {
  if (isDemo) return `${url} has no demo client: ${howToLogIn(url)}`;
  if ('token' in identity)
    return `${url} rejected the token: it has expired, was revoked, or belongs to another service`;
  return `${url} rejected client ${identity.clientId}: its id or secret is wrong, or it is disabled`;
}

async function unknownName(error: NameError, near: NearNames): Promise<string> {
  const { wanted, candidates, suggestion } = error;
  if (candidates.length > 0)
    return `"${wanted}" is ambiguous; use one of these ids:\n${candidates.map(candidateLine).join('\n')}`;
  const isExchange = error instanceof UnknownExchange;
  const names =
    suggestion === undefined ? await near(wanted, isExchange ? 'exchange' : 'index') : [suggestion];
  const lists = isExchange
    ? "'tidemark get exchanges' lists exchanges"
    : "'tidemark get assets' lists assets, 'tidemark get markets' markets";
  const meant = names.length === 0 ? lists : `did you mean ${names.map(plain).join(' or ')}?`;
  return `${isExchange ? 'no exchange' : 'nothing'} is named "${plain(wanted)}": ${meant}`;
}

function candidateLine({ id, name, symbol, rank }: Candidate): string {
  return plain(`  ${id}  ${symbol}  ${name}${rank === undefined ? '' : `, rank ${rank}`}`);
}

import { ApiError, ConnectionError, ForbiddenError, NameError, RateLimitedError } from '@tidemark/sdk';

/** An error in words for the reader, with what to do if possible. */
export function messageOf(error: unknown): string {
  if (error instanceof ConnectionError) return 'the service does not respond';
  if (error instanceof ForbiddenError) return `this client may not read it${lackIn(error)}`;
  if (error instanceof RateLimitedError) return 'too many requests; wait a moment';
  if (error instanceof NameError) return 'there is nothing with that name';
  if (error instanceof ApiError && error.requestId !== undefined)
    return `${error.message} (request ${error.requestId})`;
  return error instanceof Error ? error.message : String(error);
}

/** The service names the missing scope, which the reader can ask the operator for. */
function lackIn({ message }: ForbiddenError): string {
  const scope = /\bwith scope (.+)$/.exec(message)?.[1];
  return scope === undefined ? '' : `: it needs the scope ${scope}`;
}

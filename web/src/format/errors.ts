import { ApiError, ConnectionError, ForbiddenError, NameError, RateLimitedError } from '@tidemark/sdk';

/** What went wrong, in words for the reader, with what to do where there is something. */
export function messageOf(error: unknown): string {
  if (error instanceof ConnectionError) return 'the service does not answer';
  if (error instanceof ForbiddenError) return 'this client may not read it';
  if (error instanceof RateLimitedError) return 'too many requests; wait a moment';
  if (error instanceof NameError) return 'nothing bears that name';
  if (error instanceof ApiError && error.requestId !== undefined)
    return `${error.message} (request ${error.requestId})`;
  return error instanceof Error ? error.message : String(error);
}

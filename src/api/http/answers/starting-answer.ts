import type { RequestListener } from 'node:http';
import { errorBody } from '../../../contract/errors.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { ApiError } from '../errors.ts';

const RETRY_AFTER_SECONDS = '2';

/**
 * Answers in place of the routes until they are ready: 503 to whatever is asked, on a connection that is closed after it.
 * A websocket handshake gets the same answer. `step`: what the start does or waits for, where that is told.
 */
export function startingAnswer(
  wallClock: Clock,
  step: () => string | undefined = () => undefined,
): RequestListener {
  return ({ method }, response) => {
    const now = step();
    const what = now === undefined ? 'the service is starting' : `the service is starting: ${now}`;
    const error = new ApiError('SERVICE_UNAVAILABLE', what);
    response.writeHead(error.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': RETRY_AFTER_SECONDS,
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    response.end(method === 'HEAD' ? undefined : errorBody(error, wallClock.now()));
  };
}

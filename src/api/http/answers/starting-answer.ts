import type { RequestListener } from 'node:http';
import { errorBody } from '../../../contract/errors.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { ApiError } from '../errors.ts';
import { EVENT_STREAM_TYPE } from '../headers.ts';

const RETRY_AFTER_SECONDS = '2';

/**
 * Answers every request with 503 until the routes are ready, and closes the connection. A websocket handshake
 * gets the same answer, a browser that reads server-sent events none. `step`: the current step of the start, if known.
 */
export function startingAnswer(
  wallClock: Clock,
  step: () => string | undefined = () => undefined,
): RequestListener {
  return ({ method, headers }, response) => {
    // Browsers read events again after a connection that breaks, but not after an answer other than 200.
    if (headers.accept === EVENT_STREAM_TYPE) {
      response.destroy();
      return;
    }
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

import type { Clock } from '../../../core/clocks/clock.ts';
import { checkReply, type ExchangeRequests } from '../http/exchange-http.ts';
import { ReplyTimes } from '../http/reply-times.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import type { Requester, SentRequest } from './declared-list.ts';
import { refuseMaintenance } from './maintenance.ts';

/** Sends the requests of declared exchanges, with the limits of all requests to exchanges. */
export function requesterOver(http: ExchangeRequests, clock: Clock): Requester {
  const times = new ReplyTimes(clock);
  const watched = times.over(http);
  const ask = async (request: SentRequest, signal: AbortSignal) => {
    const answer = await watched.send(request.url, sentForm(request), signal);
    const { status, text } = answer;
    // An HTML page may have any status.
    if (status >= 500 || status === 400 || text.trimStart().startsWith('<')) refuseMaintenance(text);
    checkReply(answer, clock.now());
    if (status === 401) throw new PollFailure('refused', `status ${status}`);
    if (status >= 400) throw new PollFailure('exchange-error', `status ${status}`);
    return text;
  };
  return Object.assign(ask, { times });
}

function sentForm({ body }: SentRequest) {
  const headers = { accept: 'application/json' };
  if (body === undefined) return { method: 'GET', headers };
  const isForm = typeof body === 'string';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body: isForm ? body : JSON.stringify(body),
  };
}

import { workerData } from 'node:worker_threads';
import { EVENT_LOOP } from '../../../core/async/loop.ts';
import { runInTurns } from '../../../core/async/slices.ts';
import { answerCallsConcurrently } from '../../../threads/thread-calls.ts';
import { openPastModel, type SourcePast } from './open-past-model.ts';
import type { PastRequest } from './past-messages.ts';
import { isAtOnce, replyTo } from './past-replies.ts';

/** The thread that models the past for requests and for the first lists. */
function main(past: SourcePast): void {
  const opening = openPastModel(past);
  let lastLong: Promise<unknown> = opening;
  answerCallsConcurrently(async ({ kind, ...request }: PastRequest) => {
    const model = await opening;
    const reply = () => runInTurns(replyTo(model, kind, request as never), EVENT_LOOP);
    if (isAtOnce(kind)) return reply();
    // Long replies run one after the other: the first is ready sooner, and the last no later.
    lastLong = lastLong.then(reply, reply);
    return lastLong;
  });
}

main(workerData as SourcePast);

import { workerData } from 'node:worker_threads';
import { EVENT_LOOP } from '../../core/loop.ts';
import { inTurns } from '../../core/slices.ts';
import { answerCallsConcurrently } from '../../threads/thread-calls.ts';
import { openPastModel, type SourcePast } from './open-past-model.ts';
import type { PastRequest } from './past-messages.ts';
import { replyTo } from './past-replies.ts';

/** The thread that models what a start or a request waits for. */
const opening = openPastModel(workerData as SourcePast);
answerCallsConcurrently(async ({ kind, ...request }: PastRequest) =>
  inTurns(replyTo(await opening, kind, request as never), EVENT_LOOP),
);

import { workerData } from 'node:worker_threads';
import type { PastModel } from '../../sources/past.ts';
import { answerCalls } from '../../threads/thread-calls.ts';
import { openPastModel, type SourcePast } from './open-past-model.ts';
import type { PastRequest } from './past-messages.ts';
import { REPLIES } from './past-replies.ts';

/** The thread that models what a start or a request waits for. */
const opening = openPastModel(workerData as SourcePast);
answerCalls(async ({ kind, ...request }: PastRequest) =>
  (REPLIES[kind] as (model: PastModel, request: unknown) => unknown)(await opening, request),
);

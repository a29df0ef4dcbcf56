import { workerData } from 'node:worker_threads';
import { EVENT_LOOP } from '../../../core/async/loop.ts';
import { inTurns } from '../../../core/async/slices.ts';
import type { PastModel } from '../../../sources/past.ts';
import { answerCallsConcurrently } from '../../../threads/thread-calls.ts';
import { openPastModel, type SourcePast } from './open-past-model.ts';
import type { PastRequest } from './past-messages.ts';
import { isAtOnce, replyTo } from './past-replies.ts';

/** Long replies are made one after the other: the first is done sooner, and the last no later. */
class PastReplies {
  readonly #opening: Promise<PastModel>;
  #lastLong: Promise<unknown>;

  constructor(opening: Promise<PastModel>) {
    this.#opening = opening;
    this.#lastLong = opening;
  }

  async to({ kind, ...request }: PastRequest): Promise<unknown> {
    const model = await this.#opening;
    const reply = () => inTurns(replyTo(model, kind, request as never), EVENT_LOOP);
    if (isAtOnce(kind)) return reply();
    const mine = this.#lastLong.then(reply, reply);
    this.#lastLong = mine;
    return mine;
  }
}

/** The thread that models what requests and lists wait for. */
const replies = new PastReplies(openPastModel(workerData as SourcePast));
answerCallsConcurrently((request: PastRequest) => replies.to(request));

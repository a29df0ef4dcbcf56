import { Deferred } from '../../core/async/deferred.ts';
import type { NoReply } from './rpc.ts';
import { answerOrThrow, type ResponseOutcome } from './responding.ts';

/** Collects the outcomes of one question, from one node or from all that accept it. */
export interface OutcomeCollector {
  readonly result: Promise<readonly unknown[]>;
  /** A node has answered. */
  add(outcome: ResponseOutcome): void;
  /** No further outcome will arrive. */
  end(error: NoReply): void;
}

export interface Wanted {
  /** Whether all nodes are asked. */
  readonly all: boolean;
  readonly isEnough?: ((answer: never) => boolean) | undefined;
}

/** Resolves with the answers received. Without any, rejects with the first error of a node, or with the error passed to `end`. */
export function collectOutcomes(question: string, { all, isEnough }: Wanted): OutcomeCollector {
  const answers: unknown[] = [];
  const errors: unknown[] = [];
  const result = new Deferred<readonly unknown[]>();
  const finish = (error: unknown) => {
    if (answers.length > 0) result.resolve(answers);
    else result.reject(errors[0] ?? error);
  };
  return {
    result: result.promise,
    add: (outcome) => {
      try {
        const answer = answerOrThrow(question, outcome);
        answers.push(answer);
        if (!all || isEnough?.(answer as never) === true) result.resolve(answers);
      } catch (error) {
        errors.push(error);
        if (!all) finish(error);
      }
    },
    end: finish,
  };
}

import { NoAnswer, type Asking, type Unanswer } from '../nats/asking.ts';
import { ApiError } from '../../api/http/errors.ts';
import type { KeptEntry, KeptRange, KeptReceipts } from '../../values/receipts/kept-receipts.ts';
import type { NodeQuestions } from './node-questions.ts';
import { askBest } from './ask-best.ts';

/** Kept receipts of all compute nodes: each keeps those of the ticks whose inputs it has recorded. */
export class RemoteKept implements KeptReceipts {
  readonly #asking: Asking<NodeQuestions>;

  constructor(asking: Asking<NodeQuestions>) {
    this.#asking = asking;
  }

  async list({ from, to }: KeptRange): Promise<readonly KeptEntry[]> {
    const range = { ...(Number.isFinite(from) && { from }), ...(Number.isFinite(to) && { to }) };
    const answers = await orUnavailable(this.#asking.askAll('kept-receipts', range));
    const entries = new Map(answers.flat().map((entry) => [entry.id, entry]));
    return [...entries.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  async read({ id, at }: Pick<KeptEntry, 'id' | 'at'>): Promise<object | undefined> {
    const preference = { isFinal: (answer: string) => answer !== '', rank: () => 0 };
    const json = await orUnavailable(askBest(this.#asking, 'kept-receipt', { id, at }, preference));
    return json === '' ? undefined : (JSON.parse(json) as object);
  }
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new ApiError('SERVICE_UNAVAILABLE', 'no compute node answers, and those have the kept receipts', {
      headers: { 'retry-after': '5' },
    });
  }
}

/** Has this node answer what `RemoteKept` asks. */
export function answerKept(asking: Asking<NodeQuestions>, kept: KeptReceipts): Unanswer {
  const unanswers = [
    asking.answer('kept-receipts', ({ from = -Infinity, to = Infinity }) =>
      kept.list({ from, to }).then((entries) => entries.map(plainEntry)),
    ),
    asking.answer('kept-receipt', async (entry) => {
      const receipt = await kept.read(entry);
      return receipt ? JSON.stringify(receipt) : '';
    }),
  ];
  return () => {
    for (const unanswer of unanswers) unanswer();
  };
}

function plainEntry({ id, at, indexType, indexId, name, times, tzdata }: KeptEntry): KeptEntry {
  return { id, at, indexType, indexId, name, times, tzdata };
}

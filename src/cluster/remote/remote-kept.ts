import { NoReply, type Rpc, type StopAnswering } from '../nats/rpc.ts';
import { ApiError } from '../../api/http/errors.ts';
import type { KeptReceiptEntry, KeptRange, KeptReceipts } from '../../values/receipts/kept-receipts.ts';
import type { NodeQuestions } from './node-questions.ts';
import { callBest } from './call-best.ts';

/** Maximum number of entries per answer. Keeps an answer far below the size limit, however many receipts are kept per day. */
export const MAX_ENTRIES = 20_000;

/** Kept receipts of all compute nodes. Each node keeps the receipts of ticks whose inputs it has recorded. */
export class RemoteKept implements KeptReceipts {
  readonly #rpc: Rpc<NodeQuestions>;

  constructor(rpc: Rpc<NodeQuestions>) {
    this.#rpc = rpc;
  }

  async list({ from, to }: KeptRange): Promise<readonly KeptReceiptEntry[]> {
    const range = { ...(Number.isFinite(from) && { from }), ...(Number.isFinite(to) && { to }) };
    const entries = new Map<string, KeptReceiptEntry>();
    for (let after = ''; ;) {
      const question = { ...range, max: MAX_ENTRIES, ...(after !== '' && { after }) };
      const answers = await orUnavailable(this.#rpc.askAll('kept-receipts', question));
      const pages = answers.map((page) => page.filter(({ id }) => id > after));
      // Entries after the end of a full page are requested next, from all nodes.
      const ends = pages.flatMap((page) => (page.length < MAX_ENTRIES ? [] : [page.at(-1)!.id]));
      const end = ends.toSorted()[0];
      for (const entry of pages.flat())
        if (end === undefined || entry.id <= end) entries.set(entry.id, entry);
      if (end === undefined) return [...entries.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      after = end;
    }
  }

  async read({ id, at }: Pick<KeptReceiptEntry, 'id' | 'at'>): Promise<object | undefined> {
    const preference = { isFinal: (answer: string) => answer !== '', rank: () => 0 };
    const json = await orUnavailable(callBest(this.#rpc, 'kept-receipt', { id, at }, preference));
    return json === '' ? undefined : (JSON.parse(json) as object);
  }
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'no compute node replies, and only compute nodes have the kept receipts',
      {
        headers: { 'retry-after': '5' },
      },
    );
  }
}

/** Makes this node answer the requests of `RemoteKept`. */
export function answerKept(rpc: Rpc<NodeQuestions>, kept: KeptReceipts): StopAnswering {
  const stops = [
    rpc.answer('kept-receipts', async ({ from = -Infinity, to = Infinity, after = '', max }) => {
      const entries = (await kept.list({ from, to })).filter(({ id }) => id > after);
      return entries.slice(0, max).map(plainEntry);
    }),
    rpc.answer('kept-receipt', async (entry) => {
      const receipt = await kept.read(entry);
      return receipt ? JSON.stringify(receipt) : '';
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function plainEntry({ id, at, indexType, indexId, name, times, tzdata }: KeptReceiptEntry): KeptReceiptEntry {
  return { id, at, indexType, indexId, name, times, tzdata };
}

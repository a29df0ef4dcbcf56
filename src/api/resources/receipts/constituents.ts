import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { uuid } from '../../../contract/parameter-kinds.ts';
import { IndexReceipt } from '../../../contract/records/index-receipt.ts';
import { TICKER_SCOPES } from '../../../contract/scopes.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import type { HistoryReader, StoredValue } from '../../../history/history-store.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import type { NoReceipt, ServedReceipt, Receipts } from '../../../values/receipts/receipts.ts';
import { ApiError, unavailable } from '../../http/errors.ts';
import { requireType } from '../../pages/index-access.ts';
import { tickCursors } from '../index-ticker.ts';
import { proofAnswer, ProofAnswers, type ProofAnswer } from './proof-answers.ts';
import { receiptJsonInTurns } from './receipt-json.ts';
import { isModelled, MODELLED_VALUE, receiptOf, publishedValue } from './receipt-refusal.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import type { SeriesCursor, SeriesVersions } from '../../pages/series-cursors.ts';
import type { JobOwner } from '../../http/limits/fair-queue.ts';

/** Maximum number of receipts computed at a time for visitors of the public page. */
const MAX_OF_VISITORS = 4;
export const BUSY = unavailable('receipts are being computed for other clients: try again', 1);

export interface ConstituentsParts {
  readonly receipts: Receipts;
  readonly versions: SeriesVersions;
  readonly history: HistoryReader;
  readonly indexTickers: IndexTickers;
  readonly marketSpeed: number;
  /** Turns of the event loop for writing receipts. */
  readonly turns: Pick<LoopTurns, 'next'>;
}

export function constituentsRoutes(parts: ConstituentsParts): DataRoute[] {
  const { receipts, versions } = parts;
  const cursors = tickCursors(versions);
  const answers = new ProofAnswers(parts);
  const desk = new ReceiptDesk(answers);
  return [
    dataRoute({
      path: '/index-ticker/{id}/constituents',
      operationId: 'explainIndexTicker',
      summary: 'The receipt of a reference price: how it was computed, from its recorded inputs',
      tag: 'Index tickers',
      object: 'IndexTicker',
      access: ['read:index-ticker', 'read:LX'],
      pathParameters: { id: { kind: uuid, description: 'Id of an index ticker', required: true } },
      response: IndexReceipt,
      alsoAnswers: [503],
      handle: async ({ path: { id }, grant, asker, marketNow }) => {
        const record = cursors.cursorOf(id);
        requireType(grant as Grant, record?.after.indexType, TICKER_SCOPES);
        if (!record) throw new ApiError('NOT_FOUND', 'there is no index ticker with this id');
        const value = await explainableValue(parts, record);
        const answer = await desk.answer(id, asker(), async () => {
          const receipt = await receipts.explain(record.after, record.at);
          const text = await receiptText(id, receipt, value, () => parts.turns.next(asker().isVisitor));
          return proofAnswer(text, typeof receipt === 'string' ? undefined : receipt.proof);
        });
        return answers.response(answer, { marketNow });
      },
    }),
  ];
}

/** Makes one receipt at a time per client, or per address for visitors; caches them for a while. */
class ReceiptDesk {
  readonly #answers: ProofAnswers;
  readonly #making = new Map<string, Promise<ProofAnswer>>();
  readonly #beingServed = new Set<string>();
  #visitors = 0;

  constructor(answers: ProofAnswers) {
    this.#answers = answers;
  }

  async answer(id: string, asker: JobOwner, make: () => Promise<ProofAnswer>): Promise<ProofAnswer> {
    const known = this.#answers.get(id) ?? (await this.#making.get(id));
    if (known) return known;
    const { clientId, address, isVisitor = false } = asker;
    const holder = address ? `${clientId} ${address.network}` : clientId;
    if (this.#beingServed.has(holder) || (isVisitor && this.#visitors >= MAX_OF_VISITORS)) throw BUSY;
    this.#beingServed.add(holder);
    if (isVisitor) this.#visitors++;
    const making = make();
    this.#making.set(id, making);
    try {
      const answer = await making;
      this.#answers.set(id, answer);
      return answer;
    } finally {
      this.#making.delete(id);
      this.#beingServed.delete(holder);
      if (isVisitor) this.#visitors--;
    }
  }
}

/** Only published values are explained; history tells which they are. */
async function explainableValue(
  { history, indexTickers }: ConstituentsParts,
  { after: series, at }: SeriesCursor,
): Promise<StoredValue> {
  const value = await publishedValue(history, series, at, indexTickers.at);
  if (!isModelled(value)) return value;
  throw new ApiError('NOT_FOUND', MODELLED_VALUE);
}

function receiptText(
  id: string,
  receipt: ServedReceipt | NoReceipt,
  value: StoredValue,
  nextTurn: () => Promise<void>,
): Promise<string> {
  if (receipt === 'busy') throw BUSY;
  const found = receiptOf(receipt, value);
  if ('noReceipt' in found) throw new ApiError('NOT_FOUND', found.noReceipt);
  return receiptJsonInTurns(id, found.receipt, nextTurn);
}

import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { uuid } from '../../../contract/parameter-kinds.ts';
import { ValueProof } from '../../../contract/records/proof.ts';
import { TICKER_SCOPES } from '../../../contract/scopes.ts';
import { formatNumber } from '../../../core/numbers/decimal.ts';
import { flagsIn } from '../../../core/index-value.ts';
import { formatDatetime } from '../../../core/time.ts';
import type { HistoryReader, StoredValue } from '../../../history/history-store.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import type { NoProof, Proof, ValueProver } from '../../../values/receipts/receipts.ts';
import { ApiError } from '../../http/errors.ts';
import { requireType } from '../../pages/index-access.ts';
import { tickCursors } from '../index-ticker.ts';
import { proofAnswer, ProofAnswers } from './proof-answers.ts';
import { shownProof } from './receipt-json.ts';
import { publishedValue } from './receipt-refusal.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import type { SeriesVersions } from '../../pages/series-cursors.ts';
import type { FairQueue } from '../../http/limits/fair-queue.ts';

export interface ValueProofParts {
  readonly valueProofs: ValueProver;
  readonly versions: SeriesVersions;
  readonly history: HistoryReader;
  readonly indexTickers: IndexTickers;
  readonly marketSpeed: number;
}

/** Why a value has no proof, in words for a client. */
const NO_PROOF: Readonly<Record<NoProof, string>> = {
  modelled: 'this value was back-filled from a price model, so no record contains it',
  'no-record':
    'this service has no record of the tick of this value, for example because the value was imported',
  'no-leaf':
    'the record of this tick has an older format without leaves, so a single value cannot be proven; records have leaves from methodology 3 on',
  altered: 'the stored values of this tick do not match its record',
};

/** `line`: the queue for work over all values of a tick. */
export function valueProofRoutes(parts: ValueProofParts, line: FairQueue): DataRoute[] {
  const { versions, history, indexTickers, valueProofs } = parts;
  const cursors = tickCursors(versions);
  const answers = new ProofAnswers(parts);
  return [
    dataRoute({
      path: '/integrity/proof/{id}',
      operationId: 'proveIndexTicker',
      summary: 'Proof that the record of a tick contains a value, and that a signed head covers the record',
      tag: 'Integrity',
      object: 'IndexTicker',
      access: ['read:index-ticker', 'read:LX'],
      pathParameters: { id: { kind: uuid, description: 'Id of an index ticker', required: true } },
      response: ValueProof,
      alsoAnswers: [503],
      handle: async ({ path: { id }, grant, asker, marketNow }) => {
        const record = cursors.cursorOf(id);
        requireType(grant as Grant, record?.after.indexType, TICKER_SCOPES);
        if (!record) throw new ApiError('NOT_FOUND', 'there is no index ticker with this id');
        const { after: series, at } = record;
        const known = answers.get(id);
        if (known) return answers.response(known, { marketNow });
        const value = await publishedValue(history, series, at, indexTickers.at);
        const proof = await line.run(asker(), () => valueProofs.of(value));
        if (typeof proof === 'string') throw new ApiError('NOT_FOUND', NO_PROOF[proof]);
        const answer = proofAnswer(JSON.stringify(shownValue(id, value, proof)), proof);
        answers.set(id, answer);
        return answers.response(answer, { marketNow });
      },
    }),
  ];
}

function shownValue(id: string, value: StoredValue, proof: Proof) {
  const { indexId, indexType, at, price, volume, tickVolume, flags } = value;
  return {
    id,
    indexId,
    indexType,
    timestamp: formatDatetime(at),
    price: formatNumber(price),
    volume: formatNumber(volume),
    ...(tickVolume !== undefined && { tickVolume: formatNumber(tickVolume) }),
    flags: flagsIn(flags),
    proof: shownProof(proof),
  };
}

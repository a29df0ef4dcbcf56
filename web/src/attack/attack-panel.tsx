import type { IndexReceipt } from '@tidemark/sdk';
import { useState } from 'preact/hooks';
import { usePage } from '../data/page-data.ts';
import { instantText } from '../format/time.ts';
import { AnswerNote } from '../parts/answer-note.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { shareText } from '../receipt/point-words.ts';
import type { ReceiptData } from '../receipt/receipt-store.ts';
import type { Verifier } from '../receipt/verifier.ts';
import { AttackBench } from './attack-bench.tsx';
import './attack.css';

export interface AttackProps {
  readonly data: ReceiptData;
  readonly verifier: Verifier;
  readonly onEnd: () => void;
}

/** Markets of an asset that can be attacked: those with the largest weights. */
const MARKETS = 12;

/**
 * A what-if on a real receipt: the reader changes what exchanges report, and the engine recomputes the result
 * in the browser.
 */
export function AttackPanel({ data, verifier, onEnd }: AttackProps) {
  const { receipt } = data;
  return (
    <section class="attack" aria-labelledby="attack-title">
      <div class="receipt-head">
        <h3 id="attack-title">
          Attack it{' '}
          <span class="quiet">
            a what-if on the real receipt of {instantText(Date.parse(receipt.timestamp))} UTC: this page
            computes every number with version {receipt.methodology} of the rules, and sends nothing
          </span>
        </h3>
        <div class="receipt-actions">
          <button class="button" onClick={onEnd}>
            Close
          </button>
        </div>
      </div>
      {receipt.indexType === 'GWA' ? (
        <AssetBench asset={receipt} verifier={verifier} />
      ) : (
        <AttackBench receipt={receipt} asset={undefined} verifier={verifier} />
      )}
    </section>
  );
}

/** An asset is attacked through the exchanges of one of its markets. */
function AssetBench({ asset, verifier }: { asset: IndexReceipt; verifier: Verifier }) {
  const { tidemark, askReceipt } = usePage();
  const markets = (asset.markets ?? [])
    .filter(({ share }) => Number(share) > 0)
    .sort((a, b) => Number(b.share) - Number(a.share))
    .slice(0, MARKETS);
  const [marketId, setMarket] = useState(markets[0]?.marketId ?? '');
  const receipt = useAnswer(
    async (signal) => {
      const query = { indexId: marketId, timestamp: asset.timestamp, size: 1 };
      const { content } = await tidemark.read('listIndexTickers', query, { signal });
      const [tick] = content;
      if (!tick) throw new Error('the market has no value at this tick');
      return askReceipt(tick.id, signal);
    },
    [tidemark, marketId, asset.timestamp],
  );
  if (markets.length === 0)
    return <p class="note">This value was not computed from markets: it repeats an earlier one.</p>;
  return (
    <>
      <label class="attack-market">
        <span>Through the market</span>
        <select class="field" value={marketId} onChange={(event) => setMarket(event.currentTarget.value)}>
          {markets.map(({ marketId: id, market, share }) => (
            <option key={id} value={id}>
              {market.replace('_', '/')}, {shareText(Number(share))} of the weight
            </option>
          ))}
        </select>
        <span class="quiet">Values of other assets do not change.</span>
      </label>
      <AnswerNote answer={receipt} what="The receipt of the market" />
      {receipt.kind === 'there' && (
        <AttackBench key={receipt.value.id} receipt={receipt.value} asset={asset} verifier={verifier} />
      )}
    </>
  );
}

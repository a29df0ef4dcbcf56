import type { IndexReceipt } from '@tidemark/sdk';
import { bpsText, NOTHING, priceText } from '../format/number.ts';
import { bpsFrom } from '../receipt/receipt-model.ts';
import { plainAverages } from './plain-averages.ts';
import type { Outcome } from './use-what-if.ts';

export interface ResultsProps {
  /** As published. */
  readonly receipt: IndexReceipt;
  readonly asset: IndexReceipt | undefined;
  readonly outcome: Outcome;
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly before: number;
  readonly after: number;
  readonly isOurs: boolean;
}

/** How far each kind of average moves from its own value without the attack. */
export function AttackResults({ receipt, asset, outcome }: ResultsProps) {
  const before = plainAverages(receipt);
  const { averages, computed } = outcome;
  const rows: Row[] = [
    {
      id: 'reference',
      title: asset ? `Tidemark, ${(receipt.market ?? '').replace('_', '/')}` : 'Tidemark',
      before: Number(receipt.price),
      after: Number(computed?.price ?? NaN),
      isOurs: true,
    },
    ...(asset
      ? [
          {
            id: 'asset',
            title: `Tidemark, ${asset.asset ?? ''} in USD`,
            before: Number(asset.price),
            after: Number(outcome.asset?.price ?? NaN),
            isOurs: true,
          },
        ]
      : []),
    {
      id: 'weighted',
      title: 'Volume-weighted average',
      before: before.weighted,
      after: averages.weighted,
      isOurs: false,
    },
    { id: 'median', title: 'Median', before: before.median, after: averages.median, isOurs: false },
  ];
  const moves = rows.map((row) => bpsFrom(row.before, row.after));
  const most = Math.max(1, ...moves.filter(Number.isFinite).map((bps) => lengthOf(bps)));
  return (
    <div class="attack-results">
      <table>
        <caption class="unseen">How far each average moves under the attack</caption>
        <thead>
          <tr>
            <th scope="col">Average</th>
            <th scope="col" class="number">
              Would be
            </th>
            <th scope="col" class="number">
              Moves, bps
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, after, isOurs }, i) => (
            <tr key={id} class={isOurs ? 'ours' : ''} data-average={id} data-bps={moves[i]}>
              <th scope="row">{title}</th>
              <td class="number">{priceText(after)}</td>
              <td class="number attack-move">
                {signed(moves[i]!)}
                <span
                  class="attack-bar"
                  aria-hidden="true"
                  style={{ width: `${Number.isFinite(moves[i]!) ? (lengthOf(moves[i]!) / most) * 100 : 0}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Moves differ by factors of thousands, so bars are logarithmic. */
const lengthOf = (bps: number) => Math.log10(1 + Math.abs(bps));

export function signed(bps: number): string {
  if (!Number.isFinite(bps)) return NOTHING;
  return `${bps > 0.05 ? '+' : ''}${bpsText(bps)}`;
}

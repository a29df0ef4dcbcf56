import type { IndexReceipt } from '@tidemark/sdk';
import { NOTHING, priceText } from '../format/number.ts';
import { FlagList } from '../parts/flag-list.tsx';
import { bpsFrom } from '../receipt/receipt-model.ts';
import { signed, type ResultsProps } from './attack-results.tsx';
import { whyOf } from './why.ts';

/** The result of the attack: the value, whether it moved, its flags and the reason. */
export function AttackSummary({ receipt, asset, outcome }: ResultsProps) {
  const { computed, attackers, reach } = outcome;
  return (
    <div class="attack-summary" aria-live="polite">
      <Published
        title={(receipt.market ?? receipt.name ?? '').replace('_', '/')}
        unit={receipt.market?.split('_')[1] ?? 'USD'}
        before={Number(receipt.price)}
        computed={computed}
        why={whyOf({ before: receipt, after: computed, attackers, reach })}
      />
      {asset && (
        <Published
          title={asset.asset ?? ''}
          unit="USD"
          before={Number(asset.price)}
          computed={outcome.asset}
          why={undefined}
        />
      )}
    </div>
  );
}

interface PublishedProps {
  readonly title: string;
  readonly unit: string;
  readonly before: number;
  readonly computed: IndexReceipt | undefined;
  readonly why: string | undefined;
}

function Published({ title, unit, before, computed, why }: PublishedProps) {
  const flags = computed?.flags ?? [];
  return (
    <dl>
      <div>
        <dt>{title} published</dt>
        <dd>{computed ? `${priceText(Number(computed.price))} ${unit}` : 'no value'}</dd>
      </div>
      <div>
        <dt>Moved</dt>
        <dd>{computed ? movedText(before, Number(computed.price)) : NOTHING}</dd>
      </div>
      {why !== undefined && (
        <div>
          <dt>Why</dt>
          <dd class="attack-why">{why}</dd>
        </div>
      )}
      <div>
        <dt>Flags</dt>
        <dd>{flags.length === 0 ? 'none' : <FlagList flags={flags} type={computed!.indexType} />}</dd>
      </div>
    </dl>
  );
}

/** Smaller moves are normal from tick to tick. */
const HARDLY_BPS = 10;

function movedText(before: number, after: number): string {
  const bps = bpsFrom(before, after);
  if (Math.abs(bps) < 0.05) return 'no';
  return `${Math.abs(bps) < HARDLY_BPS ? 'hardly' : 'yes'}: ${signed(bps)} bps from ${priceText(before)}`;
}

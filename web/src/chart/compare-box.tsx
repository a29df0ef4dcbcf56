import { useSignal } from '@preact/signals';
import { FULL, isFull } from './compared.ts';
import type { Comparison } from './use-compared.ts';

/** Finds other names to draw next to the first: up to six lines in all. */
export function CompareBox({ comparison: { compared, problem, add, remove } }: { comparison: Comparison }) {
  const typed = useSignal('');
  const find = async (event: SubmitEvent) => {
    event.preventDefault();
    const name = typed.value.trim();
    if (name !== '' && (await add(name))) typed.value = '';
  };
  const hasAll = isFull(compared.value);
  return (
    <div class="compare">
      {compared.value.map((each, i) => (
        <button
          key={each.indexId}
          class="button compared"
          aria-label={`${each.title}: stop comparing`}
          onClick={() => remove(each)}
        >
          <i class={`stroke series-${i + 1}`} /> {each.title} ×
        </button>
      ))}
      {!hasAll && (
        <form onSubmit={(event) => void find(event)}>
          <input
            class="field"
            aria-label="Compare with another asset, market or index"
            placeholder="Compare: ETH, BTC_EUR, BLX"
            autocomplete="off"
            spellcheck={false}
            value={typed.value}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
        </form>
      )}
      <span class="quiet" role="status">
        {hasAll ? FULL : problem.value}
      </span>
    </div>
  );
}

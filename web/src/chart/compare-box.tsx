import { useSignal, type Signal } from '@preact/signals';
import { usePage } from '../data/page-data.ts';
import { messageOf } from '../format/errors.ts';
import { MOST_COMPARED } from './chart-colours.ts';

export interface Compared {
  readonly indexId: string;
  readonly title: string;
}

/** Finds other names to draw beside the first: up to six lines in all. */
export function CompareBox({ compared, than }: { compared: Signal<readonly Compared[]>; than: string }) {
  const { tidemark } = usePage();
  const typed = useSignal('');
  const problem = useSignal('');
  const find = async (event: SubmitEvent) => {
    event.preventDefault();
    const title = typed.value.trim();
    problem.value = '';
    if (title === '') return;
    try {
      const { indexId } = await tidemark.find(title);
      if (indexId === than || compared.value.some((each) => each.indexId === indexId))
        problem.value = 'Already in the chart';
      else {
        compared.value = [...compared.value, { indexId, title: title.toUpperCase() }];
        typed.value = '';
      }
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const remove = ({ indexId }: Compared) => {
    compared.value = compared.value.filter((each) => each.indexId !== indexId);
  };
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
      {compared.value.length + 1 < MOST_COMPARED && (
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
          <span class="quiet" role="status">
            {problem.value}
          </span>
        </form>
      )}
    </div>
  );
}

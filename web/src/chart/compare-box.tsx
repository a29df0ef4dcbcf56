import { useSignal, type Signal } from '@preact/signals';
import { usePage } from '../data/page-data.ts';
import { messageOf } from '../format/errors.ts';

export interface Compared {
  readonly indexId: string;
  readonly title: string;
}

/** Finds a second name to draw beside the first. */
export function CompareBox({ compared, than }: { compared: Signal<Compared | undefined>; than: string }) {
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
      if (indexId === than) problem.value = 'That is this one';
      else compared.value = { indexId, title: title.toUpperCase() };
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  if (compared.value)
    return (
      <button
        class="button compared"
        aria-label={`${compared.value.title}: stop comparing`}
        onClick={() => (compared.value = undefined)}
      >
        <i class="stroke second" /> {compared.value.title} ×
      </button>
    );
  return (
    <form class="compare" onSubmit={(event) => void find(event)}>
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
  );
}

import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { comparedIn, withCompared } from '../address.ts';
import { usePage } from '../data/page-data.ts';
import { withName, withNames, type Compared } from './compared.ts';

export interface Comparison {
  readonly compared: ReadonlySignal<readonly Compared[]>;
  /** The problem with the last name; empty if there is none. */
  readonly problem: ReadonlySignal<string>;
  /** Resolves with whether it was added. */
  readonly add: (name: string) => Promise<boolean>;
  readonly remove: (compared: Compared) => void;
}

/**
 * The names that a chart is compared with. They are part of the address, so that links include them. `than`:
 * the index of the chart.
 */
export function useCompared(than: string): Comparison {
  const { tidemark } = usePage();
  const compared = useSignal<readonly Compared[]>([]);
  const problem = useSignal('');
  useEffect(() => {
    let asked = 0;
    const follow = async () => {
      const names = comparedIn(location.hash);
      if (
        names.join() ===
        compared
          .peek()
          .map(({ name }) => name)
          .join()
      )
        return;
      const mine = ++asked;
      const found = await withNames(names, than, (name) => tidemark.find(name));
      if (mine !== asked) return;
      compared.value = found.compared;
      problem.value = found.problem;
    };
    const onAddress = () => void follow();
    onAddress();
    addEventListener('hashchange', onAddress);
    return () => {
      asked++;
      removeEventListener('hashchange', onAddress);
    };
  }, [tidemark, than]);
  const set = (next: readonly Compared[]) => {
    compared.value = next;
    const address = withCompared(
      location.hash,
      next.map(({ name }) => name),
    );
    // Does not navigate: only the address to share changes.
    history.replaceState(history.state, '', address);
  };
  return {
    compared,
    problem,
    add: async (name) => {
      problem.value = '';
      const found = await withName(compared.peek(), name, than, (each) => tidemark.find(each));
      problem.value = found.problem;
      if (found.problem === '') set(found.compared);
      return found.problem === '';
    },
    remove: ({ indexId }) => {
      problem.value = '';
      set(compared.peek().filter((each) => each.indexId !== indexId));
    },
  };
}

import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';

/** Contracts are published behind the tick: what is asked for at once would be of the tick before, and kept until the next. */
const BEHIND_MS = 1500;

/** The newest tick whose contracts are there; the component is drawn again with each. 0 before the first. */
export function useSettledTick(): number {
  const { board, live } = usePage();
  const [there, setThere] = useState(live.newest.peek());
  useEffect(() => board.use(), [board]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const end = live.newest.subscribe((tick) => {
      clearTimeout(timer);
      timer = setTimeout(() => setThere(tick), BEHIND_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [live]);
  return there;
}

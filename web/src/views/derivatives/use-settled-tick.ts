import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';

/** Contracts are published after the tick: an immediate request would return those of the previous tick. */
const BEHIND_MS = 1500;

/** The newest tick whose contracts are available; redraws the component with each. 0 before the first. */
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

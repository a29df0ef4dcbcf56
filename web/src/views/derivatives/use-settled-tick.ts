import { useEffect, useState } from 'preact/hooks';
import { useTick } from '../../parts/use-tick.ts';

/** Contracts are published behind the tick: what is asked for at once would be of the tick before, and kept until the next. */
const BEHIND_MS = 1500;

/** The newest tick whose contracts are there. 0 before the first. */
export function useSettledTick(): number {
  const tick = useTick();
  const [there, setThere] = useState(tick);
  useEffect(() => {
    const timer = setTimeout(() => setThere(tick), BEHIND_MS);
    return () => clearTimeout(timer);
  }, [tick]);
  return there;
}

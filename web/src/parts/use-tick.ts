import { useEffect } from 'preact/hooks';
import { usePage } from '../data/page-data.ts';

/** The newest tick, in milliseconds since 1970; redraws the component with each. 0 before the first. */
export function useTick(): number {
  const { board, live } = usePage();
  useEffect(() => board.use(), [board]);
  return live.newest.value;
}

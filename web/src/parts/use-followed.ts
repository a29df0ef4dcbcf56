import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../data/page-data.ts';

/** Follows indices while the component is shown, and redraws it when one of them gets its first value. */
export function useFollowed(indexIds: readonly string[] | undefined): void {
  const { live } = usePage();
  const [, setKnown] = useState(0);
  const ids = indexIds?.join(' ') ?? '';
  useEffect(() => {
    const wanted = ids === '' ? [] : ids.split(' ');
    const unfollow = live.follow(wanted);
    const end = live.onFrame(() => setKnown(wanted.filter((id) => live.quote(id) !== undefined).length));
    return () => {
      end();
      unfollow();
    };
  }, [live, ids]);
}

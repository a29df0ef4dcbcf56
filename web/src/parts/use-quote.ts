import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../data/page-data.ts';
import type { Quote } from '../data/quote.ts';

/** The newest value of one index, followed while the component is shown. */
export function useQuote(indexId: string): Quote | undefined {
  const { live } = usePage();
  const [quote, setQuote] = useState(live.quote(indexId));
  useEffect(() => {
    const unfollow = live.follow([indexId]);
    const end = live.onFrame((changed) => changed.has(indexId) && setQuote(live.quote(indexId)));
    setQuote(live.quote(indexId));
    return () => {
      end();
      unfollow();
    };
  }, [live, indexId]);
  return quote;
}

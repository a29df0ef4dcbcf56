import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../data/page-data.ts';
import type { Quote } from '../data/quote.ts';
import { isHeld } from '../format/flags.ts';
import { NOTHING, priceText } from '../format/number.ts';
import { flash } from './flash.ts';
import './live-price.css';

interface LivePriceProps {
  readonly indexId: string;
  /** Shown until the first value arrives. */
  readonly first?: number | undefined;
}

/**
 * The newest value of an index. It flashes on a change, and is pale if it is old or held. The caller has to
 * follow the index.
 */
export function LivePrice({ indexId, first }: LivePriceProps) {
  const { live } = usePage();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const span = place.current!;
    const age = (quote: Quote) => span.classList.toggle('pale', live.isStale(quote) || isHeld(quote.flags));
    const show = (quote: Quote, isTick: boolean) => {
      span.textContent = priceText(quote.price);
      span.title = `${quote.text} at ${new Date(quote.at).toISOString()}`;
      age(quote);
      if (isTick) flash(span, quote.step);
    };
    const known = live.quote(indexId);
    if (known) show(known, false);
    const ends = [
      live.onFrame((changed) => {
        const quote = changed.has(indexId) ? live.quote(indexId) : undefined;
        if (quote) show(quote, true);
      }),
      // A value that no longer changes falls behind the ticks of others.
      live.newest.subscribe(() => {
        const quote = live.quote(indexId);
        if (quote) age(quote);
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [live, indexId]);
  // Only the effect writes its text.
  return (
    <span ref={place} class="live-price">
      {first === undefined ? NOTHING : priceText(first)}
    </span>
  );
}

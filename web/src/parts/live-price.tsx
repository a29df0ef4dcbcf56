import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../data/page-data.ts';
import type { Quote } from '../data/quote.ts';
import { isHeld } from '../format/flags.ts';
import { NOTHING, priceText } from '../format/number.ts';
import { flash } from './flash.ts';
import './live-price.css';

interface LivePriceProps {
  readonly indexId: string;
  /** Shown until the first value is there. */
  readonly first?: number | undefined;
}

/** The newest value of an index. It lights up when it changes, and is pale where it is old or was held. Someone else follows the index. */
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
      // A value that has stopped is left behind by the ticks of others.
      live.newest.subscribe(() => {
        const quote = live.quote(indexId);
        if (quote) age(quote);
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [live, indexId]);
  // Its text is written by the effect alone.
  return (
    <span ref={place} class="live-price">
      {first === undefined ? NOTHING : priceText(first)}
    </span>
  );
}

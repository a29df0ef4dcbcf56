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
    const show = (quote: Quote, isTick: boolean) => {
      const span = place.current!;
      span.textContent = priceText(quote.price);
      span.title = `${quote.text} at ${new Date(quote.at).toISOString()}`;
      span.classList.toggle('pale', live.isStale(quote) || isHeld(quote.flags));
      if (isTick) flash(span, quote.step);
    };
    const known = live.quote(indexId);
    if (known) show(known, false);
    return live.onFrame((changed) => {
      const quote = changed.has(indexId) ? live.quote(indexId) : undefined;
      if (quote) show(quote, true);
    });
  }, [live, indexId]);
  // Its text is written by the effect alone.
  return (
    <span ref={place} class="live-price">
      {first === undefined ? NOTHING : priceText(first)}
    </span>
  );
}

import { usePage } from '../data/page-data.ts';
import { instantText } from '../format/time.ts';
import { useLastResponse } from '../parts/use-last-response.ts';
import { dayPath, loadDay, STEP_MS } from './day-line.ts';
import { TICK_MS } from '../clock.ts';
import { KEPT_MS, type ReceiptStore } from './receipt-store.ts';

interface ScrubberProps {
  readonly store: ReceiptStore;
  readonly indexId: string;
  /** The shown tick, and the newest one. */
  readonly at: number;
  readonly newest: number;
}

/** Moves through the ticks of the last day. */
export function Scrubber({ store, indexId, at, newest }: ScrubberProps) {
  const { tidemark, live } = usePage();
  const reconnects = live.reconnects.value;
  // The line has a point every five minutes.
  const when = `${reconnects} ${Math.floor(newest / STEP_MS)}`;
  const known = useLastResponse(
    (signal) => loadDay(tidemark, indexId, newest, signal),
    [tidemark, indexId],
    when,
  ).value;
  const from = Math.min(Math.max(known?.first ?? newest - KEPT_MS, newest - KEPT_MS), newest);
  const isFollowing = store.wanted.value === undefined;
  const shown = store.wanted.value ?? at;
  const see = (tick: number) => store.see(Math.min(Math.max(tick, from), newest));
  return (
    <div class="scrubber">
      <div class="choices" role="group" aria-label="Ticks">
        <button aria-label="Previous tick" onClick={() => see(shown - TICK_MS)}>
          ‹
        </button>
        <button aria-label="Next tick" onClick={() => see(shown + TICK_MS)}>
          ›
        </button>
        <button aria-pressed={isFollowing} onClick={() => store.see(undefined)}>
          Newest
        </button>
      </div>
      <div class="scrubber-day">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {known && <path d={dayPath(known, from, newest)} />}
        </svg>
        <input
          type="range"
          aria-label="Tick of the last day"
          aria-valuetext={`${instantText(shown)} UTC`}
          min={from}
          max={newest}
          step={TICK_MS}
          value={shown}
          disabled={from >= newest}
          onInput={(event) => see(Number(event.currentTarget.value))}
        />
        <span class="scrubber-from">{instantText(from)}</span>
        <span class="scrubber-to">{instantText(newest)} UTC</span>
      </div>
    </div>
  );
}

import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../data/page-data.ts';

const KEYS = [
  ['/', 'Search assets, markets and exchanges'],
  ['↑ ↓', 'Move through a list; Home, End and Page keys too'],
  ['Enter', 'Open the selected row'],
  ['Esc', 'Close, or leave the search'],
  ['?', 'This help'],
] as const;

/** Keys, and the meaning of marks. */
export function Help({ onClose }: { onClose: () => void }) {
  const { session } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h2>Reading the numbers</h2>
      <p>
        Prices are published every 30 seconds. A value that repeats an earlier one is pale and in italics. A
        hatched part of a chart has no data; the reason is below the chart. All times are UTC.
      </p>
      <p class="quiet">
        How values are computed: <a href={session.docsUrl}>documentation</a>. Charts are drawn with{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer">
          TradingView Lightweight Charts
        </a>
        .
      </p>
      <form method="dialog">
        <button class="button main" autofocus>
          Close
        </button>
      </form>
    </dialog>
  );
}

import { toNumber, type IndexQuality, type IndexTicker } from '@tidemark/sdk';
import { usePage } from '../../data/page-data.ts';
import { amountText, NOTHING } from '../../format/number.ts';
import { resistanceText } from '../../format/resistance.ts';
import { timeText } from '../../format/time.ts';
import { FlagList } from '../../parts/flag-list.tsx';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { LivePrice } from '../../parts/live-price.tsx';
import { useFollowed } from '../../parts/use-followed.ts';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { TICKS_SHOWN, type LX } from './lx.ts';
import { TickVolumes } from './tick-volumes.tsx';

interface LxCardProps {
  readonly lx: (typeof LX)[number];
  readonly tick: number;
  /** Undefined until it is loaded. */
  readonly quality: IndexQuality | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One LX: its live price, the volume of each slot, and whether its details are shown. */
export function LxCard({ lx, tick, quality, isChosen, onChoose }: LxCardProps) {
  const { tidemark } = usePage();
  const { name, asset, symbol } = lx;
  const kept = useLastResponse(
    async (signal) => {
      const query = { name, order: 'desc', size: TICKS_SHOWN } as const;
      return (await tidemark.read('listIndexTickers', query, { signal })).content;
    },
    [tidemark, name],
    tick,
  );
  const newest = kept.value?.[0];
  useFollowed(newest && [newest.indexId]);
  return (
    <article class={`pane indices-card ${isChosen ? 'chosen' : ''}`}>
      <h2>
        <button aria-pressed={isChosen} onClick={onChoose} title="Show its chart and receipt">
          {name} <span class="quiet">{asset}</span>
        </button>
      </h2>
      <LastResponseNote kept={kept} what={name} />
      {kept.value && newest && (
        <CardBody ticks={kept.value} newest={newest} symbol={symbol} quality={quality} />
      )}
      {kept.value?.length === 0 && <p class="note">No value yet.</p>}
    </article>
  );
}

interface CardBodyProps {
  readonly ticks: readonly IndexTicker[];
  readonly newest: IndexTicker;
  readonly symbol: string;
  readonly quality: IndexQuality | undefined;
}

function CardBody({ ticks, newest, symbol, quality }: CardBodyProps) {
  const { flags = [] } = newest;
  return (
    <>
      <p class="indices-price">
        <LivePrice indexId={newest.indexId} first={toNumber(newest.price)} /> <span class="quiet">USD</span>
      </p>
      <dl class="indices-volumes">
        <div>
          <dt>Traded in 30 s</dt>
          <dd class="tick-volume">
            {newest.tickVolume === undefined
              ? NOTHING
              : `${amountText(toNumber(newest.tickVolume))} ${symbol}`}
          </dd>
        </div>
        <div>
          <dt>Volume 24 h</dt>
          <dd>
            {amountText(toNumber(newest.volume))} {symbol}
          </dd>
        </div>
        <div>
          <dt>Tick</dt>
          <dd>{timeText(Date.parse(newest.timestamp))}</dd>
        </div>
      </dl>
      <TickVolumes ticks={ticks} symbol={symbol} />
      {quality && (
        <p class="pane-say">
          Based on {quality.exchanges} {quality.exchanges === '1' ? 'exchange' : 'exchanges'}.{' '}
          {resistanceText(quality)}
        </p>
      )}
      <FlagList flags={flags} type="LX" />
    </>
  );
}

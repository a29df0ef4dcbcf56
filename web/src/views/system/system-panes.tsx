import type { ServiceStatus } from '@tidemark/sdk';
import { countText, NOTHING } from '../../format/number.ts';
import { spanText, timeText } from '../../format/time.ts';
import { Facts, Pane } from '../../parts/pane.tsx';
import { bytesText } from './bytes.ts';
import { Meter } from './meter.tsx';
import type { Lateness } from './system-view.tsx';

interface StatusProps {
  readonly status: ServiceStatus;
}

const secondsText = (text: string | undefined) =>
  text === undefined ? NOTHING : `${Number(text).toFixed(2)} s`;
const counted = (text: string | undefined) => (text === undefined ? NOTHING : countText(Number(text)));
const HEIGHT = 48;
/** A tick later than this is late. */
const LATE_S = 5;

interface TickPaneProps extends StatusProps {
  readonly lateness: readonly Lateness[];
  readonly pageVersion: string;
}

/** The last tick, how late it and those before it were since the page was opened, and versions. */
export function TickPane({ status, lateness, pageVersion }: TickPaneProps) {
  const { tick, version, source, clockBehindSeconds } = status;
  const most = Math.max(1, ...lateness.map(({ seconds }) => seconds));
  return (
    <Pane title="Ticks" about={`version ${version}, ${source}`}>
      <div class="pane-body system-body">
        <Facts
          facts={[
            { title: 'Last tick', value: timeText(Date.parse(tick.timestamp)) },
            {
              title: 'Published after',
              value: secondsText(tick.latenessSeconds),
              className: 'system-lateness',
            },
            ...(clockBehindSeconds === undefined
              ? []
              : [{ title: 'Clock behind', value: secondsText(clockBehindSeconds) }]),
          ]}
        />
        <svg
          class="system-lines"
          viewBox={`0 0 480 ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`How late ${lateness.length} ticks were, at most ${most.toFixed(1)} s`}
        >
          {lateness.map(({ tick, seconds }, i) => {
            const height = Math.max(1, (seconds / most) * (HEIGHT - 2));
            return (
              <rect
                key={tick}
                class={seconds > LATE_S ? 'late' : ''}
                x={i * 4}
                y={HEIGHT - height}
                width={3}
                height={height}
              >
                <title>{`${timeText(Date.parse(tick))}: ${seconds} s`}</title>
              </rect>
            );
          })}
        </svg>
        <p class="quiet">
          A bar for each tick since this view was opened.
          {pageVersion !== version && ` The page is of version ${pageVersion}: load it again.`}
        </p>
      </div>
    </Pane>
  );
}

export function HistoryPane({ status: { history } }: StatusProps) {
  const { series, damaged, quarantined, lostTicks } = history;
  const isHurt = [damaged, quarantined, lostTicks].some((text) => text !== undefined && text !== '0');
  return (
    <Pane title="History" about={isHurt ? <span class="tag warn">damaged</span> : undefined}>
      <div class="pane-body">
        <Facts
          facts={[
            {
              title: 'Behind',
              value: secondsText(history.lagSeconds),
              about: 'Market time since the newest stored tick',
            },
            { title: 'Days with ticks', value: counted(history.tickDays) },
            { title: 'Ticks since', value: history.oldestTickDay ?? NOTHING },
            {
              title: 'Days since',
              value: history.oldestEndOfDay ?? NOTHING,
              about: 'The first day with an end-of-day record',
            },
            { title: 'MWA series', value: counted(series.MWA) },
            { title: 'GWA series', value: counted(series.GWA) },
            { title: 'LX series', value: counted(series.LX) },
            { title: 'Damaged', value: counted(damaged) },
            { title: 'Set aside', value: counted(quarantined) },
            { title: 'Lost ticks', value: counted(lostTicks) },
          ]}
        />
      </div>
    </Pane>
  );
}

export function ConnectionsPane({ status: { connections } }: StatusProps) {
  const [known, unknown, limit] = [connections.known, connections.unknown, connections.limit].map(Number) as [
    number,
    number,
    number,
  ];
  return (
    <Pane title="Connections">
      <div class="pane-body system-body">
        <Facts
          facts={[
            { title: 'With a token', value: countText(known) },
            { title: 'Without', value: countText(unknown) },
            { title: 'At most', value: countText(limit) },
          ]}
        />
        <Meter label="Connections in use" done={limit === 0 ? 0 : (known + unknown) / limit} />
        <p class="quiet">
          What waits to be sent is the metric tidemark_stream_backlog_bytes; the status does not have it.
        </p>
      </div>
    </Pane>
  );
}

const PARTS = ['journal', 'hours', 'days', 'candles', 'inputs'] as const;

export function DiskPane({ status: { disk } }: StatusProps) {
  if (!disk)
    return (
      <Pane title="Disk">
        <p class="note">It has not been measured, or this part of the service keeps no data.</p>
      </Pane>
    );
  const all = Number(disk.all);
  return (
    <Pane title="Disk" about={bytesText(all)}>
      <table class="system-disk">
        <tbody>
          {PARTS.map((part) => (
            <tr key={part}>
              <th scope="row">{part}</th>
              <td>
                <Meter label={`${part} of all`} done={all === 0 ? 0 : Number(disk[part]) / all} />
              </td>
              <td class="number">{bytesText(Number(disk[part]))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Pane>
  );
}

/** How far the past is filled in. */
export function FillingPane({ title, progress }: { title: string; progress: ServiceStatus['backfill'] }) {
  const left = progress?.secondsLeft;
  return (
    <Pane title={title} about={progress?.stage}>
      {progress ? (
        <div class="pane-body system-body">
          <Facts
            facts={[
              { title: 'Done', value: `${(100 * Number(progress.done)).toFixed(1)}%` },
              { title: 'Left', value: left === undefined ? NOTHING : spanText(Number(left) * 1000) },
            ]}
          />
          <Meter label={title} done={Number(progress.done)} />
        </div>
      ) : (
        <p class="note">Nothing is being filled in.</p>
      )}
    </Pane>
  );
}

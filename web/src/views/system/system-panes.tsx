import type { ServiceStatus } from '@tidemark/sdk';
import { countText, NOTHING } from '../../format/number.ts';
import { instantText, spanText } from '../../format/time.ts';
import { Facts, Pane } from '../../parts/pane.tsx';
import { bytesText } from './bytes.ts';
import { Meter } from './meter.tsx';

export interface StatusProps {
  readonly status: ServiceStatus;
}

export const secondsText = (text: string | undefined) =>
  text === undefined ? NOTHING : `${Number(text).toFixed(2)} s`;
const counted = (text: string | undefined) => (text === undefined ? NOTHING : countText(Number(text)));
export function HistoryPane({ status: { history } }: StatusProps) {
  const { series, damaged, quarantined, lostTicks } = history;
  const isHurt = [damaged, quarantined, lostTicks].some((text) => text !== undefined && text !== '0');
  return (
    <Pane title="History" about={isHurt ? <span class="tag warn">damaged</span> : undefined}>
      <div class="pane-body">
        <Facts
          facts={[
            {
              title: 'Last tick stored',
              value: history.lastTick === undefined ? NOTHING : instantText(Date.parse(history.lastTick)),
            },
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

export function ConnectionsPane({ status: { connections, stream } }: StatusProps) {
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
            { title: 'Websockets', value: counted(stream?.connections) },
            {
              title: 'Subscriptions',
              value: counted(stream?.subscriptions),
              about: 'Total of all websockets',
            },
            {
              title: 'Waiting to be sent',
              value: stream === undefined ? NOTHING : bytesText(Number(stream.backlogBytes)),
              about: 'Data queued in this process for clients that have not read them yet',
              className: 'system-backlog',
            },
          ]}
        />
        <Meter label="Connections in use" done={limit === 0 ? 0 : (known + unknown) / limit} />
        {stream === undefined && (
          <p class="quiet">This process has no websocket, or does not count its queued data.</p>
        )}
      </div>
    </Pane>
  );
}

const PARTS = ['journal', 'hours', 'days', 'candles', 'inputs'] as const;
/** From here on the limit is considered near. */
const NEARLY_FULL = 0.9;

export function DiskPane({ status: { disk } }: StatusProps) {
  if (!disk)
    return (
      <Pane title="Disk">
        <p class="note">Not measured yet, or this process keeps no data.</p>
      </Pane>
    );
  const all = Number(disk.all);
  const limit = Number(disk.limit);
  const isNear = all > NEARLY_FULL * limit;
  return (
    <Pane
      title="Disk"
      about={
        <span class={isNear ? 'tag warn' : ''}>
          {bytesText(all)} of {bytesText(limit)}
        </span>
      }
    >
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
          <tr>
            <th scope="row">all</th>
            <td>
              <Meter label="all of the limit" done={limit === 0 ? 0 : all / limit} />
            </td>
            <td class="number">{limit === 0 ? NOTHING : `${((100 * all) / limit).toFixed(1)}%`}</td>
          </tr>
        </tbody>
      </table>
      <p class="pane-say">Each part as a share of the used space; the last line as a share of --max-disk.</p>
    </Pane>
  );
}

/** Progress of the back-fill. */
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

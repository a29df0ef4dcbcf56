import { timeText } from '../../format/time.ts';
import { Facts, Pane } from '../../parts/pane.tsx';
import { secondsText, type StatusProps } from './system-panes.tsx';
import type { Lateness } from './system-view.tsx';

const HEIGHT = 48;
/** Lateness above which a tick is marked as late. */
const LATE_S = 5;

interface TickPaneProps extends StatusProps {
  readonly lateness: readonly Lateness[];
}

/** The lateness of the last tick, and of those since the view was opened. */
export function TickPane({ status, lateness }: TickPaneProps) {
  const { tick, source, clockBehindSeconds } = status;
  const most = Math.max(1, ...lateness.map(({ seconds }) => seconds));
  return (
    <Pane title="Ticks" about={source}>
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
        <p class="quiet">A bar for each tick since this view was opened.</p>
      </div>
    </Pane>
  );
}

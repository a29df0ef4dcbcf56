import { ForbiddenError, UnauthorizedError, type ServiceStatus } from '@tidemark/sdk';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { instantText } from '../../format/time.ts';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { useTick } from '../../parts/use-tick.ts';
import { SourcesPane } from './sources-pane.tsx';
import { CoveragePane } from './coverage-pane.tsx';
import { ConnectionsPane, DiskPane, FillingPane, HistoryPane } from './system-panes.tsx';
import { TickPane } from './tick-pane.tsx';
import { VersionsPane } from './versions-pane.tsx';
import '../../parts/pane.css';
import './system.css';

const EVERY_MS = 5_000;
const MAX_KEPT = 120;

function stateText({ ready, notReady, degraded }: ServiceStatus): string {
  if (!ready) return `Not ready: ${notReady.join('; ')}`;
  return degraded ? `Degraded: ${degraded.join('; ')}` : 'Serving fresh data';
}

/** How late a tick was published. */
export interface Lateness {
  readonly tick: string;
  readonly seconds: number;
}

/** The state of the service for its operator: from /v3/status, every five seconds. */
export function View() {
  const { tidemark, session } = usePage();
  useTick();
  const [turn, setTurn] = useState(0);
  const [lateness, setLateness] = useState<readonly Lateness[]>([]);
  useEffect(() => {
    const timer = setInterval(() => setTurn((count) => count + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const kept = useLastResponse((signal) => tidemark.read('status', {}, { signal }), [tidemark], turn);
  const status = kept.value;
  useEffect(() => {
    if (status) setLateness((before) => withTick(before, status));
  }, [status]);
  const isRefused = kept.error instanceof ForbiddenError || kept.error instanceof UnauthorizedError;
  return (
    <div class="leaf">
      <div class="leaf-top">
        <h1>System</h1>
        {status && (
          <p>
            {stateText(status)}, as of {instantText(Date.parse(status.timestamp))} UTC.
          </p>
        )}
      </div>
      {isRefused ? (
        <p class="note" role="alert">
          Only operators can see this. Sign in with a client that has the scope read:operations, or open the
          page on the machine that the service runs on.
        </p>
      ) : (
        <LastResponseNote kept={kept} what="The status" />
      )}
      {status && (
        <>
          <div class="leaf-pair">
            <div class="system-column">
              <TickPane status={status} lateness={lateness} />
              <DiskPane status={status} />
            </div>
            <div class="system-column">
              <VersionsPane status={status} pageVersion={session.config.version} />
              <ConnectionsPane status={status} />
              <FillingPane title="Back-fill" progress={status.backfill} />
              {status.seeding && <FillingPane title="Seeding" progress={status.seeding} />}
            </div>
          </div>
          <HistoryPane status={status} />
          <CoveragePane />
          <SourcesPane status={status} />
        </>
      )}
    </div>
  );
}

/** Each tick of the last hour once. */
function withTick(before: readonly Lateness[], { tick }: ServiceStatus): readonly Lateness[] {
  if (tick.latenessSeconds === undefined || before.at(-1)?.tick === tick.timestamp) return before;
  return [...before, { tick: tick.timestamp, seconds: Number(tick.latenessSeconds) }].slice(-MAX_KEPT);
}

import { NotFoundError } from '@tidemark/sdk';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { AnswerNote } from '../../parts/answer-note.tsx';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { Pane } from '../../parts/pane.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { useOwnTokens } from '../../parts/use-own-tokens.ts';
import { useTick } from '../../parts/use-tick.ts';
import { AlertForm } from './alert-form.tsx';
import { AlertRequests } from './alert-requests.ts';
import { AlertRow } from './alert-row.tsx';
import type { AlertsPage } from './alerts-page.ts';
import { EndpointsPane } from './endpoints-pane.tsx';
import { useNames } from './use-names.ts';
import './alerts.css';

const EVERY_MS = 10_000;
/** Rows that are drawn until the reader asks for all: each may ask for its deliveries. */
const FIRST_ROWS = 25;

/** The alerts and endpoints of the client. */
export function View() {
  const { session } = usePage();
  const tokens = useOwnTokens();
  const requests = useMemo(() => new AlertRequests(session.url, tokens), [session, tokens]);
  const scopes = useAnswer(() => requests.scopes(), [requests]);
  return (
    <div class="leaf alerts">
      <div class="leaf-top">
        <h1>Alerts</h1>
        <p>Messages when a price passes a level, moves, deviates, is flagged or goes stale.</p>
      </div>
      {scopes.kind !== 'there' ? (
        <AnswerNote answer={scopes} what="The alerts" />
      ) : scopes.value.has('read:alerts') ? (
        <Alerts requests={requests} scopes={scopes.value} />
      ) : (
        <p class="note">
          This client has no access to alerts. Sign in with one that has the scopes read:alerts and
          write:alerts, which an operator grants.
          <button class="button" onClick={() => session.signOut()}>
            Sign in
          </button>
        </p>
      )}
    </div>
  );
}

interface AlertsProps {
  readonly requests: AlertRequests;
  readonly scopes: ReadonlySet<string>;
}

function Alerts({ requests, scopes }: AlertsProps) {
  const { tidemark, clock } = usePage();
  const now = useTick() || clock.now();
  const [turn, next] = useTurns();
  const names = useNames();
  const [isAdding, setAdding] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const [said, say] = useState('');
  const kept = useLastResponse(
    async (signal) => {
      const [alerts, endpoints] = await Promise.all([
        tidemark.read('listAlerts', {}, { signal }),
        tidemark.read('listAlertEndpoints', {}, { signal }),
      ]);
      return { alerts: alerts.content, endpoints: endpoints.content };
    },
    [tidemark],
    turn,
  );
  const status = useRef<HTMLParagraphElement>(null);
  const hasChanged = useRef(false);
  useEffect(() => {
    // The form or row that had the focus may be gone.
    if (hasChanged.current && document.activeElement === document.body) status.current?.focus();
    hasChanged.current = false;
  }, [kept.value]);
  if (kept.error instanceof NotFoundError) return <p class="note">This service has no alerts.</p>;
  const { alerts = [], endpoints = [] } = kept.value ?? {};
  const page: AlertsPage = {
    requests,
    names,
    endpoints,
    now,
    mayWrite: scopes.has('write:alerts'),
    isOperator: scopes.has('read:operations'),
    changed: (text) => {
      hasChanged.current = true;
      say(text);
      next();
    },
  };
  const add = page.mayWrite && !isAdding && (
    <button class="button small" onClick={() => setAdding(true)}>
      New alert
    </button>
  );
  const shown = isWhole ? alerts : alerts.slice(0, FIRST_ROWS);
  return (
    <>
      <Pane title="Your alerts" about={kept.value && `${alerts.length}`} tools={kept.value && add}>
        <p ref={status} class="alerts-said" role="status" tabIndex={-1}>
          {said}
        </p>
        <LastResponseNote kept={kept} what="The alerts" />
        {isAdding && <AlertForm page={page} onClose={() => setAdding(false)} />}
        {kept.value && alerts.length === 0 && !isAdding && <p class="note">No alerts yet.</p>}
        <ul class="alerts-list">
          {shown.map((alert) => (
            <AlertRow key={alert.id} alert={alert} page={page} />
          ))}
        </ul>
        {shown.length < alerts.length && (
          <p class="pane-more">
            <button class="button" onClick={() => setWhole(true)}>
              Show all {alerts.length}
            </button>
          </p>
        )}
      </Pane>
      {kept.value && <EndpointsPane page={page} />}
    </>
  );
}

/** Counts up when an alert fires or resolves, at an interval, and when asked to. */
function useTurns(): [turn: number, next: () => void] {
  const { live } = usePage();
  const [turn, setTurn] = useState(0);
  const next = () => setTurn((count) => count + 1);
  useEffect(() => {
    const ended = new AbortController();
    const timer = setInterval(next, EVERY_MS);
    const listen = async () => {
      for await (const _ of live.stream.alerts({ signal: ended.signal })) next();
    };
    // Without the stream, the interval is left.
    if (!live.isPolled) listen().catch(() => undefined);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [live]);
  return [turn, next];
}

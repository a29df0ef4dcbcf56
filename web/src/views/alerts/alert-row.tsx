import type { Alert } from '@tidemark/sdk';
import { useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { AlertForm } from './alert-form.tsx';
import { isSilenced, ruleDetails, ruleSentence, stateWords } from './alert-words.ts';
import type { AlertsPage } from './alerts-page.ts';
import { LastDeliveries } from './last-deliveries.tsx';
import { useSending } from './use-sending.ts';

const HOUR_MS = 3_600_000;

/** One alert with what can be done to it. */
export function AlertRow({ alert, page }: { alert: Alert; page: AlertsPage }) {
  const { names, now, mayWrite } = page;
  const [isEdited, setEdited] = useState(false);
  const rule = ruleSentence(alert, names);
  const { tag, about, isWarning } = stateWords(alert, now);
  return (
    <li class="alerts-row">
      <div class="alerts-what">
        <h3>{alert.name ?? rule}</h3>
        {alert.name !== undefined && <p>{rule}</p>}
        <p class="quiet">
          <span class={`tag ${isWarning ? 'warn' : ''}`}>{tag}</span> {about}
        </p>
        <p class="quiet">{ruleDetails(alert, names).join(' · ')}</p>
      </div>
      {mayWrite && !isEdited && (
        <Actions alert={alert} title={alert.name ?? rule} page={page} onEdit={() => setEdited(true)} />
      )}
      {alert.firedAt !== undefined && alert.endpointIds.length > 0 && (
        <LastDeliveries alert={alert} endpoints={page.endpoints} />
      )}
      {isEdited && <AlertForm page={page} alert={alert} onClose={() => setEdited(false)} />}
    </li>
  );
}

interface ActionsProps {
  readonly alert: Alert;
  readonly title: string;
  readonly page: AlertsPage;
  readonly onEdit: () => void;
}

function Actions({ alert, title, page, onEdit }: ActionsProps) {
  const { tidemark, session, clock } = usePage();
  const { requests, changed, now } = page;
  const [isDeleting, setDeleting] = useState(false);
  const sending = useSending();
  const path = `alerts/${alert.id}`;
  const change = (body: () => object | Promise<object>, said: string) =>
    void sending.run(async () => {
      await requests.send('PATCH', path, await body());
      changed(`${said}: ${title}`);
    });
  /** Silence ends in market time, which only the service knows if it is not that of live data. */
  const silence = (ms: number) =>
    change(async () => {
      const isLive = session.config.origin === 'live';
      const marketMs = isLive ? clock.now() : Date.parse((await tidemark.head()).slot);
      return { silencedUntil: new Date(marketMs + ms).toISOString() };
    }, 'Silenced');
  const remove = () =>
    void sending.run(async () => {
      await requests.send('DELETE', path);
      changed(`Deleted: ${title}`);
    });
  const isSilent = isSilenced(alert, now);
  const button = (text: string, onClick: () => void) => (
    <button class="button small" aria-label={`${text}: ${title}`} onClick={onClick}>
      {text}
    </button>
  );
  return (
    <div class="alerts-actions">
      {button(alert.enabled ? 'Disable' : 'Enable', () =>
        change(() => ({ enabled: !alert.enabled }), alert.enabled ? 'Disabled' : 'Enabled'),
      )}
      {isSilent
        ? button('End silence', () => change(() => ({ silencedUntil: null }), 'No longer silenced'))
        : button('Silence 1 h', () => silence(HOUR_MS))}
      {!isSilent && button('Silence 1 day', () => silence(24 * HOUR_MS))}
      {button('Edit', onEdit)}
      {button('Delete', () => setDeleting(true))}
      <p class="problem" role="alert">
        {sending.problem}
      </p>
      {isDeleting && (
        <ConfirmDialog
          title="Delete this alert?"
          action="Delete"
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          {title}. If it has fired, its endpoints get a message that it is resolved.
        </ConfirmDialog>
      )}
    </div>
  );
}

import type { AlertEndpoint, AlertEndpointTest, AlertEndpointWithSecret } from '@tidemark/sdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Pane } from '../../parts/pane.tsx';
import { readForm } from './alert-fields.ts';
import { Field } from './alert-field.tsx';
import { endpointTitle, problemText, utc } from './alert-words.ts';
import type { AlertsPage } from './alerts-page.ts';
import { durationText } from './duration.ts';
import { useSending } from './use-sending.ts';

const FIELDS = ['url', 'name', 'heartbeatSeconds'];

/** The client's endpoints for webhooks. */
export function EndpointsPane({ page }: { page: AlertsPage }) {
  const { endpoints, mayWrite } = page;
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<AlertEndpointWithSecret>();
  const add = mayWrite && !isAdding && (
    <button class="button small" onClick={() => setAdding(true)}>
      Add an endpoint
    </button>
  );
  return (
    <Pane title="Endpoints" about="where webhooks go" tools={add}>
      {made && <Secret of={made} onClose={() => setMade(undefined)} />}
      {isAdding && <EndpointForm page={page} onMade={setMade} onClose={() => setAdding(false)} />}
      {endpoints.length === 0 && (
        <p class="note">No endpoints. Without one, only the websocket has alerts.</p>
      )}
      <ul class="alerts-list">
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} page={page} onSecret={setMade} />
        ))}
      </ul>
    </Pane>
  );
}

/** The service shows a secret only in the answer that makes it. */
function Secret({ of, onClose }: { of: AlertEndpointWithSecret; onClose: () => void }) {
  const { secret } = of;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [secret]);
  return (
    <div ref={place} class="alerts-secret" role="group" aria-label="Secret" tabIndex={-1}>
      <p>Secret of {endpointTitle(of)}. Copy it now: it is not shown again.</p>
      <code>{secret}</code>
      <div class="alerts-actions">
        <CopyButton text={() => secret} what="the secret" />
        <button class="button small" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  );
}

interface EndpointFormProps {
  readonly page: AlertsPage;
  readonly onMade: (endpoint: AlertEndpointWithSecret) => void;
  readonly onClose: () => void;
}

function EndpointForm({ page: { requests, changed }, onMade, onClose }: EndpointFormProps) {
  const sending = useSending(FIELDS);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const { body, problems } = readForm(new FormData(form.current!), FIELDS);
    if (problems.length > 0) sending.refuse(problems);
    else
      await sending.run(async () => {
        onMade(await requests.send<AlertEndpointWithSecret>('POST', 'alert-endpoints', body));
        changed('Endpoint added');
        onClose();
      });
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return (
    <form ref={form} class="alerts-form" onSubmit={(event) => void submit(event)}>
      <Field
        name="url"
        label="URL"
        hint="https on port 443, such as https://hooks.example.com/tidemark"
        problem={sending.problemOf('url')}
      />
      <Field name="name" label="Name" isOptional problem={sending.problemOf('name')} />
      <Field
        name="heartbeatSeconds"
        label="Heartbeat"
        hint="A message at this interval, such as 5 min: if it stops, alerts are not being evaluated"
        isOptional
        problem={sending.problemOf('heartbeatSeconds')}
      />
      <p class="problem alerts-wide" role="alert">
        {sending.problem}
      </p>
      <div class="alerts-actions alerts-wide">
        <button class="button main">Add</button>
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface EndpointRowProps {
  readonly endpoint: AlertEndpoint;
  readonly page: AlertsPage;
  readonly onSecret: (endpoint: AlertEndpointWithSecret) => void;
}

function EndpointRow({ endpoint, page, onSecret }: EndpointRowProps) {
  const { requests, changed, mayWrite } = page;
  const { id, url, name, status, heartbeatSeconds, previousSecretUntil } = endpoint;
  const [asked, setAsked] = useState<'rotate' | 'delete'>();
  const [result, setResult] = useState('');
  const sending = useSending();
  const title = endpointTitle(endpoint);
  const path = `alert-endpoints/${id}`;
  const test = () =>
    void sending.run(async () => {
      setResult('Sending a test message');
      setResult(testText(await requests.send<AlertEndpointTest>('POST', `${path}/test`)));
      changed('');
    });
  const rotate = () =>
    void sending.run(async () => {
      onSecret(await requests.send<AlertEndpointWithSecret>('POST', `${path}/rotate-secret`));
      changed('Secret rotated');
    });
  const remove = () =>
    void sending.run(async () => {
      await requests.send('DELETE', path);
      changed(`Deleted: ${title}`);
    });
  const button = (text: string, onClick: () => void) => (
    <button class="button small" aria-label={`${text}: ${title}`} onClick={onClick}>
      {text}
    </button>
  );
  const details = [
    ...(heartbeatSeconds === undefined ? [] : [`heartbeat every ${durationText(heartbeatSeconds)}`]),
    ...(previousSecretUntil === undefined
      ? []
      : [`also signed with the previous secret until ${utc(previousSecretUntil)}`]),
  ];
  return (
    <li class="alerts-row">
      <div class="alerts-what">
        <h3>{title}</h3>
        {name !== undefined && <p>{url}</p>}
        <p class="quiet">
          {status === 'DISABLED' ? <span class="tag warn">Disabled</span> : <span class="tag">Active</span>}{' '}
          {details.join(' · ')}
        </p>
        <p role="status">{sending.problem === '' && result}</p>
      </div>
      {mayWrite && (
        <div class="alerts-actions">
          {button('Test', test)}
          {button('Rotate secret', () => setAsked('rotate'))}
          {button('Delete', () => setAsked('delete'))}
          <p class="problem" role="alert">
            {sending.problem}
          </p>
        </div>
      )}
      {asked === 'rotate' && (
        <ConfirmDialog
          title="Rotate the secret?"
          action="Rotate"
          onConfirm={rotate}
          onClose={() => setAsked(undefined)}
        >
          {title} gets a new secret. For 24 hours messages are signed with both.
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title="Delete this endpoint?"
          action="Delete"
          onConfirm={remove}
          onClose={() => setAsked(undefined)}
        >
          {title}. Alerts lose it, and messages that wait for it are not sent.
        </ConfirmDialog>
      )}
    </li>
  );
}

function testText(test: AlertEndpointTest): string {
  if (test.delivered) return `Test delivered: the receiver answered ${test.responseStatus}`;
  return `Test not delivered: ${problemText(test)}`;
}

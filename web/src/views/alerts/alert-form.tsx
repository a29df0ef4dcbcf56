import type { Alert } from '@tidemark/sdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { flagWords } from '../../format/flags.ts';
import {
  ALERT_TYPES,
  changesOf,
  fieldsOf,
  fieldText,
  readForm,
  TEXTS,
  type AlertField,
  type AlertType,
} from './alert-fields.ts';
import { FLAGS } from './alert-choices.ts';
import { CheckList, Field, IndexField } from './alert-field.tsx';
import { endpointTitle, ruleSentence } from './alert-words.ts';
import type { AlertsPage } from './alerts-page.ts';
import { useSending } from './use-sending.ts';

interface AlertFormProps {
  readonly page: AlertsPage;
  /** The alert to change; absent: a new one. */
  readonly alert?: Alert;
  readonly onClose: () => void;
}

/** Creates or changes an alert. */
export function AlertForm({ page, alert, onClose }: AlertFormProps) {
  const { requests, isOperator, names, changed } = page;
  // As it was when the form was opened: changes made elsewhere meanwhile stay.
  const [before] = useState(alert);
  const [type, setType] = useState<AlertType>(alert?.type ?? 'ABOVE');
  const fields = fieldsOf(type);
  const sending = useSending(['type', ...fields]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const { body, problems } = readForm(new FormData(form.current!), fields);
    if (problems.length > 0) sending.refuse(problems);
    else if (await sending.run(() => save(body))) onClose();
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  const save = async (body: Readonly<Record<string, unknown>>) => {
    if (alert) await requests.send('PATCH', `alerts/${alert.id}`, changesOf(body, before ?? alert));
    else await requests.send('POST', 'alerts', { ...body, type });
    changed(alert ? `Changed: ${alert.name ?? ruleSentence(alert, names)}` : 'Alert created');
  };
  const types = ALERT_TYPES.filter(({ isOperations }) => isOperator || !isOperations);
  return (
    <form ref={form} class="alerts-form" onSubmit={(event) => void submit(event)}>
      {!alert && (
        <Field
          name="type"
          label="Fires when"
          problem={sending.problemOf('type')}
          initial={type}
          choices={types.map((each) => [each.type, each.title])}
          onTyped={(chosen) => setType(chosen as AlertType)}
        />
      )}
      {fields.map((field) => (
        <AlertInput key={field} field={field} page={page} alert={alert} problem={sending.problemOf(field)} />
      ))}
      <p class="problem alerts-wide" role="alert">
        {sending.problem}
      </p>
      <div class="alerts-actions alerts-wide">
        <button class="button main">{alert ? 'Save' : 'Create'}</button>
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface AlertInputProps {
  readonly field: AlertField;
  readonly page: AlertsPage;
  readonly alert: Alert | undefined;
  readonly problem: string | undefined;
}

function AlertInput({ field, page: { names, endpoints }, alert, problem }: AlertInputProps) {
  const initial = fieldText(alert, field);
  switch (field) {
    case 'index':
    case 'otherIndex':
      return <IndexField name={field} {...TEXTS[field]!} initial={initial} problem={problem} />;
    case 'exchangeId': {
      const sorted = [...names.exchanges.values()].toSorted((a, b) => a.name.localeCompare(b.name));
      const choices = sorted.map(({ id, name }) => [id, name] as const);
      return <Field name={field} label="Exchange" initial={initial} problem={problem} choices={choices} />;
    }
    case 'flags':
      return (
        <CheckList
          name={field}
          label="Any of these flags"
          problem={problem}
          choices={FLAGS.map((flag) => [flag, flagWords(flag).title])}
          checked={alert?.flags ?? []}
        />
      );
    case 'endpointIds':
      return (
        <CheckList
          name={field}
          label="Endpoints that get its messages"
          problem={problem}
          choices={endpoints.map((endpoint) => [endpoint.id, endpointTitle(endpoint)])}
          checked={alert?.endpointIds ?? []}
          empty="None yet: only the websocket has its messages"
        />
      );
    case 'ignoreFlagged':
      return (
        <CheckList
          name={field}
          label="Values with flags"
          problem={problem}
          choices={[['on', 'Pass over values with flags']]}
          checked={alert?.ignoreFlagged === false ? [] : ['on']}
        />
      );
    default:
      return <Field name={field} {...TEXTS[field]!} initial={initial} problem={problem} />;
  }
}

import { useState } from 'preact/hooks';
import { completedBy } from '../completions.ts';
import type { ClientMessage } from '../documents.ts';
import { Field } from '../field.tsx';
import { withValue, type Values } from '../request.ts';

/** Shown if the address names no message. */
const USUAL = 'SUBSCRIBE_INDEX_TICKER';

interface MessageFormProps {
  /** The message that is shown at first. */
  readonly first: string | undefined;
  readonly messages: readonly ClientMessage[];
  readonly isOpen: boolean;
  readonly onSend: (text: string) => void;
}

/** Edits a message by its fields, or as the JSON that is sent. */
export function MessageForm({ first = USUAL, messages, isOpen, onSend }: MessageFormProps) {
  const [event, setEvent] = useState(first);
  const message = messages.find((each) => each.event === event) ?? messages[0];
  if (!message) return <p class="note">The service documents no messages for clients.</p>;
  return (
    <>
      <div class="tryit-fields">
        <Field
          name="event"
          schema={{ enum: messages.map((each) => each.event) }}
          isRequired
          about={message.summary}
          value={message.event}
          onValue={setEvent}
        />
      </div>
      <Writing key={message.event} message={message} isOpen={isOpen} onSend={onSend} />
    </>
  );
}

const textIn = (value: unknown) => (value === undefined ? '' : String(value));

function Writing({
  message,
  isOpen,
  onSend,
}: { message: ClientMessage } & Omit<MessageFormProps, 'messages' | 'first'>) {
  const { event, fields, example } = message;
  const [first] = useState<Values>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, textIn(example[name])])),
  );
  const [values, setValues] = useState(first);
  const [written, setWritten] = useState<string>();
  const text = written ?? messageText(event, fields, values);
  const sendNow = () => {
    if (!isOpen) return;
    onSend(text);
    // Each message has its own number, so that replies can be matched.
    const number = Number(values['requestId']);
    if (Number.isInteger(number) && number > 0) setValues({ ...values, requestId: String(number + 1) });
  };
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        sendNow();
      }}
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Enter' || !(pressed.ctrlKey || pressed.metaKey)) return;
        pressed.preventDefault();
        sendNow();
      }}
    >
      <div class="tryit-fields">
        {fields.map(({ name, schema }) => (
          <Field
            key={name}
            name={name}
            schema={schema}
            about={schema.description}
            completed={schema.enum ? undefined : completedBy(event, name)}
            value={values[name] ?? ''}
            onValue={(value) => {
              setWritten(undefined);
              setValues(withValue(values, first, name, value));
            }}
          />
        ))}
      </div>
      <div class="tryit-raw">
        <label for="tryit-raw">JSON to send</label>
        <textarea
          id="tryit-raw"
          class="field"
          rows={3}
          spellcheck={false}
          autocapitalize="off"
          value={text}
          onInput={({ currentTarget }) => setWritten(currentTarget.value)}
        />
        <button class="button main" disabled={!isOpen}>
          Send
        </button>
        {!isOpen && <span class="quiet">Connect first</span>}
      </div>
    </form>
  );
}

/** Compact JSON with the filled-in fields. */
export function messageText(event: string, fields: ClientMessage['fields'], values: Values): string {
  const body = fields.flatMap(({ name }) => {
    const value = values[name] ?? '';
    if (value === '') return [];
    return [[name, name === 'requestId' && /^\d{1,15}$/.test(value) ? Number(value) : value] as const];
  });
  return JSON.stringify({ event, ...Object.fromEntries(body) });
}

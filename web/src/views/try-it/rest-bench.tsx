import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { Pane } from '../../parts/pane.tsx';
import { AnswerPane, type Outcome } from './answer-pane.tsx';
import { CodePane } from './code-pane.tsx';
import { completedBy } from './completions.ts';
import type { Operation, Parameter } from './documents.ts';
import { Field } from './field.tsx';
import type { OwnTokens } from '../../data/own-tokens.ts';
import { send, type Received } from './received.ts';
import {
  BODY,
  firstValues,
  isTokenRoute,
  missingIn,
  OTHERS,
  requestOf,
  withValue,
  type Request,
  type Values,
} from './request.ts';

interface BenchProps {
  readonly operation: Operation;
  readonly base: string;
  readonly tokens: OwnTokens;
  /** Values of parameters in the address. */
  readonly given: Values;
}

/** One route: its parameters, the response, and code for the request. */
export function RestBench({ operation, base, tokens, given }: BenchProps) {
  const { clock, session } = usePage();
  const [first] = useState(() => ({
    ...firstValues(operation, clock.now()),
    ...(Object.keys(given).length > 0 && emptied(operation.parameters.filter(({ required }) => !required))),
    ...given,
  }));
  const [values, setValues] = useState<Values>(first);
  const [accept, setAccept] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const inFlight = useRef<AbortController>(undefined);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => () => inFlight.current?.abort(), []);
  const request = requestOf(operation, values, accept === '' ? undefined : accept);
  const missing = missingIn(operation, values);
  const isSendable = !isTokenRoute(operation);

  /** Undefined if another request has replaced it. */
  const outcomeOf = async (wanted: Request): Promise<Outcome | undefined> => {
    inFlight.current?.abort();
    const own = new AbortController();
    inFlight.current = own;
    const { signal } = own;
    const isCurrent = () => inFlight.current === own;
    const onProgress = (soFar: Received) => isCurrent() && setOutcome({ kind: 'waiting', soFar });
    setOutcome({ kind: 'waiting', soFar: undefined });
    const outcome = await sent(send(wanted, { base, tokens, clock, signal, onProgress }), signal);
    return isCurrent() ? outcome : undefined;
  };
  const sendRequest = async (wanted: Values) => {
    const outcome = await outcomeOf(requestOf(operation, wanted, request.accept));
    if (!outcome) return;
    setOutcome(outcome);
    // The response may be below the visible part of the page.
    place.current?.querySelector('.tryit-answer')?.scrollIntoView({ block: 'nearest' });
  };
  const next = (nextId: string) => {
    const wanted = { ...values, startAfter: nextId };
    setValues(wanted);
    void sendRequest(wanted);
  };
  const sendNow = () => {
    if (isSendable && missing.length === 0) void sendRequest(values);
  };
  const fillId = async ({ path, parameters }: NonNullable<Operation['idList']>) => {
    const list = { ...operation, method: 'GET', path, parameters, body: undefined };
    const examples = firstValues(list, clock.now());
    const given = parameters.flatMap(({ name }) => (values[name] ? [[name, values[name]] as const] : []));
    const outcome = await outcomeOf(
      requestOf(list, { ...examples, ...Object.fromEntries(given) }, undefined),
    );
    if (!outcome) return;
    const id =
      outcome.kind === 'there' && outcome.received.isGood ? await firstIdIn(outcome.received) : undefined;
    if (id !== undefined) setValues((before) => ({ ...before, id }));
    const nothing: Outcome = { kind: 'failed', why: `the list at ${path} is empty` };
    const isEmpty = outcome.kind === 'there' && outcome.received.isGood;
    setOutcome(id !== undefined ? { kind: 'none' } : isEmpty ? nothing : outcome);
  };
  const sending: SendButtonProps = {
    isWaiting: outcome.kind === 'waiting',
    isDisabled: missing.length > 0,
    onSend: sendNow,
    onCancel: () => inFlight.current?.abort(),
  };
  return (
    <div
      ref={place}
      class="tryit-bench"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        sendNow();
      }}
    >
      <Pane
        title="Request"
        className="tryit-request"
        about={<code>{`${operation.method} ${operation.path}`}</code>}
        tools={
          <>
            <a class="tryit-link-out" href={`${session.docsUrl}#${operation.id}`}>
              Docs
            </a>
            {isSendable && operation.idList && (
              <button class="button small" onClick={() => void fillId(operation.idList!)}>
                Fill in an id
              </button>
            )}
            {isSendable && (
              <button class="button small" onClick={() => setValues(emptied(operation.parameters))}>
                Clear
              </button>
            )}
            {isSendable && <SendButton {...sending} />}
          </>
        }
      >
        <p class="pane-say">
          {operation.summary}. {accessText(operation)}
        </p>
        {!isSendable && (
          <p class="pane-say">
            It returns a token. This page requests its own token and never shows it; the code does the same
            for you.
          </p>
        )}
        {isSendable && (
          <form
            class="tryit-fields"
            onSubmit={(event) => {
              event.preventDefault();
              sendNow();
            }}
          >
            {operation.parameters.map(({ name, schema, required, description }) => (
              <Field
                key={name}
                name={name}
                schema={schema}
                isRequired={required ?? false}
                about={description}
                completed={schema.enum ? undefined : completedBy(operation.id, name)}
                value={values[name] ?? ''}
                onValue={(value) => setValues(withValue(values, first, name, value))}
              />
            ))}
            {operation.types.length > 1 && (
              <Field
                name="Accept"
                schema={{ enum: operation.types }}
                about={`Header: format of the response (${operation.types[0]!.split('/')[1]})`}
                value={accept}
                onValue={setAccept}
              />
            )}
            <Field
              name="more"
              schema={{ examples: ['name=value&name=value'] }}
              about="Further parameters, as in a URL"
              value={values[OTHERS] ?? ''}
              onValue={(value) => setValues({ ...values, [OTHERS]: value })}
            />
            {request.body !== undefined && (
              <BodyField value={request.body} onValue={(value) => setValues({ ...values, [BODY]: value })} />
            )}
            <div class="tryit-below">
              <SendButton {...sending} onSend="submit" />
            </div>
          </form>
        )}
        {missing.length > 0 && <p class="tryit-missing">Required: {missing.join(', ')}</p>}
      </Pane>
      {isSendable && <AnswerPane outcome={outcome} operationId={operation.id} onNext={next} />}
      <CodePane request={request} base={base} audience={session.config.audiences.rest} />
    </div>
  );
}

const emptied = (parameters: readonly Parameter[]): Values =>
  Object.fromEntries(parameters.map(({ name }) => [name, '']));

interface SendButtonProps {
  readonly isWaiting: boolean;
  readonly isDisabled: boolean;
  /** `submit`: the surrounding form sends. */
  readonly onSend: (() => void) | 'submit';
  readonly onCancel: () => void;
}

function SendButton({ isWaiting, isDisabled, onSend, onCancel }: SendButtonProps) {
  if (isWaiting)
    return (
      <button type="button" class="button" onClick={onCancel}>
        Cancel
      </button>
    );
  return (
    <button
      class="button main"
      disabled={isDisabled}
      {...(onSend === 'submit' ? { type: 'submit' as const } : { type: 'button' as const, onClick: onSend })}
    >
      Send
    </button>
  );
}

function BodyField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  return (
    <div class="tryit-raw">
      <label for="tryit-body">Body, JSON</label>
      <textarea
        id="tryit-body"
        class="field"
        rows={8}
        spellcheck={false}
        autocapitalize="off"
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </div>
  );
}

/** Id of the first record of a list; undefined if the list is empty. */
async function firstIdIn({ body }: Received): Promise<string | undefined> {
  const { content = [] } = JSON.parse(await body.text()) as { content?: readonly { readonly id: string }[] };
  return content[0]?.id;
}

async function sent(sending: ReturnType<typeof send>, signal: AbortSignal): Promise<Outcome> {
  try {
    return { kind: 'there', received: await sending };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

function accessText({ needsToken, scopes }: Operation): string {
  if (!needsToken) return 'It needs no token.';
  return scopes.length === 0 ? 'It needs a token.' : `It needs a token with ${scopes.join(' or ')}.`;
}

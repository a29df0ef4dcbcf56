import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { Pane } from '../../parts/pane.tsx';
import { AnswerPane, type Outcome } from './answer-pane.tsx';
import { CodePane } from './code-pane.tsx';
import { completedBy } from './completions.ts';
import type { Operation } from './documents.ts';
import { Field } from './field.tsx';
import type { OwnTokens } from './own-tokens.ts';
import { send } from './received.ts';
import { firstValues, missingIn, OTHERS, requestOf, withValue, type Values } from './request.ts';

interface BenchProps {
  readonly operation: Operation;
  readonly base: string;
  readonly tokens: OwnTokens;
  /** Values of parameters that the address has. */
  readonly given: Values;
}

/** One route: its parameters, the answer, and the code of the request. */
export function RestBench({ operation, base, tokens, given }: BenchProps) {
  const { clock, session } = usePage();
  const [first] = useState(() => ({
    ...firstValues(operation, clock.now()),
    ...(Object.keys(given).length > 0 && emptied(operation)),
    ...given,
  }));
  const [values, setValues] = useState<Values>(first);
  const [accept, setAccept] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const underWay = useRef<AbortController>(undefined);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const request = requestOf(operation, values, accept === '' ? undefined : accept);
  const missing = missingIn(operation, values);
  const isSendable = operation.method === 'GET';

  const ask = async (wanted: Values) => {
    underWay.current?.abort();
    const own = new AbortController();
    underWay.current = own;
    setOutcome({ kind: 'waiting' });
    const outcome = await outcomeOf(
      send(requestOf(operation, wanted, request.accept), { base, tokens, clock, signal: own.signal }),
    );
    if (underWay.current !== own) return;
    setOutcome(outcome);
    // Where it stands below the form, it may be out of sight.
    place.current?.querySelector('.tryit-answer')?.scrollIntoView({ block: 'nearest' });
  };
  const next = (nextId: string) => {
    const wanted = { ...values, startAfter: nextId };
    setValues(wanted);
    void ask(wanted);
  };
  const sendNow = () => {
    if (isSendable && missing.length === 0) void ask(values);
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
          isSendable && (
            <button class="button main" disabled={missing.length > 0} onClick={sendNow}>
              {outcome.kind === 'waiting' ? 'Send again' : 'Send'}
            </button>
          )
        }
      >
        <p class="pane-say">
          {operation.summary}. {accessText(operation)}
        </p>
        {!isSendable && (
          <p class="pane-say">
            Its answer is a token, which this page never shows: it asks for its own by itself, as the code
            does.
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
                about={`Header: the form of the answer (${operation.types[0]!.split('/')[1]})`}
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
            <button type="submit" class="button main tryit-below" disabled={missing.length > 0}>
              Send
            </button>
          </form>
        )}
        {missing.length > 0 && <p class="tryit-missing">Needed: {missing.join(', ')}</p>}
      </Pane>
      {isSendable && <AnswerPane outcome={outcome} operationId={operation.id} onNext={next} />}
      <CodePane request={request} base={base} audience={session.config.audiences.rest} />
    </div>
  );
}

/** Where the address says what is asked for, examples would add to it. */
const emptied = ({ parameters }: Operation): Values =>
  Object.fromEntries(parameters.filter(({ required }) => !required).map(({ name }) => [name, '']));

async function outcomeOf(sending: ReturnType<typeof send>): Promise<Outcome> {
  try {
    return { kind: 'there', received: await sending };
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

function accessText({ needsToken, scopes }: Operation): string {
  if (!needsToken) return 'It needs no token.';
  return scopes.length === 0 ? 'It needs a token.' : `It needs a token with ${scopes.join(' or ')}.`;
}

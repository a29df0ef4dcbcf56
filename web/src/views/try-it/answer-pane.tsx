import { useEffect, useState } from 'preact/hooks';
import { countText } from '../../format/number.ts';
import { Pane } from '../../parts/pane.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { JsonLine } from './json-line.tsx';
import { LineList } from './line-list.tsx';
import { fileNameOf, interestingHeaders, MAX_RESPONSE_BYTES, nextIdOf, type Received } from './received.ts';
import { SHOWN_BYTES, useLines } from './use-lines.ts';

export type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly soFar: Received | undefined }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'there'; readonly received: Received }
  | { readonly kind: 'failed'; readonly why: string };

interface AnswerProps {
  readonly outcome: Outcome;
  readonly operationId: string;
  /** Requests the next page. */
  readonly onNext: (nextId: string) => void;
}

/** The response to the last request. */
export function AnswerPane({ outcome, operationId, onNext }: AnswerProps) {
  const received = outcome.kind === 'there' ? outcome.received : eventsOf(outcome);
  if (received)
    return (
      <Answer
        received={received}
        isComing={outcome.kind === 'waiting'}
        operationId={operationId}
        onNext={onNext}
      />
    );
  return (
    <Pane title="Answer" className="tryit-answer">
      {outcome.kind === 'none' && (
        <p class="note">
          Send the request: <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </p>
      )}
      {outcome.kind === 'waiting' && (
        <p class="note" role="status">
          {waitingText(outcome.soFar)}
        </p>
      )}
      {outcome.kind === 'cancelled' && (
        <p class="note" role="status">
          Cancelled before the response began.
        </p>
      )}
      {outcome.kind === 'failed' && (
        <p class="note failed" role="alert">
          There was no answer: {outcome.why}
        </p>
      )}
    </Pane>
  );
}

/** Events are shown as they arrive, other responses once they are complete. */
function eventsOf(outcome: Outcome): Received | undefined {
  if (outcome.kind !== 'waiting') return undefined;
  return outcome.soFar?.type.startsWith('text/event-stream') ? outcome.soFar : undefined;
}

function waitingText(soFar: Received | undefined): string {
  if (!soFar) return 'Waiting for the response';
  const { status, statusText, body } = soFar;
  return `${`${status} ${statusText}`.trim()}, ${countText(body.size)} bytes so far`;
}

interface ReceivedProps {
  readonly received: Received;
  /** Whether more data are arriving. */
  readonly isComing: boolean;
  readonly operationId: string;
  readonly onNext: (nextId: string) => void;
}

function Answer({ received, isComing, operationId, onNext }: ReceivedProps) {
  const { status, statusText, isGood, body, type, ms } = received;
  const isText = /^text\/|json/.test(type);
  return (
    <Pane
      title="Answer"
      className="tryit-answer"
      about={
        <span role="status">
          <strong class={isGood ? 'up' : 'down'}>{`${status} ${statusText}`.trim()}</strong>
          {` in ${countText(ms)} ms, ${countText(body.size)} bytes`}
        </span>
      }
      tools={
        <>
          <Next received={received} onNext={onNext} />
          {isText && <CopyButton text={() => body.text()} what="the response" />}
          <Download body={body} name={fileNameOf(operationId, type)} />
        </>
      }
    >
      <Remarks received={received} />
      <Headers received={received} />
      {body.size > 0 && (isText ? <Body received={received} isComing={isComing} /> : <Hidden type={type} />)}
    </Pane>
  );
}

const Hidden = ({ type }: { type: string }) => (
  <p class="note">{type || 'This form'} is not text. Use the download.</p>
);

function Next({ received, onNext }: { received: Received; onNext: (nextId: string) => void }) {
  const [next, setNext] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    setNext(undefined);
    void nextIdOf(received).then((found) => isWanted && setNext(found));
    return () => {
      isWanted = false;
    };
  }, [received]);
  if (next === undefined) return null;
  return (
    <button type="button" class="button small" onClick={() => onNext(next)}>
      Next page
    </button>
  );
}

function Download({ body, name }: { body: Blob; name: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(body);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [body]);
  return url === undefined ? null : (
    <a class="tryit-download" href={url} download={name}>
      Download
    </a>
  );
}

function Remarks({ received: { headers, isCut, isStopped, body } }: { received: Received }) {
  const ignored = headers.find(([name]) => name === 'tidemark-ignored')?.[1];
  const incomplete = headers.find(([name]) => name === 'tidemark-incomplete')?.[1];
  return (
    <>
      {incomplete !== undefined && (
        <p class="pane-old" role="alert">
          Incomplete: {incomplete}. Values of the requested range are missing.
        </p>
      )}
      {isStopped && <p class="pane-old">You stopped this response. The part that had arrived is shown.</p>}
      {ignored !== undefined && (
        <p class="pane-old" role="alert">
          Ignored: {ignored}. It is no parameter of this route; the answer is the same without it.
        </p>
      )}
      {isCut && (
        <p class="pane-old">
          The answer is longer than {countText(MAX_RESPONSE_BYTES)} bytes, the maximum that this page reads.
          The code below gets all of it.
        </p>
      )}
      {body.size > SHOWN_BYTES && (
        <p class="pane-old">
          The first {countText(SHOWN_BYTES)} bytes are shown. The download has {countText(body.size)}.
        </p>
      )}
    </>
  );
}

function Headers({ received }: { received: Received }) {
  const shown = interestingHeaders(received);
  const names = new Set(shown.map(([name]) => name));
  const others = received.headers.filter(([name]) => !names.has(name));
  return (
    <div class="tryit-headers">
      <HeaderList headers={shown} />
      {others.length > 0 && (
        <details class="tryit-more">
          <summary>{others.length} more headers</summary>
          <HeaderList headers={others} />
        </details>
      )}
    </div>
  );
}

function HeaderList({ headers }: { headers: readonly (readonly [string, string])[] }) {
  return (
    <dl>
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Body({ received, isComing }: Pick<ReceivedProps, 'received' | 'isComing'>) {
  const { lines, count, isDone } = useLines(received);
  const isJson = received.type.startsWith('application/json');
  return (
    <>
      <LineList
        key={String(received.began)}
        label="Body of the response"
        count={count}
        line={(i) => (isJson ? <JsonLine text={lines[i]!} /> : lines[i])}
        isFollowing={isComing}
      />
      <p class="tryit-foot">
        {countText(count)} {count === 1 ? 'line' : 'lines'}
        {isDone && !isComing ? '' : ' so far'}
      </p>
    </>
  );
}

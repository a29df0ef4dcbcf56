import { useState } from 'preact/hooks';
import { countText } from '../../../format/number.ts';
import { Pane } from '../../../parts/pane.tsx';
import { LineList } from '../line-list.tsx';
import { countsText, MAX_FRAMES, type Counts, type Frame } from './frame-log.ts';
import type { StreamConsole } from './stream-console.ts';

/** All frames sent and received, newest last. */
export function FramesPane({ console }: { console: StreamConsole }) {
  const [filter, setFilter] = useState('');
  const { frames, counts } = console.shown.value;
  const isPaused = console.isPaused.value;
  const text = filter.trim().toLowerCase();
  const shown = text === '' ? frames : frames.filter((each) => each.text.toLowerCase().includes(text));
  return (
    <Pane
      title="Messages"
      about={<span>{countsText(counts)}</span>}
      className="tryit-frames"
      tools={
        <>
          <input
            class="field"
            type="search"
            placeholder="Filter"
            aria-label="Filter messages"
            value={filter}
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
          <button class="button small" aria-pressed={isPaused} onClick={() => console.pause(!isPaused)}>
            {isPaused ? 'Resume' : 'Pause'}
          </button>
          <button class="button small" onClick={() => console.clear()}>
            Clear
          </button>
        </>
      }
    >
      <Events counts={counts} />
      {shown.length === 0 ? (
        <p class="note">{frames.length === 0 ? 'Nothing yet.' : 'No message contains that.'}</p>
      ) : (
        <LineList
          label="Messages of the websocket"
          count={shown.length}
          line={(i) => <FrameLine frame={shown[i]!} />}
          isFollowing={!isPaused}
        />
      )}
      <p class="tryit-foot">
        {isPaused ? 'Paused: messages are still counted. ' : ''}
        {text === '' ? '' : `${countText(shown.length)} of ${countText(frames.length)}. `}
        The last {MAX_FRAMES} are kept.
      </p>
    </Pane>
  );
}

function Events({ counts: { byEvent } }: { counts: Counts }) {
  if (byEvent.size === 0) return null;
  return (
    <ul class="keys tryit-events" aria-label="Received by event">
      {[...byEvent].map(([event, count]) => (
        <li key={event}>
          <span class="tag">{event || 'other'}</span> {countText(count)}
        </li>
      ))}
    </ul>
  );
}

const SIGNS = { sent: '↑', received: '↓', state: '·' } as const;
const SAID = { sent: 'sent', received: 'received', state: '' } as const;

function FrameLine({ frame: { kind, at, text } }: { frame: Frame }) {
  return (
    <span class={`tryit-frame ${kind}`}>
      <b aria-hidden="true">{SIGNS[kind]}</b>
      <span class="unseen">{SAID[kind]}</span>
      <time>{new Date(at).toISOString().slice(11, 23)}</time>
      {text}
    </span>
  );
}

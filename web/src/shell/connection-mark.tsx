import { usePage } from '../data/page-data.ts';
import type { LinkState } from '../data/link-state.ts';
import { messageOf } from '../format/errors.ts';
import { timeText } from '../format/time.ts';

/** Shows whether values arrive, or since when they do not. */
export function ConnectionMark() {
  const { live } = usePage();
  const state = live.state.value;
  const newest = live.newest.value;
  return (
    <div class={`connection ${state.kind}`}>
      <span class="dot" aria-hidden="true" />
      <span role="status" {...(state.kind === 'failing' ? { title: messageOf(state.error) } : {})}>
        {wordsOf(state)}
      </span>
      {(state.kind === 'live' || state.kind === 'polled') && newest > 0 && (
        <time class="tick" dateTime={new Date(newest).toISOString()} title="The last tick, in UTC">
          {timeText(newest)}
        </time>
      )}
    </div>
  );
}

function wordsOf(state: LinkState): string {
  switch (state.kind) {
    case 'live':
      return 'Live';
    case 'lost':
      return `Lost since ${timeText(state.since)}, reconnecting`;
    case 'failing':
      return `No values since ${timeText(state.since)}, retrying`;
    case 'forbidden':
      return 'No live values: this client may not read them';
    case 'failed':
      return 'No live values: the service rejected the request';
    case 'polled':
      return 'Every 30 s';
    case 'refused':
      return 'Refused';
    case 'connecting':
      return 'Connecting';
    case 'idle':
      return 'Not live';
  }
}

import { useEffect, useMemo } from 'preact/hooks';
import { usePage } from '../../../data/page-data.ts';
import { AnswerNote } from '../../../parts/answer-note.tsx';
import { Pane } from '../../../parts/pane.tsx';
import { useAnswer } from '../../../parts/use-answer.ts';
import { loadProtocol, type Protocol } from '../documents.ts';
import type { OwnTokens } from '../../../data/own-tokens.ts';
import { FramesPane } from './frames-pane.tsx';
import { MessageForm } from './message-form.tsx';
import { StreamConsole, type Subscription } from './stream-console.ts';

interface StreamBenchProps {
  readonly base: string;
  readonly tokens: OwnTokens;
  /** The message named by the address. */
  readonly event: string | undefined;
}

/** The websocket as a program sees it, over its own connection. */
export function StreamBench({ base, tokens, event }: StreamBenchProps) {
  const protocol = useAnswer((signal) => loadProtocol(base, signal), [base]);
  if (protocol.kind !== 'there') return <AnswerNote answer={protocol} what="The messages" />;
  return <Connected base={base} tokens={tokens} event={event} protocol={protocol.value} />;
}

function Connected({ base, tokens, event, protocol }: StreamBenchProps & { protocol: Protocol }) {
  const { session, clock } = usePage();
  const url = (session.config.wsUrl ?? base).replace(/^http/, 'ws').replace(/\/$/, '');
  const console = useMemo(
    () => new StreamConsole({ url, tokens, clock, closeCodes: protocol.closeCodes }),
    [url, tokens, clock, protocol],
  );
  useEffect(() => () => console.close(), [console]);
  const state = console.state.value;
  return (
    <div class="tryit-bench tryit-stream">
      <Pane
        title="Websocket"
        className="tryit-request"
        about={<code>{`${url}?access_token=$TIDEMARK_TOKEN`}</code>}
        tools={
          <>
            <a class="tryit-link-out" href={`${session.docsUrl}/websocket`}>
              Docs
            </a>
            {state.kind === 'closed' ? (
              <button class="button main" onClick={() => void console.connect()}>
                Connect
              </button>
            ) : (
              <button class="button" onClick={() => console.disconnect()}>
                Disconnect
              </button>
            )}
          </>
        }
      >
        <p class={`pane-say tryit-link ${state.kind}`} role="status">
          {state.text}
        </p>
        <Subscriptions console={console} />
        <MessageForm
          key={event}
          first={event}
          messages={protocol.messages}
          isOpen={state.kind === 'open'}
          onSend={(text) => console.send(text)}
        />
      </Pane>
      <FramesPane console={console} />
    </div>
  );
}

function Subscriptions({ console }: { console: StreamConsole }) {
  const all = console.subscriptions.value;
  if (all.length === 0) return null;
  return (
    <ul class="tryit-subscriptions" aria-label="Subscriptions">
      {all.map((each) => {
        const text = subscriptionText(each);
        return (
          <li key={text}>
            <code>{text}</code>
            <button class="button small" aria-label={`End ${text}`} onClick={() => console.unsubscribe(each)}>
              End
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function subscriptionText(subscription: Subscription): string {
  const { event, requestId: _, since: __, ...body } = subscription;
  const what = Object.entries(body).map(([name, value]) => `${name} ${String(value)}`);
  return [String(event).replace('SUBSCRIBE_', ''), ...what].join(' ');
}

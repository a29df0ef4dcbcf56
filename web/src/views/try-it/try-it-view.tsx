import { useEffect, useState } from 'preact/hooks';
import type { OwnTokens } from '../../data/own-tokens.ts';
import { usePage } from '../../data/page-data.ts';
import { AnswerNote } from '../../parts/answer-note.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { useFollowed } from '../../parts/use-followed.ts';
import { useOwnTokens } from '../../parts/use-own-tokens.ts';
import { nameIn } from './address-name.ts';
import { StreamBench } from './console/stream-bench.tsx';
import { loadRoutes, type Group } from './documents.ts';
import { RestBench } from './rest-bench.tsx';
import { addressOfRoute, CONSOLE, RouteList } from './route-list.tsx';
import './try-it.css';

/** The default route. */
const FIRST = 'listIndexTickers';

/** The GWA of bitcoin: following it keeps the connection of the page open, whose state the header shows. */
const CONNECTED_BY = ['f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f'];

/** Every route and the websocket, used as a program would use them. */
export function View() {
  const { session } = usePage();
  useFollowed(CONNECTED_BY);
  const base = new URL('.', session.docsUrl).href;
  const tokens = useOwnTokens();
  const routes = useAnswer((signal) => loadRoutes(base, signal), [base]);
  const [shown, show] = useShown();
  const [wanted = '', query = ''] = shown.split('?');
  const chosen = wanted === '' ? FIRST : wanted;
  return (
    <div class="tryit">
      <h1 class="unseen">Try it</h1>
      {routes.kind === 'there' ? (
        <>
          <RouteList groups={routes.value} chosen={chosen} onChosen={show} />
          {chosen === CONSOLE ? (
            <StreamBench
              base={base}
              tokens={tokens}
              event={new URLSearchParams(query).get('event') ?? undefined}
            />
          ) : (
            <Chosen groups={routes.value} chosen={chosen} base={base} tokens={tokens} query={query} />
          )}
        </>
      ) : (
        <AnswerNote answer={routes} what="The routes" />
      )}
    </div>
  );
}

/**
 * The chosen route. Choosing in the list changes the address without recreating the view, so that the list
 * keeps its state; going back works as usual.
 */
function useShown(): [string, (id: string) => void] {
  // Parameters after the `?` are the initial field values.
  const [shown, setShown] = useState(() => nameIn(location.hash));
  useEffect(() => {
    const follow = () => setShown(nameIn(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const show = (id: string) => {
    history.pushState(null, '', addressOfRoute(id));
    setShown(id);
  };
  return [shown, show];
}

interface ChosenProps {
  readonly groups: readonly Group[];
  readonly chosen: string;
  readonly base: string;
  readonly tokens: OwnTokens;
  readonly query: string;
}

function Chosen({ groups, chosen, base, tokens, query }: ChosenProps) {
  const operation = groups.flatMap(({ operations }) => operations).find(({ id }) => id === chosen);
  if (!operation)
    return (
      <p class="note failed" role="alert">
        There is no route “{chosen}”. Choose one from the list.
      </p>
    );
  const given = Object.fromEntries(new URLSearchParams(query));
  return <RestBench key={chosen} operation={operation} base={base} tokens={tokens} given={given} />;
}

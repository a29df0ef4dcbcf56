import type { ReadonlySignal, Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Clock } from '../clock.ts';
import { PageContext, pageData } from '../data/page-data.ts';
import type { Session } from '../data/session.ts';
import type { Route } from './route.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import type { Theme } from './theme.ts';

interface AppProps {
  readonly session: Session;
  readonly route: ReadonlySignal<Route>;
  readonly theme: Signal<Theme>;
  readonly clock: Clock;
}

/** The sign-in form, or the shell after sign-in. */
export function App({ session, route, theme, clock }: AppProps) {
  const state = session.state.value;
  const tidemark = state.kind === 'signedIn' ? state.tidemark : undefined;
  const page = useMemo(() => tidemark && pageData(session, tidemark, clock), [session, tidemark, clock]);
  useEffect(() => () => page?.close(), [page]);
  if (!page) return <SignIn session={session} />;
  return (
    <PageContext.Provider value={page}>
      <Shell route={route} theme={theme} />
    </PageContext.Provider>
  );
}

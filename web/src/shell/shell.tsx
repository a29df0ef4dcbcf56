import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LinkState } from '../data/link-state.ts';
import { usePage } from '../data/page-data.ts';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import type { Route } from './route.ts';
import type { Theme } from './theme.ts';
import { useKeys } from './use-keys.ts';
import { ViewPlace } from './view-place.tsx';
import './shell.css';

/** Displayed values may be old: none has arrived since. */
const CUT_OFF: ReadonlySet<LinkState['kind']> = new Set(['lost', 'failing', 'refused']);

/** Header, view and help. */
export function Shell({ route, theme }: { route: ReadonlySignal<Route>; theme: Signal<Theme> }) {
  const { session, live } = usePage();
  const isHelpOpen = useSignal(false);
  const search = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLElement>(null);
  useKeys({
    '/': () => search.current?.focus(),
    '?': () => (isHelpOpen.value = true),
  });
  const { view, name } = route.value;
  const isFirst = useRef(true);
  useEffect(() => {
    // Moves the focus to the new view, so that screen readers announce it; not at the first load. A control
    // within a view keeps the focus, so that keyboard use continues from there.
    const isKept = document.activeElement?.matches('#main button, #main select') ?? false;
    if (!isFirst.current && !isKept) main.current?.focus();
    isFirst.current = false;
  }, [view, name]);
  return (
    <div class={`shell ${CUT_OFF.has(live.state.value.kind) ? 'cut-off' : ''}`}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <Header view={view} theme={theme} search={search} onHelp={() => (isHelpOpen.value = true)} />
      <main ref={main} id="main" tabIndex={-1}>
        {session.shows(view) ? (
          <ViewPlace view={view} name={name} />
        ) : (
          <p class="note">
            Sign in to see this view.
            <button class="button" onClick={() => session.signOut()}>
              Sign in
            </button>
          </p>
        )}
      </main>
      {isHelpOpen.value && <Help onClose={() => (isHelpOpen.value = false)} />}
    </div>
  );
}

import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { addressOf } from '../address.ts';
import { usePage } from '../data/page-data.ts';
import { VIEWS, type View } from '../views.ts';
import { ConnectionMark } from './connection-mark.tsx';
import { SearchBox } from './search-box.tsx';
import { SourceMark } from './source-mark.tsx';
import { THEMES, type Theme } from './theme.ts';

interface HeaderProps {
  readonly view: View;
  readonly theme: Signal<Theme>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onHelp: () => void;
}

const THEME_TITLES = { system: 'System colours', dark: 'Dark', light: 'Light' } as const;

/** Always visible: views, search, connection, data source. */
export function Header({ view, theme, search, onHelp }: HeaderProps) {
  const { session } = usePage();
  const state = session.state.value;
  const mayLeave =
    state.kind === 'signedIn' && (state.identity.kind === 'client' || state.identity.kind === 'token');
  const isPublic = state.kind === 'signedIn' && state.identity.kind === 'public';
  return (
    <header class="bar">
      <a class="brand" href={addressOf('')}>
        <Brand />
        Tidemark
      </a>
      <nav aria-label="Views">
        {VIEWS.filter((each) => each.isInHeader && session.shows(each)).map(({ path, title }) => (
          <a
            key={path}
            href={addressOf(path)}
            {...(path === view.path || path === view.under ? { 'aria-current': 'page' as const } : {})}
          >
            {title}
          </a>
        ))}
        <a href={session.docsUrl}>Docs</a>
      </nav>
      <SearchBox input={search} />
      <div class="marks">
        <SourceMark config={session.config} />
        <ConnectionMark />
      </div>
      <div class="tools">
        <button
          class="tool"
          aria-label={`Colours: ${THEME_TITLES[theme.value]}. Change`}
          title={THEME_TITLES[theme.value]}
          onClick={() => (theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!)}
        >
          <ThemeSign theme={theme.value} />
        </button>
        <button class="tool" aria-label="Help and keys" title="Help and keys (?)" onClick={onHelp}>
          ?
        </button>
        {mayLeave && (
          <button class="tool wide" onClick={() => session.signOut()}>
            Sign out
          </button>
        )}
        {isPublic && (
          <button class="tool wide" onClick={() => session.signOut()}>
            Sign in
          </button>
        )}
      </div>
    </header>
  );
}

export function Brand() {
  return (
    <svg class="brand-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 16.500c3.300 0 3.300-3 6.700-3s3.300 3 6.600 3 3.300-3 6.700-3" />
      <path class="tide" d="M2 8.500h20" />
    </svg>
  );
}

function ThemeSign({ theme }: { theme: Theme }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {theme === 'dark' && (
        <path class="filled" d="M13 9.800A5.500 5.500 0 1 1 6.200 3a4.400 4.400 0 0 0 6.800 6.800Z" />
      )}
      {theme === 'light' && (
        <>
          <circle class="filled" cx="8" cy="8" r="2.800" />
          <path d="M8 1.500v1.800M8 12.700v1.800M1.500 8h1.800M12.700 8h1.800M3.400 3.400l1.300 1.300M11.300 11.300l1.300 1.300M3.400 12.600l1.300-1.300M11.300 4.700l1.300-1.300" />
        </>
      )}
      {theme === 'system' && (
        <>
          <circle cx="8" cy="8" r="5.200" />
          <path class="filled" d="M8 2.800a5.200 5.200 0 0 1 0 10.400Z" />
        </>
      )}
    </svg>
  );
}

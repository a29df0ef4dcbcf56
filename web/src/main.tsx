import { render } from 'preact';
import { systemClock } from './clock.ts';
import { StoredIdentity } from './data/identity.ts';
import { pageStorage } from './data/page-storage.ts';
import { BeginningError, beginningWords, loadConfig } from './data/page-config.ts';
import { Session } from './data/session.ts';
import { App } from './shell/app.tsx';
import { watchRoute } from './shell/route.ts';
import { keptTheme } from './shell/theme.ts';
import './styles/tokens.css';
import './styles/base.css';

/**
 * URL of the service with its base path, which the service writes into the page, because the address may lack
 * the trailing slash.
 */
const url = new URL(document.documentElement.dataset['base'] ?? '.', location.href).href;
const theme = keptTheme(
  pageStorage(() => localStorage),
  document.documentElement,
);
const route = watchRoute();
const root = document.getElementById('page')!;

// Loads the code of the view while the service reports who may see it.
void route.peek().view.load();
loadConfig(url)
  .then((config) => {
    const kept = new StoredIdentity(pageStorage(() => sessionStorage));
    const session = new Session({ config, url, kept, clock: systemClock });
    render(<App session={session} route={route} theme={theme} clock={systemClock} />, root);
  })
  .catch((error: unknown) => {
    render(
      <p class="note failed" role="alert">
        {beginningWords(error)}
      </p>,
      root,
    );
    if (!(error instanceof BeginningError)) reportError(error);
  });

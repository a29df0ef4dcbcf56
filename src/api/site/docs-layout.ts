import type { DataOrigin } from '../../core/data-origin.ts';
import { escapeHtml } from '../http/answers/page.ts';

export interface DocsFrame {
  readonly basePath: string;
  /** Data that are not live are marked. */
  readonly origin: DataOrigin;
  readonly title: string;
  /** The active tab. */
  readonly tab: Tab;
  /** Values for the scripts, as `data-` attributes. */
  readonly data?: Readonly<Record<string, string>>;
  /** Main module of the page. */
  readonly script: string;
  /** Documents that the script loads first. */
  readonly documents?: readonly string[];
  /** Markup. */
  readonly contents: string;
  readonly main: string;
}

const TABS = {
  rest: ['', 'REST'],
  websocket: ['/websocket', 'Websocket'],
  guides: ['/start', 'Guides'],
} as const;
export type Tab = keyof typeof TABS;

/** The views of the page at `/`, named as in its header. */
export const VIEWS = [
  ['', 'Market'],
  ['indices', 'Indices'],
  ['exchanges', 'Exchanges'],
  ['derivatives', 'Derivatives'],
  ['alerts', 'Alerts'],
  ['integrity', 'Integrity'],
  ['system', 'System'],
  ['try-it', 'Try it'],
] as const;

/**
 * A page of `/docs`, with preloads for the modules of its script. Nothing is inline, so that the content
 * security policy can forbid it.
 */
export function docsHtml(frame: DocsFrame, modules: readonly string[]): string {
  const { basePath, title, data = {}, script, documents = [], contents, main } = frame;
  const path = escapeHtml(basePath);
  const attributes = Object.entries({ basePath, ...data })
    .map(
      ([name, value]) =>
        ` data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${escapeHtml(value)}"`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escapeHtml(title)}</title>
<script src="${path}/docs/theme.js"></script>
<link rel="icon" href="${path}/docs/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${path}/docs/design.css">
<link rel="stylesheet" href="${path}/docs/docs.css">
${modules.map((name) => `<link rel="modulepreload" href="${path}/docs/${name}">`).join('\n')}
${documents.map((name) => `<link rel="preload" as="fetch" crossorigin href="${path}/${name}">`).join('\n')}
</head>
<body class="docs"${attributes}>
<a class="skip" href="#content">Skip to the content</a>
${headerHtml(frame, path)}
${tabsHtml(frame, path)}
<nav id="contents" aria-label="Contents">
${contents}
</nav>
<main id="content" tabindex="-1">
${main}
</main>
<script type="module" src="${path}/docs/${script}"></script>
</body>
</html>
`;
}

/** The header of the page, with the documentation search. */
function headerHtml({ origin }: DocsFrame, path: string): string {
  const views = VIEWS.map(([view, text]) => `<a href="${path}/#/${view}">${text}</a>`);
  return `<header class="bar">
<a class="brand" href="${path}/"><svg class="brand-sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M2 16.5c3.3 0 3.3-3 6.7-3s3.3 3 6.6 3 3.3-3 6.7-3"/><path class="tide" d="M2 8.5h20"/></svg>Tidemark</a>
<nav aria-label="Views">${views.join('')}<a href="${path}/docs" aria-current="page">Docs</a></nav>
<div id="search" class="search" role="search"></div>
${origin === 'live' ? '' : `<div class="marks"><span class="tag warn source" title="All prices are ${origin}, not the current prices of real exchanges">${origin}</span></div>`}
<div class="tools"><button id="theme" class="tool" type="button" hidden></button></div>
</header>`;
}

function tabsHtml({ tab }: DocsFrame, path: string): string {
  const tabs = Object.entries(TABS).map(([name, [below, text]]) => {
    const current = name === tab ? ' aria-current="page"' : '';
    return `<a href="${path}/docs${below}"${current}>${text}</a>`;
  });
  return `<div class="docs-bar">
<button id="menu" class="button" type="button" aria-expanded="false" aria-controls="contents">Contents</button>
<nav class="tabs" aria-label="Documentation">${tabs.join('')}</nav>
</div>`;
}

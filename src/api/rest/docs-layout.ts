import { escapeHtml } from './page.ts';

export interface DocsFrame {
  readonly basePath: string;
  readonly title: string;
  /** Which of the tabs is shown. */
  readonly tab: Tab;
  /** What the scripts need to know, as `data-` attributes. */
  readonly data?: Readonly<Record<string, string>>;
  /** Module that the page begins with. */
  readonly script: string;
  /** Documents that the script asks for first. */
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

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%23075985'/%3E%3Cpath d='M2 7c2-3 4-3 6 0s4 3 6 0M2 11c2-3 4-3 6 0s4 3 6 0' fill='none' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E";

/** A page of `/docs`, with the modules that its script imports: head, tabs, contents and what is in it. Nothing is inline, so that the policy can forbid it. */
export function docsHtml(frame: DocsFrame, modules: readonly string[]): string {
  const { basePath, title, tab, data = {}, script, documents = [], contents, main } = frame;
  const path = escapeHtml(basePath);
  const attributes = Object.entries({ basePath, ...data })
    .map(
      ([name, value]) =>
        ` data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${escapeHtml(value)}"`,
    )
    .join('');
  const tabs = Object.entries(TABS).map(([name, [below, text]]) => {
    const current = name === tab ? ' aria-current="page"' : '';
    return `<a href="${path}/docs${below}"${current}>${text}</a>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${path}/docs/page.css">
<link rel="stylesheet" href="${path}/docs/docs.css">
${modules.map((name) => `<link rel="modulepreload" href="${path}/docs/${name}">`).join('\n')}
${documents.map((name) => `<link rel="preload" as="fetch" crossorigin href="${path}/${name}">`).join('\n')}
</head>
<body class="docs"${attributes}>
<a class="skip" href="#content">Skip to the content</a>
<header>
<button id="menu" type="button" aria-expanded="false" aria-controls="contents">Contents</button>
<a class="brand" href="${path}/">Tidemark</a>
<nav class="tabs" aria-label="Documentation">${tabs.join('')}</nav>
<div id="search" role="search"></div>
</header>
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

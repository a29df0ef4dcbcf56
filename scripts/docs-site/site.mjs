// The pages of `/docs` that are written in Markdown: rendered, linked with each other, with an index to search them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { FORMER_PATHS } from './former-paths.mjs';
import { FILES, pictureSize, siteFile, writeFiles } from './files.mjs';
import { rendered } from './markdown.mjs';
import { LIST_TITLES, sourcePages } from './pages.mjs';

/** In links of rendered pages it stands for where the service is served; the server puts that in. */
export const BASE = '@base';

/**
 * @typedef {import('./markdown.mjs').Heading} Heading
 * @typedef {import('./markdown.mjs').Section} Section
 * @typedef {object} SitePage
 * @property {string} path
 * @property {string} group
 * @property {string} title
 * @property {Heading[]} headings  of the second level
 * @property {string} html
 * @property {Section[]} sections
 * @typedef {import('./files.mjs').SiteFile} SiteFile
 * @typedef {{ pages: SitePage[], pictures: SiteFile[], problems: string[] }} Site  problems: links and pictures that lead nowhere
 */

/** A file of the repository that browsers show as a picture. */
const PICTURE = /^(?![a-z][a-z\d+.-]*:|\/).+\.(?:png|svg|webp)$/i;

/** @param {string} root of the repository @returns {Site} */
export function siteOf(root) {
  const sources = sourcePages(root);
  const paths = new Map(sources.map(({ file, path }) => [file, path]));
  for (const folder of indexFolders(sources)) paths.set(folder, folder.replace(/^docs\//, ''));
  /** @type {{ from: string, href: string, page: string, anchor: string }[]} */
  const links = [];
  /** @type {string[]} */
  const problems = [];

  /** @param {string} file @param {string} href @returns {string | undefined} */
  const linkOf = (file, href) => {
    if (/^https?:\/\//.test(href)) return href;
    if (/^[a-z][a-z\d+.-]*:/i.test(href)) return void problems.push(`${file}: ${href}`);
    const [target = '', anchor = ''] = href.split('#');
    const meant = target === '' ? file : posix.join(posix.dirname(file), target).replace(/\/$/, '');
    const page = paths.get(meant);
    if (page === undefined) {
      if (!existsSync(join(root, meant))) problems.push(`${file}: ${href}`);
      return undefined;
    }
    links.push({ from: file, href, page, anchor });
    const hash = anchor === '' ? '' : `#${anchor}`;
    return target === '' ? hash : `${BASE}/docs/${page}${hash}`;
  };

  /** @type {Map<string, SiteFile>} */
  const pictures = new Map();
  /** @param {string} file @param {string} href @returns {import('./markdown.mjs').Picture | undefined} */
  const pictureOf = (file, href) => {
    const meant = posix.join(posix.dirname(file), href);
    // Pictures of other hosts are refused by the content security policy.
    if (!PICTURE.test(href) || !existsSync(join(root, meant))) return void problems.push(`${file}: ${href}`);
    const picture = pictures.get(meant) ?? siteFile(join(root, meant));
    pictures.set(meant, picture);
    return { src: `${BASE}/docs/${FILES}/${picture.name}`, ...pictureSize(picture.bytes) };
  };

  const pages = sources.map(({ file, path, group }) => {
    const { html, title, headings, sections } = rendered(
      readFileSync(join(root, file), 'utf8'),
      (href) => linkOf(file, href),
      (href) => pictureOf(file, href),
    );
    return { path, group, title: LIST_TITLES.get(file) ?? title, headings, html, sections };
  });
  const ids = new Map(pages.map(({ path, headings }) => [path, new Set(headings.map(({ id }) => id))]));
  for (const { from, href, page, anchor } of links) {
    if (anchor !== '' && !ids.get(page)?.has(anchor)) problems.push(`${from}: ${href}`);
  }
  return { pages: [...pages, ...folderPages(pages, sources)], pictures: [...pictures.values()], problems };
}

/** Folders that are linked to and have no page of their own. @param {readonly import('./pages.mjs').SourcePage[]} sources */
function indexFolders(sources) {
  const folders = new Set(
    sources.map(({ file }) => posix.dirname(file)).filter((folder) => folder.startsWith('docs/')),
  );
  return [...folders].filter((folder) => !sources.some(({ file }) => file === `${folder}/README.md`));
}

const FOLDER_TITLES = new Map([
  ['docs/start', 'Start'],
  ['docs/use', 'Use'],
  ['docs/run', 'Run'],
  ['docs/trust', 'Trust'],
  ['docs/extend', 'Extend'],
  ['docs/reference', 'Reference'],
  ['docs/reference/formats', 'Formats'],
  ['docs/adr', 'Decisions'],
]);

/**
 * A list of what a folder holds, for each without a README.
 * @param {readonly SitePage[]} pages
 * @param {readonly import('./pages.mjs').SourcePage[]} sources
 * @returns {SitePage[]}
 */
function folderPages(pages, sources) {
  const withoutPage = indexFolders(sources).filter(
    (folder) => !pages.some(({ path }) => path === folder.replace(/^docs\//, '')),
  );
  return withoutPage.map((folder) => {
    const title = FOLDER_TITLES.get(folder) ?? folder;
    const items = sources.flatMap(({ file }, i) => (posix.dirname(file) === folder ? [pages[i]] : []));
    const list = items.map((page) => `- [${page?.title}](${page?.path})`).join('\n');
    const { html, headings } = rendered(`# ${title}\n\n${list}\n`, (href) => `${BASE}/docs/${href}`);
    return { path: folder.replace(/^docs\//, ''), group: '', title, headings, html, sections: [] };
  });
}

/**
 * Writes what the server reads: `pages.json` with the list, a file of markup for each page, `search.json`, `design.css`, `mark.svg`
 * and `files` with pictures and fonts.
 * @param {Site} site @param {import('./design.mjs').Design} design @param {string} folder
 */
export function writeSite({ pages, pictures }, design, folder) {
  writeFiles([...design.files, ...pictures], folder);
  writeFileSync(join(folder, 'design.css'), design.css);
  writeFileSync(join(folder, 'mark.svg'), design.icon);
  for (const { path, html } of pages) {
    const file = join(folder, `${path}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  }
  const list = pages.map(({ path, group, title, headings }) => ({
    path,
    formerPath: FORMER_PATHS.get(path),
    group,
    title,
    headings: headings.filter(({ depth }) => depth === 2).map(({ text, id }) => ({ text, id })),
  }));
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(list));
  writeFileSync(join(folder, 'search.json'), JSON.stringify(searchIndex(pages)));
}

/**
 * Sections by page, in the order of the pages: `[path, title, [[id, heading, text], …]]`.
 * @param {readonly SitePage[]} pages
 */
export function searchIndex(pages) {
  return pages
    .filter(({ sections }) => sections.length > 0)
    .map(({ path, title, sections }) => [
      path,
      title,
      sections.map(({ id, heading, text }) => [id, heading, text]),
    ]);
}

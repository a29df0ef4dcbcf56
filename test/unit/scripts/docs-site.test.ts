import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { highlighted } from '../../../scripts/docs-site/highlight.mjs';
import { rendered, slugOf } from '../../../scripts/docs-site/markdown.mjs';
import { pathOf } from '../../../scripts/docs-site/pages.mjs';
import { siteOf, writeSite } from '../../../scripts/docs-site/site.mjs';

const nowhere = () => undefined;
const htmlOf = (markdown: string) => rendered(markdown, nowhere).html;

describe('the documents of the repository', () => {
  const { pages, problems } = siteOf('.');
  const paths = pages.map(({ path }) => path);

  test('have no broken links', () => {
    expect(problems).toEqual([]);
  });

  test('are complete: those of every folder below docs, and the first steps', () => {
    const files = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    expect(files.length).toBeGreaterThan(40);
    for (const file of files) expect(paths, file).toContain(pathOf(`docs/${file}`));
    expect(paths).toEqual(expect.arrayContaining(['start', 'architecture', 'changelog', 'use', 'adr']));
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('have a title each, and contain only markup of the renderer', () => {
    const allowed =
      /^(?:h[1-6]|p|a|code|pre|span|strong|em|del|ul|ol|li|table|thead|tbody|tr|th|td|div|blockquote|hr|br|img)$/;
    for (const { path, title, html } of pages) {
      expect(title, path).not.toBe('');
      const tags = new Set([...html.matchAll(/<([a-z\d]+)/g)].map(([, tag = '']) => tag));
      expect([path, [...tags].filter((tag) => !allowed.test(tag))]).toEqual([path, []]);
      expect([path, / (?:style|on\w+)="/.exec(html)]).toEqual([path, null]);
    }
  });
});

describe('markup', () => {
  test('HTML is shown as text', () => {
    expect(htmlOf('a <b onclick="x()">b</b>\n\n<script>alert(1)</script>\n')).not.toMatch(/<(?:b|script)/);
    expect(htmlOf('<script>alert(1)</script>\n')).toContain('&lt;script&gt;');
    expect(htmlOf('```json\n"</code><script>"\n```\n')).not.toContain('<script');
    expect(htmlOf('`<i>` and ![<i>](x.png)')).not.toContain('<i');
    expect(htmlOf('# <i>"x"</i>\n\n## <i onload="x">\n')).not.toMatch(/<i| onload="/);
  });

  test('comments are omitted, also from the search', () => {
    const { html, sections } = rendered(
      '# A\n\nb <!-- c -->\n\n<!-- not run: d -->\n\n```sh\ne\n```\n',
      nowhere,
    );
    expect(html).not.toMatch(/--|not run/);
    expect(sections.map(({ text }) => text)).toEqual(['b e']);
    expect(htmlOf('<!-- a --><script>x</script>\n')).toContain('&lt;script&gt;x');
  });

  test('headings have unique ids in the format of GitHub', () => {
    expect(slugOf('Starting: `npm run` bench:start')).toBe('starting-npm-run-benchstart');
    const { headings } = rendered('# A\n\n## What & why\n\n## What & why\n', nowhere);
    expect(headings.map(({ id }) => id)).toEqual(['a', 'what--why', 'what--why-1']);
    expect(htmlOf('# A\n\n## B `c`\n')).toContain('<h2 id="b-c">B <code>c</code>');
  });

  test('sections hold the text below a heading, without markup', () => {
    const { title, sections } = rendered(
      '# Title\n\nIntro **bold**.\n\n## Table\n\n| a | b |\n| - | - |\n| `c` | [d](e) |\n\n- one\n- two\n\n```sh\nls\n```\n',
      nowhere,
    );
    expect(title).toBe('Title');
    expect(sections).toEqual([
      { heading: 'Title', id: 'title', text: 'Intro bold.' },
      { heading: 'Table', id: 'table', text: 'a b c d one two ls' },
    ]);
  });

  test('a column without a title has no header', () => {
    const html = htmlOf('| | b |\n| - | - |\n| c | d |\n');
    expect(html).toContain('<tr><td></td><th>b</th></tr>');
  });

  test('code is highlighted by its language, or unchanged', () => {
    expect(highlighted('{"a": "b", "n": -1.5}', 'json')).toBe(
      '{<span class="key">&quot;a&quot;</span>: <span class="string">&quot;b&quot;</span>, <span class="key">&quot;n&quot;</span>: <span class="number">-1.5</span>}',
    );
    expect(highlighted('curl -s "$URL" # <all>', 'sh')).toContain(
      '<span class="comment"># &lt;all&gt;</span>',
    );
    expect(highlighted('a < "b"', 'unknown')).toBe('a &lt; &quot;b&quot;');
  });
});

/** The beginning of a picture 3 wide and 2 high. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000300000002', 'hex');

describe('a site', () => {
  let root: string;
  const files: Readonly<Record<string, string>> = {
    'README.md':
      '# Tide\n\n![the tide](docs/images/tide.png)\n\n[guide](docs/use/a.md#two), [all](docs/use), [licence](LICENSE), [web](https://x.example)\n',
    'docs/use/a.md':
      '# A\n\n## Two\n\n[back](../../README.md) [here](#two) [gone](b.md) [bad](#three) [run](javascript:x) ![gone](x.png) ![far](https://x.example/y.png) ![again](../images/tide.png) ![drawn](../images/flow.svg)\n',
    LICENSE: 'text',
  };

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'docs-site-'));
    for (const folder of ['docs/use', 'docs/adr']) mkdirSync(join(root, folder), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    mkdirSync(join(root, 'docs/images'));
    writeFileSync(join(root, 'docs/images/tide.png'), PNG);
    writeFileSync(join(root, 'docs/images/flow.svg'), '<svg xmlns="x" width="30" height="20"/>');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test('links pages with each other, keeps links to the web, and does not link files that are not served', () => {
    const { pages } = siteOf(root);
    const html = Object.fromEntries(pages.map((page) => [page.path, page.html]));
    expect(html['start']).toContain('<a href="@base/docs/use/a#two">guide</a>');
    expect(html['start']).toContain('<a href="@base/docs/use">all</a>');
    expect(html['start']).toContain('<span class="file">licence</span>');
    expect(html['start']).toContain('<a href="https://x.example">web</a>');
    expect(html['use/a']).toContain('<a href="@base/docs/start">back</a>');
    expect(html['use/a']).toContain('<a href="#two">here</a>');
    expect(html['use/a']).not.toContain('javascript:');
    expect(html['use']).toContain('<a href="@base/docs/use/a">A</a>');
  });

  test('shows pictures of the repository in their size, each under a name that depends on its content', () => {
    const { pages, pictures } = siteOf(root);
    const [name = '', drawn] = pictures.map((each) => each.name);
    expect(drawn).toMatch(/^flow-[\da-f]{10}\.svg$/);
    const htmlAt = (path: string) => pages.find((page) => page.path === path)?.html;
    const img = (alt: string) =>
      `<img src="@base/docs/files/${name}" alt="${alt}" width="3" height="2" loading="lazy">`;
    expect(htmlAt('start')).toContain(img('the tide'));
    expect(htmlAt('use/a')).toContain(img('again'));
    expect(htmlAt('use/a')).toContain(`${drawn}" alt="drawn" width="30" height="20"`);
    expect(htmlAt('use/a')).not.toContain('x.example');
  });

  test('reports every broken link and picture', () => {
    expect(siteOf(root).problems.toSorted()).toEqual([
      'docs/use/a.md: #three',
      'docs/use/a.md: b.md',
      'docs/use/a.md: https://x.example/y.png',
      'docs/use/a.md: javascript:x',
      'docs/use/a.md: x.png',
    ]);
  });

  test('is written in the format that the server reads', () => {
    const folder = join(root, 'out');
    const design = { css: ':root {}', icon: Buffer.from('<svg/>'), files: [] };
    writeSite(siteOf(root), design, folder);
    expect(readFileSync(join(folder, 'design.css'), 'utf8')).toBe(':root {}');
    const [, picture = ''] = readdirSync(join(folder, 'files')).toSorted();
    expect(picture).toMatch(/^tide-[\da-f]{10}\.png$/);
    expect(readFileSync(join(folder, 'files', picture))).toEqual(PNG);
    const pages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as object[];
    expect(pages).toContainEqual({
      path: 'use/a',
      group: 'Use',
      title: 'A',
      headings: [{ text: 'Two', id: 'two' }],
    });
    expect(existsSync(join(folder, 'use/a.html'))).toBe(true);
    const index = JSON.parse(readFileSync(join(folder, 'search.json'), 'utf8')) as unknown[];
    expect(index).toContainEqual([
      'start',
      'First steps',
      [['tide', 'Tide', 'the tide guide, all, licence, web']],
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { documentFiles, pageOf, type Step } from '../../support/snippets/page-blocks.ts';

const FENCE = '```';
const block = (info: string, text: string) => `${FENCE}${info}\n${text}\n${FENCE}\n\n`;
const page = (...parts: string[]) => pageOf('docs/page.md', `# A page\n\n${parts.join('')}`);
const kinds = (steps: readonly Step[]) => steps.map(({ kind, block: { text } }) => `${kind} ${text.trim()}`);

test('all pages for readers are checked, including those of examples', () => {
  expect(documentFiles()).toEqual(
    expect.arrayContaining([
      'README.md',
      'sdk/README.md',
      'CONTRIBUTING.md',
      'docs/reference/cli.md',
      'docs/use/sdk.md',
      'docs/use/sdk-ranges.md',
      'examples/recordings/README.md',
    ]),
  );
});

describe('a block of a page', () => {
  test('is executed, with the output shown after it', () => {
    const { steps, problems } = page(
      block('sh', 'price'),
      'answers\n\n',
      block('json', '{}'),
      block('js', 'a'),
    );
    expect(problems).toEqual([]);
    expect(kinds(steps)).toEqual(['run price', 'run a']);
    expect(steps[0]).toMatchObject({ language: 'sh', shown: { language: 'json', text: '{}\n' } });
  });

  test('is found in a list and if it is indented, with its line', () => {
    const { steps } = page(
      '- item\n\n  ',
      block('sh', '  x').replaceAll('\n```', '\n  ```'),
      block('sh', 'y'),
    );
    expect(kinds(steps)).toEqual(['run x', 'run y']);
    expect(steps.map(({ block: { line } }) => line)).toEqual([3, 9]);
    expect(page('    npm start\n').problems).toEqual([expect.stringContaining("the language is ''")]);
  });

  test('is skipped if a comment has the reason', () => {
    const { steps, problems } = page('<!-- not run: needs Excel -->\n\n', block('text', '= x'));
    expect(problems).toEqual([]);
    expect(steps).toMatchObject([{ kind: 'left', reason: 'needs Excel' }]);
  });

  test('may be run by a test that exists and reads the page', () => {
    const noted = (file: string) => `<!-- run by: ${file} -->\n\n${block('ts', 'x')}`;
    const itself = 'test/unit/scripts/page-blocks.test.ts';
    expect(page(noted(itself))).toMatchObject({ problems: [], steps: [{ kind: 'left', reason: itself }] });
    expect(page(noted('test/none.test.ts')).problems).toHaveLength(1);
    expect(pageOf(`docs/${'other'}-page.md`, noted(itself)).problems).toHaveLength(1);
  });

  test('runs until something is printed, or is only checked', () => {
    const { steps } = page(
      '<!-- until: tidemark ready -->\n\n',
      block('sh', 'tidemark serve'),
      '<!-- only checked: reads real exchanges -->\n',
      block('sh', 'tidemark serve --source live'),
    );
    expect(steps.map(({ kind, block: { note } }) => [kind, note])).toEqual([
      ['run', { kind: 'until', text: 'tidemark ready' }],
      ['run', { kind: 'only checked', text: 'reads real exchanges' }],
    ]);
  });

  test('is saved if a file name follows its language, and a command must read it', () => {
    const saved = block('json tiers.json', '{}');
    expect(page(saved, block('sh', 'config check --tiers tiers.json'))).toMatchObject({
      problems: [],
      steps: [{ kind: 'save', file: 'tiers.json' }, { kind: 'run' }],
    });
    expect(page(saved, block('sh', 'config check')).problems).toEqual([
      'docs/page.md:3: no command after it reads tiers.json',
    ]);
  });

  test.each([
    ['in a language that is not known', block('cobol', 'x'), "the language is 'cobol'"],
    ['that nothing can run', block('csv', 'a,b'), "nothing runs 'csv'"],
    ['of JSON behind no command', block('json', '{}'), "nothing runs 'json'"],
    ['that would install', block('sh', 'npm install left-pad'), 'install or test'],
    ['whose reason is empty', `<!-- not run: -->\n\n${block('csv', 'a')}`, "nothing runs 'csv'"],
  ])('%s is a problem', (_what, markdown, problem) => {
    expect(page(markdown).problems).toEqual([expect.stringMatching(`^docs/page.md:\\d+: .*${problem}`)]);
  });
});

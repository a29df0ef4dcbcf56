import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Token } from 'marked';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Precedes the command that starts the service; CI has already run it. */
export const INSTALL = 'npm ci && ';

/** Languages that are executed. */
const RUN = ['sh', 'js', 'python', 'sql', 'http'] as const;
export type RunLanguage = (typeof RUN)[number];
/** Languages of a block that shows the output of an executed one. */
const SHOWN = ['json', 'text'];
/** Not executed on their own: they are saved as a file, or a comment says what happens to them. */
const OTHERS = ['csv', 'ts', 'hex', 'html'];

export interface Block {
  readonly language: string;
  /** The word after the language: a file name, or how shown text is compared. */
  readonly word: string;
  readonly text: string;
  readonly line: number;
  /** The comment before the fence, such as `not run: needs a second machine`. */
  readonly note?: { readonly kind: NoteKind; readonly text: string };
}

/**
 * - `not run`: with the reason.
 * - `run by`: path of the test that runs it.
 * - `only checked`: why `tidemark serve` is not started; `tidemark config check` gets its arguments instead.
 * - `until`: it runs until it has printed this, and is then ended by Ctrl-C.
 */
type NoteKind = 'not run' | 'run by' | 'only checked' | 'until';
const NOTE = /^<!-- (not run|run by|only checked|until): (.+?) -->\s*$/;

export type Step =
  | {
      readonly kind: 'run';
      readonly block: Block;
      readonly language: RunLanguage;
      readonly shown?: Block;
    }
  | { readonly kind: 'save'; readonly block: Block; readonly file: string }
  | { readonly kind: 'left'; readonly block: Block; readonly reason: string; readonly shown?: Block };

export interface Page {
  readonly file: string;
  readonly steps: readonly Step[];
  /** Blocks without any instruction how they are run, or why they are not. */
  readonly problems: readonly string[];
}

/** All Markdown for readers, with the README first. */
export function documentFiles(): string[] {
  const below = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`)
      .toSorted();
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md');
  const first = ['README.md', 'sdk/README.md'];
  return [...new Set([...first, ...top, ...below('docs'), ...below('examples')])];
}

export function readPage(file: string): Page {
  return pageOf(file, readFileSync(join(ROOT, file), 'utf8'));
}

export function pageOf(file: string, markdown: string): Page {
  const problems: string[] = [];
  const steps: Step[] = [];
  for (const block of blocksOf(markdown)) {
    const last = steps.at(-1);
    if (isOutput(block) && last && hasOutput(last) && !last.shown) {
      steps[steps.length - 1] = { ...last, shown: block };
      continue;
    }
    const step = stepOf(file, block);
    if (typeof step === 'string') problems.push(`${file}:${block.line}: ${step}`);
    else steps.push(step);
  }
  return { file, steps, problems: [...problems, ...unreadFiles(file, steps)] };
}

function hasOutput(step: Step): step is Exclude<Step, { readonly kind: 'save' }> {
  return step.kind === 'run' || (step.kind === 'left' && step.block.note?.kind === 'run by');
}

function isOutput({ language, word, note }: Block): boolean {
  return SHOWN.includes(language) && ['', 'rows'].includes(word) && note === undefined;
}

/** Returns a step, or what is wrong with the block. */
function stepOf(file: string, block: Block): Step | string {
  const { language, word, note } = block;
  const known = [...RUN, ...SHOWN, ...OTHERS];
  if (!known.includes(language)) return `the language is '${language}': there are ${known.join(', ')}`;
  if (note?.kind === 'not run') return { kind: 'left', block, reason: note.text };
  if (note?.kind === 'run by') {
    const test = join(ROOT, note.text);
    if (!existsSync(test) || !readFileSync(test, 'utf8').includes(basename(file)))
      return `${note.text} does not read this page`;
    return { kind: 'left', block, reason: note.text };
  }
  if (word.includes('.')) return { kind: 'save', block, file: word };
  if (/\bnpm (?:ci|install|test)\b/.test(block.text) && !isStart(file, block))
    return 'it would install or test in a test: <!-- not run: REASON -->';
  const run = RUN.find((each) => each === language);
  return run
    ? { kind: 'run', block, language: run }
    : `nothing runs '${language}': say what becomes of it, <!-- not run: REASON -->, or name its file behind the language`;
}

/** The test starts the service with it. */
function isStart(file: string, { text }: Block): boolean {
  return file === 'README.md' && text === `${INSTALL}npm start\n`;
}

/** A file that no command reads is never executed. */
function unreadFiles(page: string, steps: readonly Step[]): string[] {
  return steps.flatMap((step, i) => {
    if (step.kind !== 'save') return [];
    const isRead = steps
      .slice(i + 1)
      .some(({ kind, block }) => kind === 'run' && block.text.includes(step.file));
    return isRead ? [] : [`${page}:${step.block.line}: no command after it reads ${step.file}`];
  });
}

function blocksOf(markdown: string): Block[] {
  let line = 1;
  return blocksIn(new Marked().lexer(markdown), (token) => {
    const at = line;
    line += token.raw.split('\n').length - 1;
    return at;
  });
}

/** Includes blocks in lists and quotes, at the line where the outermost one begins. */
function blocksIn(tokens: readonly Token[], lineOf: (token: Token) => number): Block[] {
  let before: Token | undefined;
  return tokens.flatMap((token): Block[] => {
    const line = lineOf(token);
    const note = before;
    if (token.type !== 'space') before = token;
    if (token.type === 'code') return [blockOf(token, line, note)];
    const inside: Token[] =
      token.type === 'list' ? token['items'] : 'tokens' in token ? (token.tokens ?? []) : [];
    return blocksIn(inside, () => line);
  });
}

function blockOf(token: Token, line: number, before: Token | undefined): Block {
  const { lang = '', text } = token as Token & { lang?: string; text: string };
  const [language = '', word = ''] = lang.split(' ');
  const [, kind, said] = (before?.type === 'html' && NOTE.exec(before.raw)) || [];
  const note = kind === undefined ? {} : { note: { kind: kind as NoteKind, text: said! } };
  return { language, word, text: `${text}\n`, line, ...note };
}

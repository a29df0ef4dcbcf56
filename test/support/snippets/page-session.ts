import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interpreter, type InterpreterOptions } from './interpreter.ts';
import { ROOT, type Block, type RunLanguage } from './page-blocks.ts';

const HERE = join(ROOT, 'test', 'support', 'snippets');
type Command = InterpreterOptions['command'];

const INTERPRETERS = {
  sh: () => ['bash', '--noprofile', '--norc', join(HERE, 'shell.sh')],
  js: (folder: string) => {
    const file = join(folder, '.snippets.mjs');
    copyFileSync(join(HERE, 'javascript.mjs'), file);
    return [process.execPath, file];
  },
  python: () => ['python3', '-c', `exec(open(${JSON.stringify(join(HERE, 'python.py'))}).read())`],
} satisfies Record<string, (folder: string) => Command>;

export interface SessionOptions {
  /** A folder like a checkout, in which the page is followed. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The block as a reader would type it if the service had another address. */
  readonly asTyped: (text: string) => string;
  /** GET, with a token. */
  readonly get: (path: string) => Promise<Response>;
}

/** A reader who follows one page from top to bottom: one shell, one program per language, one folder. */
export class PageSession {
  readonly #options: SessionOptions;
  readonly #scratch: string;
  readonly #interpreters = new Map<keyof typeof INTERPRETERS, Interpreter>();
  #jobs: number[] = [];

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#scratch = join(options.folder, '.blocks');
    mkdirSync(this.#scratch);
  }

  /** Runs what a reader of the page has typed before, elsewhere. */
  async prepare(text: string): Promise<void> {
    await this.#shell(this.#options.asTyped(text));
  }

  save(file: string, { text }: Block): void {
    writeFileSync(join(this.#options.folder, file), this.#options.asTyped(text));
  }

  async run(language: RunLanguage, block: Block): Promise<string> {
    const text = this.#options.asTyped(block.text);
    if (language === 'http') return this.#ask(text);
    if (language === 'sql') return this.#shell(`duckdb -c ${quoted(text)}\n`);
    if (language !== 'sh') return (await this.#interpreter(language)).run(text);
    if (block.note?.kind === 'only checked')
      return this.#shell(text.replaceAll(/\btidemark serve\b/g, 'tidemark config check'));
    return block.note?.kind === 'until' ? this.#untilPrinted(text, block.note.text) : this.#shell(text);
  }

  /** Programs must end by themselves and without error output; other messages of commands are ignored. */
  async end(): Promise<void> {
    for (const [language, interpreter] of this.#interpreters) {
      // The service behind the pages has no back-fill, so warnings about missing ranges are correct.
      const complaint = (await interpreter.end()).replace(/^.*IncompleteWarning: .*\n.*\n?/gm, '');
      if (language !== 'sh' && complaint !== '')
        throw new Error(`${language} wrote to standard error:\n${complaint}`);
    }
  }

  async kill(): Promise<void> {
    for (const job of this.#jobs) process.kill(-job, 'SIGKILL');
    for (const interpreter of this.#interpreters.values()) await interpreter.kill();
  }

  async #shell(text: string): Promise<string> {
    return (await this.#interpreter('sh')).run(text);
  }

  /** Presses Ctrl-C once it has printed the expected text. */
  async #untilPrinted(text: string, until: string): Promise<string> {
    const shell = await this.#interpreter('sh');
    const pidFile = join(this.#scratch, 'job');
    const early = await shell.run(`set -m\n{\n${text}} &\nset +m\nprintf '%s' $! > ${quoted(pidFile)}\n`);
    const job = Number(readFileSync(pidFile, 'utf8'));
    this.#jobs.push(job);
    const printed = early.includes(until) ? early : early + (await shell.printed(until)) + until;
    process.kill(-job, 'SIGINT');
    await shell.run(`wait ${job} || [ $? = 130 ]\n`);
    this.#jobs = this.#jobs.filter((each) => each !== job);
    return printed;
  }

  async #ask(text: string): Promise<string> {
    const [, path] = /^GET (\S+)\n$/.exec(text) ?? [];
    if (path === undefined) throw new Error(`not a request: ${text}`);
    const answer = await this.#options.get(path);
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${body}`);
    return body;
  }

  /** Other languages start in the shell's folder, with its exported variables. */
  async #interpreter(language: keyof typeof INTERPRETERS): Promise<Interpreter> {
    const running = this.#interpreters.get(language);
    if (running) return running;
    const { folder, env } = this.#options;
    const command = INTERPRETERS[language](folder);
    const place = language === 'sh' ? { cwd: folder, env } : await this.#shellPlace();
    const scratch = join(this.#scratch, language);
    mkdirSync(scratch);
    const started = new Interpreter({ command, ...place, scratch });
    this.#interpreters.set(language, started);
    return started;
  }

  async #shellPlace(): Promise<{ cwd: string; env: NodeJS.ProcessEnv }> {
    const [cwd = '', ...variables] = (await this.#shell('printf "%s\\0" "$PWD"\nenv -0\n')).split('\0');
    const pairs = variables
      .filter(Boolean)
      .map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]);
    return { cwd, env: Object.fromEntries(pairs) as NodeJS.ProcessEnv };
  }
}

/** A folder with links to everything in the checkout, in which files can be created. */
export function likeCheckout(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(ROOT))
    if (name !== 'data' && !name.startsWith('.')) symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

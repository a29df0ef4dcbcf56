import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import {
  documentFiles,
  INSTALL,
  readPage,
  ROOT,
  type Page,
  type Step,
} from '../../support/snippets/page-blocks.ts';
import { likeCheckout, PageSession } from '../../support/snippets/page-session.ts';
import { compared } from '../../support/snippets/shown-output.ts';
import { eventually, MAIN, tokenOf } from '../../support/tidemark-process.ts';

const PAGES = documentFiles().map(readPage);
const RUN_PAGES = PAGES.filter(({ steps }) => steps.some(({ kind }) => kind === 'run'));
const README = RUN_PAGES[0]!;
const [START] = README.steps;
const FIRST_REQUEST = README.steps.find(({ block }) => block.text.startsWith('TOKEN='));

const folder = mkdtempSync(join(tmpdir(), 'tidemark-snippets-'));
const bin = join(folder, 'bin');

/** Environment of a new shell in the checkout, with `tidemark` and `duckdb` installed, and Debian's Python, which has pandas. */
function environment(extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|TIDEMARK_|VITEST|NODE_ENV$)/.test(name),
  );
  const home = join(folder, 'home');
  const path = `${bin}:${process.env['PATH']}`;
  return {
    ...Object.fromEntries(own),
    HOME: home,
    // Profiles of the user who runs the tests are neither read nor written.
    XDG_CONFIG_HOME: join(home, '.config'),
    PATH: path,
    PYTHONDONTWRITEBYTECODE: '1',
    ...extra,
  };
}

function install(name: string, file: string): void {
  const program = join(bin, name);
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`);
  chmodSync(program, 0o755);
}

/** A service started from a shell, in a folder like the checkout. */
class PastedService {
  readonly folder: string;
  readonly port: number;
  readonly #child: ChildProcess;
  said = '';

  constructor(command: string, name: string, port: number) {
    this.folder = likeCheckout(join(folder, name));
    this.port = port;
    this.#child = spawn('bash', ['-c', command], {
      cwd: this.folder,
      env: environment({ TIDEMARK_PORT: String(port) }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.said += text));
  }

  async ready(): Promise<void> {
    await eventually(async () => this.said.includes('tidemark ready') || this.#hasEnded);
    if (this.#hasEnded) throw new Error(`did not start:\n${this.said}`);
  }

  /** The only difference from what a reader types. */
  readonly asTyped = (text: string) => text.replaceAll(':8080', `:${this.port}`);

  async get(path: string): Promise<Response> {
    const baseUrl = `http://localhost:${this.port}`;
    return fetch(baseUrl + path, { headers: { authorization: `Bearer ${await tokenOf(baseUrl)}` } });
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    if (this.#hasEnded) return;
    process.kill(-this.#child.pid!, signal);
    await once(this.#child, 'close');
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

/** Files created by a page belong to it; the data directory is that of the service. */
function folderOf(service: PastedService, { file }: Page): string {
  if (file === README.file) return service.folder;
  const own = likeCheckout(join(folder, file.replaceAll(/\W/g, '-')));
  symlinkSync(join(service.folder, 'data'), join(own, 'data'));
  return own;
}

/** Pages that use a token say where it comes from: the README, which also proves that npx finds the program. */
const BEFORE_GUIDES = `npx() { "$@"; }\n${FIRST_REQUEST!.block.text.replace(/\ncurl [^]*/, '\n')}`;

const titleOf = ({ block }: Step) => `line ${block.line}: ${block.text.trim().split('\n')[0]}`;

function followPage(page: Page, service: () => PastedService): void {
  let session: PageSession;
  beforeAll(async () => {
    const { asTyped, port } = service();
    session = new PageSession({
      folder: folderOf(service(), page),
      // Port 0 is for servers that a page starts in addition to the running one.
      env: environment({ PORT: '0', TIDEMARK_PORT: '0', TIDEMARK_URL: `http://localhost:${port}` }),
      asTyped,
      get: (path) => service().get(path),
    });
    if (page !== README) await session.prepare(BEFORE_GUIDES);
  });
  afterAll(() => session.kill());

  const steps = page.steps.filter((step) => step !== START && step.kind !== 'left');
  test.each(steps.map((step) => ({ title: titleOf(step), step })))('$title', async ({ step }) => {
    if (step.kind === 'save') return session.save(step.file, step.block);
    if (step.kind === 'left') throw new Error('it is not run');
    const printed = await session.run(step.language, step.block);
    expect(printed).not.toMatch(/\bundefined\b/);
    if (!step.shown) return;
    const seen = compared(step.shown, printed);
    expect(seen.printed).toEqual(seen.shown);
  });

  test('programs of the page end by themselves, without error output', () => session.end());
}

describe('every block of the documentation', () => {
  test('is executed, or says why not', () => {
    expect(PAGES.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('marked as run by CI matches what CI does', () => {
    const ci = readFileSync(join(ROOT, '.ci', 'run'), 'utf8');
    expect(README.steps.at(-1)?.block.text).toBe(`${INSTALL}npm test\n`);
    expect(ci.split('\n')).toContain(`${INSTALL}npm test`);
  });
});

describe('followed from top to bottom', () => {
  beforeAll(() => {
    for (const each of [bin, join(folder, 'home')]) mkdirSync(each);
    install('tidemark', MAIN);
    symlinkSync('/usr/bin/python3', join(bin, 'python3'));
    install('duckdb', join(ROOT, 'test', 'support', 'snippets', 'duckdb.mjs'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe('README.md', () => {
    let service: PastedService;
    beforeAll(async () => {
      service = new PastedService(START!.block.text.slice(INSTALL.length), 'readme', await freePort());
      await service.ready();
    });
    afterAll(() => service.stop('SIGKILL'));

    test('the command starts the service, which prints the line that the README shows', () => {
      expect(START?.block.text).toBe(`${INSTALL}npm start\n`);
      const shown = /`(tidemark ready \S+ \S+)`/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1];
      expect(service.said.split('\n')).toContain(service.asTyped(shown ?? ''));
    });

    followPage(README, () => service);

    test('the shown asset is exactly the served one', async () => {
      const [shown] = README.steps.flatMap((step) => (step.kind === 'run' && step.shown ? [step.shown] : []));
      expect(await (await service.get('/v3/asset?symbol=BTC')).json()).toEqual(JSON.parse(shown!.text));
    });

    test('Ctrl-C stops the service', async () => {
      await service.stop('SIGINT');
      expect(service.said).toContain('"msg":"stopped"');
      expect(existsSync(join(service.folder, 'data', 'control.sock'))).toBe(false);
    });
  });

  describe('the other pages', () => {
    let service: PastedService;
    beforeAll(async () => {
      service = new PastedService('tidemark serve --world small --backfill off', 'others', await freePort());
      await service.ready();
    });
    afterAll(() => service.stop('SIGKILL'));

    describe.each(RUN_PAGES.filter((page) => page !== README))('$file', (page) =>
      followPage(page, () => service),
    );
  });
});

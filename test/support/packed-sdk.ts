import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SDK = fileURLToPath(new URL('../../sdk', import.meta.url));
const QUIET = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts'];

/** The built SDK as published, installed in an empty folder. */
export class PackedSdk {
  readonly folder = mkdtempSync(join(tmpdir(), 'tidemark-sdk-'));
  readonly tarball: string;
  /** Paths in the package. */
  readonly files: readonly string[];
  /** A project that has only this package installed. */
  readonly project = join(this.folder, 'project');

  constructor() {
    const packed = npm(['pack', '--json', '--pack-destination', this.folder], SDK);
    const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
    this.tarball = join(this.folder, filename);
    this.files = files.map(({ path }) => path);
    mkdirSync(this.project);
    writeFileSync(join(this.project, 'package.json'), '{ "name": "project", "private": true }\n');
    npm(['install', this.tarball], this.project);
  }

  /** Runs a module in the project and returns its output. The module must end by itself. */
  async run(module: string, node = process.execPath, environment: NodeJS.ProcessEnv = {}): Promise<string> {
    const file = join(this.project, 'program.mjs');
    writeFileSync(file, module);
    const options = {
      cwd: this.project,
      timeout: 60_000,
      env: { PATH: process.env['PATH'], ...environment },
    };
    const { stdout, stderr } = await promisify(execFile)(node, [file], options);
    if (stderr !== '') throw new Error(`the program wrote to standard error:\n${stderr}`);
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args, ...QUIET], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Prints a price and a tick of the stream, then ends. */
export const sampleProgram = (url: string): string => `
  import { Tidemark, toNumber } from '@tidemark/sdk';
  const tidemark = new Tidemark({ url: ${JSON.stringify(url)}, clientId: 'demo', clientSecret: 'demo' });
  const price = toNumber(await tidemark.price('BTC'));
  for await (const { indexType } of tidemark.stream().ticks('btc_usd')) {
    console.log(JSON.stringify({ isPrice: price > 0, indexType }));
    break;
  }`;

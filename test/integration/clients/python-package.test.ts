import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Debian's, for which its packages are installed. */
const PYTHON = '/usr/bin/python3';
const PATIENCE_MS = 900_000;

const processes = new Tidemark(afterAll);
let folder: string;
/** The Python of an environment that has the wheel and nothing else. */
let installed: string;

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
}

/** Fails with what the program said. */
async function run(
  program: string,
  args: readonly string[],
  { cwd = folder, environment = {} }: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<Ran> {
  const env = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', ...environment };
  return promisify(execFile)(program, args, { cwd, env, timeout: PATIENCE_MS });
}

/** Runs a program that is not beside the single file. */
async function python(program: string, environment: Record<string, string> = {}): Promise<string> {
  const file = join(folder, 'program.py');
  writeFileSync(file, program);
  const { stdout, stderr } = await run(installed, ['-X', 'dev', file], { environment });
  expect(stderr).toBe('');
  return stdout;
}

beforeAll(async () => {
  folder = processes.newFolder();
  mkdirSync(folder, { recursive: true });
  // Builds leave files beside the source.
  const source = join(folder, 'source');
  cpSync(join(ROOT, 'examples', 'python'), source, { recursive: true });
  // Debian's hatchling lacks a dependency that only editable installs use.
  const offline = ['--no-isolation', '--skip-dependency-check'];
  await run(PYTHON, ['-m', 'build', '--wheel', ...offline, '--outdir', folder, source]);
  // Debian's pip installs into it, because preparing another one takes seconds.
  await run(PYTHON, ['-m', 'venv', '--without-pip', join(folder, 'venv')]);
  installed = join(folder, 'venv', 'bin', 'python');
  const wheel = join(folder, 'tidemark-1.0.0-py3-none-any.whl');
  await run(PYTHON, [
    '-m',
    'pip',
    '--python',
    installed,
    'install',
    '--quiet',
    '--no-index',
    '--disable-pip-version-check',
    wheel,
  ]);
}, PATIENCE_MS);

describe('the wheel', { timeout: PATIENCE_MS }, () => {
  test('has the single file as a package with types, and nothing else', async () => {
    const list = 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
    const { stdout } = await run(PYTHON, ['-c', list, join(folder, 'tidemark-1.0.0-py3-none-any.whl')]);
    const files = stdout.trim().split('\n');
    expect(files.filter((file) => !file.startsWith('tidemark-1.0.0.dist-info/')).toSorted()).toEqual([
      'tidemark/__init__.py',
      'tidemark/py.typed',
    ]);
    const printed = await python('import inspect, tidemark; print(inspect.getsource(tidemark), end="")');
    expect(printed).toBe(readFileSync(join(ROOT, 'examples', 'python', 'tidemark.py'), 'utf8'));
  });

  test('has the version of the product, and needs no other package', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const program = `from importlib.metadata import metadata, requires
print(metadata("tidemark")["Version"], [each for each in requires("tidemark") or [] if "extra ==" not in each])`;
    expect(await python(program)).toBe(`${version} []\n`);
  });

  test('reads a price and a stream of asyncio', async () => {
    const program = `import asyncio
from tidemark import Tidemark

async def main() -> None:
    # In development mode a pause of a busy machine would be reported.
    asyncio.get_running_loop().slow_callback_duration = 60
    with Tidemark() as tidemark:
        price = await asyncio.to_thread(tidemark.price, "BTC")
        async with tidemark.async_stream("BTC", "BTC_USD") as stream:
            ticks = [await asyncio.wait_for(stream.get(), 60) for _ in range(6)]
        print(price > 0, len({tick.index_id for tick in ticks}), len({tick.id for tick in ticks}))

asyncio.run(main())`;
    const service = await startService({ argv: ['--speed', '60'] });
    try {
      expect(await python(program, { TIDEMARK_URL: service.baseUrl })).toBe('True 2 6\n');
    } finally {
      await service.close();
    }
  });

  test('has types that mypy accepts at its strictest, and that programs can rely on', async () => {
    // Both read the standard library.
    const mypy = ['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'mypy')];
    const { stdout } = await run(PYTHON, [...mypy, 'tidemark.py'], { cwd: join(folder, 'source') });
    expect(stdout).toContain('Success: no issues found');
    const program = join(folder, 'typed.py');
    writeFileSync(
      program,
      `from tidemark import Tidemark

async def main(tidemark: Tidemark) -> None:
    async with tidemark.async_stream("BTC") as stream:
        async for tick in stream:
            reveal_type(tick.price)
            tick.prise`,
    );
    const checked = await run(PYTHON, [...mypy, '--python-executable', installed, program]).catch(
      (error: unknown) => error as Ran,
    );
    const problems = checked.stdout.trim().split('\n');
    expect(problems[0]).toContain('Revealed type is "_decimal.Decimal"');
    expect(problems[1]).toMatch(/"Tick" has no attribute "prise"/);
    expect(problems.at(-1)).toMatch(/^Found 1 error/);
  });
});

// `npm run bench:NAME -- [PART] [options]`: builds where needed and runs one part of a benchmark, by default its first.
// Every part is a program of its own; its first lines list its options.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The compiled program of each part, with the flags that Node needs for it. @type {Record<string, Record<string, string[]>>} */
export const BENCHES = {
  rest: {
    answers: ['rest.js'],
    candles: ['rest/candles.js'],
    export: ['rest/export.js'],
  },
  stream: { clients: ['stream.js'] },
  engine: {
    tick: ['engine.js'],
    inputs: ['engine/inputs.js'],
    resistance: ['engine/resistance.js'],
    sparklines: ['engine/sparklines.js'],
  },
  start: { service: ['start.js'] },
  history: {
    stores: ['history.js'],
    codec: ['history/codec.js'],
    growth: ['history/growth.js'],
    instants: ['history/instants.js'],
  },
  sources: { live: ['sources/live.js'], world: ['--expose-gc', 'sources/world.js'] },
  integrity: { attacks: ['integrity.js'], adversary: ['integrity/adversary.js'] },
  page: { page: ['page.js'], screenshots: ['page-screenshots.js'] },
  'scale-out': { cluster: ['scale-out.js'] },
};

/**
 * @param {readonly string[]} args  name of the benchmark, then the part (may be left out), then options of that part
 * @returns {{ flags: string[], program: string, options: string[] } | string} what to run, or what is wrong
 */
export function partOf([name = '', ...rest]) {
  const parts = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!parts) return `no benchmark ${JSON.stringify(name)}; there are ${Object.keys(BENCHES).join(', ')}`;
  const names = Object.keys(parts);
  const isNamed = rest[0] !== undefined && !rest[0].startsWith('-');
  const part = isNamed ? rest[0] : names[0];
  if (part === undefined || !Object.hasOwn(parts, part))
    return `bench:${name} has no part ${JSON.stringify(part)}; it has ${names.join(', ')}`;
  const command = parts[part] ?? [];
  return {
    flags: command.slice(0, -1),
    program: join('dist', 'bench', command.at(-1) ?? ''),
    options: isNamed ? rest.slice(1) : rest,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chosen = partOf(process.argv.slice(2));
  if (typeof chosen === 'string') {
    console.error(chosen);
    process.exit(2);
  }
  const build = [join(root, 'scripts', 'build.mjs'), '--if-needed'];
  if (spawnSync(process.execPath, build, { stdio: 'inherit' }).status !== 0) process.exit(1);
  const { flags, program, options } = chosen;
  const child = spawn(process.execPath, [...flags, join(root, program), ...options], { stdio: 'inherit' });
  // Ctrl-C reaches both; the benchmark decides how it ends.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'close');
  process.exit(code ?? 1);
}

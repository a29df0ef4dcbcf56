import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Assigns functions to parts of the service by file; the first match, from the innermost function outwards, counts. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['messages between processes', /internal\/child_process|node:v8|internal\/worker\/io/],
  ['exact numbers', /exact-numbers|quoted-numbers/],
  ['JSON', /parseJson|quoteJsonNumbers|JSON/],
  ['ccxt', /\/ccxt\/js\//],
  ['declared exchanges', /sources\/declarative\//],
  ['readings', /sources\/ccxt\//],
  ['lists on the disk', /market-snapshots|durable-file/],
  [
    'HTTP',
    /\/undici\/|sources\/live\/http|node:net|node:internal\/stream|node:_http|node:internal\/deps\/undici/,
  ],
  ['unzip', /zlib/],
  ['polling', /sources\/live\/collect\//],
  ['understanding', /sources\/live\/|merged-feeds/],
  ['index engine', /\/engine\/|index-computer/],
  ['reference data', /\/reference\/|version-keeper|reference/],
  ['recorded inputs', /history\/inputs|input-recorder/],
  ['pages and streams', /\/latest\/|tick-loop|pipeline/],
];

/** CPU time by part, in milliseconds, of the process or thread whose profile matches the module pattern best. */
export function partsOf(folder: string, module: RegExp): ReadonlyMap<string, number> {
  const profiles = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile,
  );
  const profile = profiles.find(({ nodes }) => nodes.some(({ callFrame }) => module.test(callFrame.url)));
  if (!profile) throw new Error(`no profile of ${String(module)} was written`);
  return timesOf(profile);
}

function timesOf({ nodes, samples, timeDeltas }: CpuProfile): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const partById = new Map<number, string>();
  const visit = (node: ProfileNode, outer: string) => {
    const part = partOf(node) ?? outer;
    partById.set(node.id, part);
    for (const child of node.children ?? []) visit(byId.get(child)!, part);
  };
  visit(nodes[0]!, 'other');
  const times = new Map<string, number>();
  samples.forEach((id, i) => {
    const part = partById.get(id) ?? 'other';
    if (part !== 'idle') times.set(part, (times.get(part) ?? 0) + (timeDeltas[i] ?? 0) / 1000);
  });
  return new Map([...times].toSorted((a, b) => b[1] - a[1]));
}

function partOf({ callFrame: { functionName, url } }: ProfileNode): string | undefined {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage collection';
  return PARTS.find(([, pattern]) => pattern.test(url) || pattern.test(functionName))?.[0];
}

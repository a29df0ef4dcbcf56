import type { RateTopology } from './rate-topology.ts';

/** Which assets have a path to USD through the markets that take part: 1 if they have one, otherwise 0. */
export function reachableAssets(topology: RateTopology, takesPart: Uint8Array): Uint8Array {
  const { assets, markets, base, quote, usd } = topology;
  const reached = new Uint8Array(assets);
  if (usd < 0) return reached;
  const parent = Int32Array.from({ length: assets }, (_, asset) => asset);
  for (let m = 0; m < markets; m++) {
    if (takesPart[m] === 1) parent[rootOf(parent, base[m]!)] = rootOf(parent, quote[m]!);
  }
  const root = rootOf(parent, usd);
  for (let asset = 0; asset < assets; asset++) reached[asset] = rootOf(parent, asset) === root ? 1 : 0;
  return reached;
}

function rootOf(parent: Int32Array, asset: number): number {
  let root = asset;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]!]!;
    root = parent[root]!;
  }
  return root;
}

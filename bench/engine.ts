// CPU time of one full tick on one thread, compared with the bare minimum: a plain VWAP of every market. Full world, 45,000
// tickers, and 60, 100 and 200 quote assets. The record of a tick is measured with the trees of format 3, and with the flat hash
// of values of format 2. `--ticks N` measures more of them, `--world full` the full world alone, `--growth` 1, 2, 4 and 8 times
// the tickers instead, `--json` prints JSON.
import { parseArgs } from 'node:util';
import type { ReferenceData } from '../src/core/reference-data.ts';
import { DAY_MS, SLOT_MS } from '../src/core/time.ts';
import { buildReference, type EngineReference } from '../src/engine/engine-reference.ts';
import { emptyState, type EngineState } from '../src/engine/engine-state.ts';
import { outputOf, runTick } from '../src/engine/engine.ts';
import { chooseConstituents } from '../src/engine/lx/lx-constituents.ts';
import { emptyTickers, type TickerColumns } from '../src/engine/market/market-tickers.ts';
import { recordTick } from '../src/engine/record/tick-record.ts';
import type { TickInput } from '../src/engine/tick-input.ts';
import { sha256 } from '../src/app/process/sha256.ts';
import { METHODOLOGIES } from '../src/engine/methodology.ts';
import { buildWorld } from '../src/simulator/world.ts';
import { Random } from './support/integrity/random.ts';
import { READABLE_IDS } from './support/readable-ids.ts';

const { values: options } = parseArgs({
  options: {
    ticks: { type: 'string', default: '60' },
    world: { type: 'string' },
    growth: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const TICKS = Number(options.ticks);
const WARM_UP = 15;
/** The measured version of the methodology: the newest. */
const METHODOLOGY = METHODOLOGIES.at(-1)!;
const FIRST = METHODOLOGY.from + DAY_MS;
const LIMIT_MS = 150;

interface World {
  readonly name: string;
  readonly reference: EngineReference;
  readonly usd: Float64Array;
}

function fullWorld(): World {
  const { reference: data, assets, exchangeWeights } = buildWorld('full');
  const definitions = chooseConstituents(data, (id) => exchangeWeights.get(id) ?? 0, 0, METHODOLOGY);
  const reference = buildReference(data, definitions);
  const usd = new Map(assets.map(({ asset, priceUsd }) => [asset.id, priceUsd]));
  return { name: 'full world', reference, usd: Float64Array.from(reference.assetIds, (id) => usd.get(id)!) };
}

/** Random markets with this many quote assets, listed at random on 210 exchanges. */
function syntheticWorld(name: string, listings: number, quotes: number): World {
  const random = new Random(listings + quotes);
  const [assetCount, marketCount, exchangeCount] = [1767, Math.round(listings / 4.9), 210];
  const slugs = ['us-dollar', 'bitcoin', 'ethereum', 'xrp', 'euro', 'pound-sterling'];
  const assets = Array.from({ length: assetCount }, (_, i) => slugs[i] ?? `asset-${i}`);
  const quoteSlugs = assets.slice(0, quotes);
  const pairs = new Map<string, readonly [string, string]>();
  const add = (base: string, quote: string) => base !== quote && pairs.set(`${base}/${quote}`, [base, quote]);
  for (const asset of assets) add(asset, 'us-dollar');
  for (const base of slugs.slice(1, 4)) for (const quote of slugs) add(base, quote);
  const pick = (list: readonly string[]) => list[Math.floor(list.length * random.next() ** 2)]!;
  while (pairs.size < marketCount) add(pick(assets), pick(quoteSlugs));
  const markets = [...pairs].map(([id, [baseAssetId, quoteAssetId]]) => ({ id, baseAssetId, quoteAssetId }));
  const listed = Array.from({ length: exchangeCount }, () => new Set<string>());
  for (const { id } of markets) listed[Math.floor(exchangeCount * random.next())]!.add(id);
  for (let n = markets.length; n < listings;) {
    const exchange = listed[Math.floor(exchangeCount * random.next() ** 2)]!;
    const before = exchange.size;
    exchange.add(markets[Math.floor(markets.length * random.next() ** 3)]!.id);
    n += exchange.size - before;
  }
  const data: ReferenceData = {
    assets: assets.map((slug) => ({
      id: slug,
      name: slug,
      symbol: slug,
      slugName: slug,
      status: 'ACTIVE',
      url: '',
      type: 'CRYPTO',
    })),
    markets,
    exchanges: listed.map((ids, i) => ({
      id: `exchange-${i}`,
      name: '',
      url: '',
      status: 'ACTIVE',
      ownSymbols: [],
      tier: i % 5 === 0 ? 'A' : 'B',
      listings: [...ids].map((marketId) => ({ marketId, status: 'ACTIVE' as const, qualified: true })),
    })),
    supplies: assets
      .slice(1)
      .map((assetId) => ({ assetId, totalSupply: '21000000.5', freeFloatSupply: '1234567.891' })),
  };
  const reference = buildReference(
    data,
    chooseConstituents(data, () => 1, 0, METHODOLOGY, READABLE_IDS),
    READABLE_IDS.USD,
  );
  const usd = Float64Array.from(reference.assetIds, (id) =>
    id === 'us-dollar' ? 1 : Math.exp(random.between(-9, 9)),
  );
  return { name, reference, usd };
}

function tickersOf({ reference, usd }: World, random: Random, at: number): TickerColumns {
  const { base, quote, listingMarket } = reference;
  const tickers = emptyTickers(listingMarket.length);
  for (let i = 0; i < listingMarket.length; i++) {
    const m = listingMarket[i]!;
    const price = (usd[base[m]!]! / usd[quote[m]!]!) * (1 + 0.001 * random.normal());
    tickers.last[i] = random.chance(0.01) ? price * 100 : price;
    tickers.bid[i] = price * 0.9996;
    tickers.ask[i] = price * 1.0004;
    tickers.volume[i] = (1e6 * random.next()) / usd[base[m]!]!;
    tickers.lastMoved[i] = at - 3000;
    tickers.k[i] = Math.floor(80 * random.next() ** 8);
  }
  return tickers;
}

function plainVwap({ reference }: World, { last, volume }: TickerColumns): Float64Array {
  return Float64Array.from(reference.marketIds, (_, m) => {
    let sum = 0;
    let weight = 0;
    for (let i = reference.firstListing[m]!; i < reference.firstListing[m + 1]!; i++) {
      sum += last[i]! * volume[i]!;
      weight += volume[i]!;
    }
    return sum / weight;
  });
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

function computedTick(reference: EngineReference, input: TickInput) {
  const run = runTick(reference, input, METHODOLOGY);
  return { input, run, output: outputOf(reference, input, run, METHODOLOGY) };
}

function measure(world: World) {
  const random = new Random(7);
  let state: EngineState = emptyState(world.reference);
  const [tick, vwap, trees, flat]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let n = 0; n < WARM_UP + TICKS; n++) {
    const at = FIRST + n * SLOT_MS;
    const tickers = tickersOf(world, random, at);
    const input: TickInput = { at, tickers, trades: [], state };
    let computed: ReturnType<typeof computedTick> | undefined;
    const ms = cpuMs(() => {
      computed = computedTick(world.reference, input);
      ({ state } = computed.output);
    });
    const record = (version: string) => {
      const versioned = { ...computed!, output: { ...computed!.output, methodology: version } };
      const links = { previous: '', dayRoot: '0'.repeat(64) };
      return cpuMs(() => void recordTick({ hash: '', reference: world.reference }, versioned, links, sha256));
    };
    const [withTrees, withHash] = [record(METHODOLOGY.version), record('2')];
    const plain = cpuMs(() => void plainVwap(world, tickers));
    if (n >= WARM_UP) {
      tick.push(ms);
      vwap.push(plain);
      trees.push(withTrees);
      flat.push(withHash);
    }
  }
  const { reference } = world;
  return {
    world: world.name,
    tickers: reference.listingMarket.length,
    markets: reference.marketIds.length,
    quotes: reference.topology.quoteAssets.length + 1,
    medianMs: Number(quantile(tick, 0.5).toFixed(1)),
    p99Ms: Number(quantile(tick, 0.99).toFixed(1)),
    recordMs: Number(quantile(trees, 0.5).toFixed(1)),
    recordOfFormat2Ms: Number(quantile(flat, 0.5).toFixed(1)),
    plainVwapMs: Number(quantile(vwap, 0.5).toFixed(2)),
    timesVwap: Number((quantile(tick, 0.5) / quantile(vwap, 0.5)).toFixed(0)),
  };
}

const ofTickers = (listings: number) => () => syntheticWorld(`${listings} tickers`, listings, 94);
const ofQuotes = (quotes: number) => () => syntheticWorld(`${quotes} quote assets`, 30_500, quotes);

function chosenWorlds(): readonly (() => World)[] {
  if (options.growth) return [1, 2, 4, 8].map((times) => ofTickers(15_000 * times));
  if (options.world === 'full') return [fullWorld];
  return [fullWorld, ...[15_000, 30_000, 45_000].map(ofTickers), ...[60, 100, 200].map(ofQuotes)];
}

const results = chosenWorlds().map((build) => measure(build()));
if (options.json) console.log(JSON.stringify({ limitMs: LIMIT_MS, results }, undefined, 2));
else {
  console.log(
    `CPU of one tick of version ${METHODOLOGY.version}, ms, median of ${TICKS}; wanted: under ${LIMIT_MS} for the full world`,
  );
  console.table(results);
}
process.exitCode = options.growth || results[0]!.medianMs < LIMIT_MS ? 0 : 1;

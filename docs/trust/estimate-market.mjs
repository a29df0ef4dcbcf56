// One market by the engine's own function, under version 3 of the methodology: an honest tick, then one at which an
// exchange turns hostile. Run it in a clone, and change what the exchanges say:
//
//   npm run build && node docs/trust/estimate-market.mjs
import { flagsIn } from '../../dist/src/core/index-value.js';
import { estimateMarket } from '../../dist/src/engine/market/estimate-market.js';
import { methodologyNamed } from '../../dist/src/engine/methodology.js';

const SLOT_MS = 30_000;
const methodology = methodologyNamed('3');

const honest = [
  { exchangeId: 'a', last: 100, bid: 99.9, ask: 100.1, volume: 5, k: 0, trust: 1 },
  { exchangeId: 'b', last: 100.3, volume: 3, k: 2, trust: 0.1, age: 5_000 },
  { exchangeId: 'c', last: 100.2, volume: 1, k: 0, trust: 1 },
];
// It asks 4 % more, and reports 1,000 times its volume.
const hostile = honest.map((one) =>
  one.exchangeId === 'c' ? { ...one, last: one.last * 1.04, volume: one.volume * 1000 } : one,
);

let at = methodology.from;
let memory;
for (const observations of [honest, hostile]) {
  // What the other markets imply; leave it out where they imply nothing.
  const estimate = estimateMarket(observations, { at, memory, crossRate: 100.1 }, methodology);
  const { price, volume, flags, quorums, oneExchangeReach, outcomes } = estimate;
  const shown = {
    price,
    volume,
    flags: flagsIn(flags),
    // How far one of them could move it.
    oneExchangeBps: (oneExchangeReach * 10_000).toFixed(2),
    quorums,
    outcomes: Object.fromEntries(outcomes),
  };
  process.stdout.write(`${JSON.stringify(shown, undefined, 1)}\n`);
  ({ memory } = estimate);
  at += SLOT_MS;
}

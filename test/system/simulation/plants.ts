import { SLOT_MS } from '../../../src/core/time.ts';
import { REAL_DISK, type JournalDisk } from '../../../src/history/embedded/journal/journal-disk.ts';
import type { HistoryStore } from '../../../src/history/history-store.ts';
import type { ReplayPages, MissedRange } from '../../../src/api/stream/replay/replay-pages.ts';
import { handOverWithoutRecomputing, LEASE_MS } from './cluster/compute-node.ts';
import type { ClusterPlants } from './cluster/cluster-world.ts';
import { UnfencedHistory } from './cluster/shared-history.ts';
import { chainAfter, NO_CHAIN } from './store/attempted-tick.ts';
import type { StorePlants } from './store/store-world.ts';

/** A wrong implementation in place of a right one. The simulation has to find each within a few seeds. */
export interface Plant {
  readonly store?: StorePlants;
  /** A new one for each seed. */
  readonly cluster?: () => ClusterPlants;
}

/** Says that all is durable before it is. */
const HASTY_DISK: JournalDisk = {
  ...REAL_DISK,
  create: async (path) => ({ ...(await REAL_DISK.create(path)), sync: () => Promise.resolve() }),
};

/** Reports a tick as stored although a newer writer has taken over. */
function unfenced(history: HistoryStore): HistoryStore {
  const append: HistoryStore['append'] = async (slice, state) => {
    const outcome = await history.append(slice, state);
    return outcome === 'fenced' ? 'stored' : outcome;
  };
  return new Proxy(history, {
    get: (target, name) => {
      if (name === 'append') return append;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
    },
  });
}

/** Leaves out the first tick after the cursor. */
function skippingPages(pages: ReplayPages): ReplayPages {
  const read = pages.read.bind(pages);
  pages.read = (range: MissedRange) => read({ ...range, after: Math.min(range.after + SLOT_MS, range.upTo) });
  return pages;
}

/** By name. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  fence: { store: { history: unfenced }, cluster: () => ({ history: new UnfencedHistory() }) },
  'order of fsyncs': { store: { journalDisk: HASTY_DISK } },
  'resume cursor': { store: { pages: skippingPages } },
  'chain link': {
    store: { chainAfterStart: (last) => (last ? { ...chainAfter(last), hash: NO_CHAIN.hash } : NO_CHAIN) },
  },
  'lease expiry': { cluster: () => ({ reliesMs: 3 * LEASE_MS }) },
  'state hand-over': { cluster: () => ({ handOver: handOverWithoutRecomputing }) },
};

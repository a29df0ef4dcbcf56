import { MemoryHistoryStore } from '../../src/history/memory/memory-history-store.ts';
import { describeHistoryStore, WINDOW_MS } from './history-store-contract.ts';

describeHistoryStore('the history store in memory', () => Promise.resolve(new MemoryHistoryStore(WINDOW_MS)));

import { MemoryHistoryBackend } from '../../support/memory-history/memory-history-backend.ts';
import { MemoryHistoryStore } from '../../support/memory-history/memory-history-store.ts';
import { describeHistoryBackend } from './history-backend-contract.ts';
import { describeHistoryStore } from './history-store-contract.ts';
import { WINDOW_MS } from '../../support/history-values.ts';

describeHistoryStore('the history store in memory', () => Promise.resolve(new MemoryHistoryStore(WINDOW_MS)));

describeHistoryBackend('a history in memory', {
  backend: () => new MemoryHistoryBackend(),
  stateEveryTicks: 1,
});

describeHistoryBackend('a history in memory that wants a state now and then', {
  backend: () => new MemoryHistoryBackend({ stateEveryTicks: 10 }),
  stateEveryTicks: 10,
});

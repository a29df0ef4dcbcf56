import { runSeedProcess } from './run-seed.ts';

// The process that reads and combines daily candles. Its first message contains its input.
await runSeedProcess();

import { runSeedProcess } from './run-seed.ts';

// The process in which daily candles are asked for and combined. What it needs is in its first message.
await runSeedProcess();

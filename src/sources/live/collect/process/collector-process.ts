import { Agent } from 'undici';
import { runCollectorProcess } from './run-collector.ts';

// The process that reads live exchanges. Its first message contains its input.
await runCollectorProcess(({ connections }) => new Agent({ connections, allowH2: false }));

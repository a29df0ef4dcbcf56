import { Agent } from 'undici';
import { runCollectorProcess } from './run-collector.ts';

// The process in which live exchanges are read. What it needs is in its first message.
await runCollectorProcess(({ connections }) => new Agent({ connections, allowH2: false }));

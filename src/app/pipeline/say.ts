import { parentPort } from 'node:worker_threads';
import type { FromPipeline } from './pipeline-messages.ts';

/** From the pipeline's thread to the serving one. The buffers are moved there. */
export function say(message: FromPipeline, buffers: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, buffers);
}

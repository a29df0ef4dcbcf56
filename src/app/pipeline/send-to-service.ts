import { parentPort } from 'node:worker_threads';
import type { FromPipeline } from './pipeline-messages.ts';

/** Sends a message from the pipeline's thread to the serving thread. The buffers are transferred. */
export function sendToService(message: FromPipeline, buffers: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, buffers);
}

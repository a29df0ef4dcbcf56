import type { InputFrame } from '../../history/input-store.ts';
import type { DerivativeRefresh } from '../../latest/derivatives/derivative-refresh.ts';
import { buffersOf } from './pipeline-messages.ts';
import { sendToService } from './send-to-service.ts';
import type { PreparedTick } from './tick-loop.ts';

export class PendingPublications {
  readonly #waiting = new Map<number, (stored: boolean) => void>();
  readonly #derivatives = new Map<number, () => void>();

  publish(tick: PreparedTick, inputs: InputFrame | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.set(tick.at, resolve);
      sendToService({ kind: 'tick', tick, ...(inputs && { inputs }) }, buffersOf(tick));
    });
  }

  publishDerivatives(refresh: DerivativeRefresh): Promise<void> {
    const { at, bytes, starts, expirations } = refresh;
    return new Promise((resolve) => {
      this.#derivatives.set(at, resolve);
      sendToService({ kind: 'derivatives', refresh }, [bytes.buffer, starts.buffer, expirations.buffer]);
    });
  }

  acknowledgeDerivatives(at: number): void {
    this.#derivatives.get(at)?.();
    this.#derivatives.delete(at);
  }

  acknowledge(at: number, stored: boolean): void {
    this.#waiting.get(at)?.(stored);
    this.#waiting.delete(at);
  }
}

import { onTestFinished, vi } from 'vitest';
import { LiveStore } from '../../../web/src/data/live-store.ts';
import { FakeStream } from '../sdk/fake-stream.ts';

/** Animation frames that come when the test says so. */
export class ManualFrames {
  #waiting: (() => void)[] = [];

  constructor() {
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => this.#waiting.push(run));
    vi.stubGlobal('cancelAnimationFrame', () => (this.#waiting = []));
    onTestFinished(() => void vi.unstubAllGlobals());
  }

  run(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) each();
  }
}

/** Timers that fire when the test says so. */
export function manualTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** A live store on a service that the test plays. */
export function liveWorld({ isPolled = false } = {}) {
  manualTimers();
  const frames = new ManualFrames();
  const fake = new FakeStream();
  const refusals: unknown[] = [];
  const tidemark = fake.client();
  const live = new LiveStore({
    tidemark,
    clock: fake.service.clock,
    onRefused: (error) => refusals.push(error),
    isPolled,
  });
  onTestFinished(() => live.close());
  return { fake, frames, live, refusals, tidemark };
}

import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { monotonicMs, ScaledClock, SystemClock } from '../../../../src/core/clocks/clock.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

/** Lets all ready work continue. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Whether a promise has settled. */
function watch(promise: Promise<void>): { state: 'waiting' | 'resolved' | 'rejected'; reason?: unknown } {
  const watched: ReturnType<typeof watch> = { state: 'waiting' };
  promise.then(
    () => (watched.state = 'resolved'),
    (reason: unknown) => Object.assign(watched, { state: 'rejected', reason }),
  );
  return watched;
}

const START = Date.UTC(2026, 0, 31);

/** Starts now. */
function scaled(beneath: ManualClock, speed: number): ScaledClock {
  return new ScaledClock(beneath, { startAt: START, since: beneath.monotonic(), speed });
}

describe('ScaledClock', () => {
  test('starts at a given time and runs a given number of times as fast as the underlying clock', () => {
    const beneath = new ManualClock(1000);
    const clock = scaled(beneath, 60);
    expect(clock.now()).toBe(START);
    beneath.advance(1000);
    expect(clock.now()).toBe(START + 60_000);
  });

  test('started in another place, it shows the same time', () => {
    const beneath = new ManualClock(1000);
    const since = beneath.monotonic();
    const first = new ScaledClock(beneath, { startAt: START, since, speed: 7 });
    beneath.advance(12_345);
    const second = new ScaledClock(beneath, { startAt: START, since, speed: 7 });
    expect(second.now()).toBe(first.now());
    expect(second.now()).toBe(START + 7 * 12_345);
  });

  test('at speed 1 it keeps its offset from the underlying clock', () => {
    const beneath = new ManualClock(5000);
    const clock = scaled(beneath, 1);
    beneath.advance(12_345);
    expect(clock.now()).toBe(START + 12_345);
  });

  test('shows whole milliseconds at any speed and never goes back', () => {
    const speed = fc.double({ min: 0.01, max: 10_000, noNaN: true });
    fc.assert(
      fc.property(speed, fc.array(fc.nat(100_000), { maxLength: 20 }), (rate, steps) => {
        const beneath = new ManualClock(0);
        const clock = scaled(beneath, rate);
        let last = clock.now();
        for (const step of steps) {
          beneath.advance(step);
          expect(Number.isInteger(clock.now())).toBe(true);
          expect(clock.now()).toBeGreaterThanOrEqual(last);
          last = clock.now();
        }
      }),
    );
  });

  test('waiting ends exactly when its instant is reached', async () => {
    const beneath = new ManualClock(0);
    const clock = scaled(beneath, 10);
    const waiting = watch(clock.waitUntil(START + 30_000));
    beneath.advance(2999);
    await settled();
    expect(waiting.state).toBe('waiting');
    beneath.advance(1);
    await settled();
    expect(waiting.state).toBe('resolved');
    expect(clock.now()).toBe(START + 30_000);
  });

  test('waiting for a past instant ends at once', async () => {
    const clock = scaled(new ManualClock(0), 1);
    await clock.waitUntil(START);
    await clock.waitUntil(START - 1);
  });

  test('a caller that waited finds the instant reached, at any speed', async () => {
    const speed = fc.double({ min: 0.01, max: 10_000, noNaN: true });
    await fc.assert(
      fc.asyncProperty(speed, fc.integer({ min: 1, max: 1_000_000 }), async (rate, distance) => {
        const beneath = new ManualClock(7);
        const clock = scaled(beneath, rate);
        const waiting = watch(clock.waitUntil(START + distance));
        beneath.advance(Math.ceil(distance / rate) + 1);
        await settled();
        expect(waiting.state).toBe('resolved');
        expect(clock.now()).toBeGreaterThanOrEqual(START + distance);
      }),
      { numRuns: 50 },
    );
  });

  test('stops at a slot and continues from there without a jump', () => {
    const beneath = new ManualClock(0);
    const clock = scaled(beneath, 100);
    clock.hold(START + 30_000);
    beneath.advance(100_000);
    expect(clock.now()).toBe(START + 30_000);
    clock.hold(START + 60_000);
    expect(clock.now()).toBe(START + 30_000);
    beneath.advance(100);
    expect(clock.now()).toBe(START + 40_000);
    beneath.advance(100_000);
    expect(clock.now()).toBe(START + 60_000);
  });

  test('setting the underlying clock does not move it', async () => {
    const beneath = new ManualClock(0);
    const clock = scaled(beneath, 10);
    const waiting = watch(clock.waitUntil(START + 30_000));
    for (const step of [-3_600_000, 86_400_000]) {
      beneath.step(step);
      await settled();
      expect(clock.now()).toBe(START);
    }
    expect(waiting.state).toBe('waiting');
    beneath.advance(3000);
    await settled();
    expect(waiting.state).toBe('resolved');
  });

  test('durations are measured and waited for in its own time', async () => {
    const beneath = new ManualClock(0);
    const clock = scaled(beneath, 10);
    const before = clock.monotonic();
    const waiting = watch(clock.wait(30_000));
    beneath.advance(2999);
    await settled();
    expect(waiting.state).toBe('waiting');
    beneath.advance(1);
    await settled();
    expect(waiting.state).toBe('resolved');
    expect(clock.monotonic() - before).toBe(30_000);
  });

  test('a hold that is moved in time has no effect', () => {
    const beneath = new ManualClock(0);
    const clock = scaled(beneath, 10);
    clock.hold(START + 30_000);
    beneath.advance(2000);
    clock.hold(START + 60_000);
    beneath.advance(2000);
    expect(clock.now()).toBe(START + 40_000);
  });

  test('a caller that waits beyond the hold continues only after it is moved', async () => {
    const beneath = new ManualClock(0);
    const clock = scaled(beneath, 100);
    clock.hold(START + 30_000);
    const within = watch(clock.waitUntil(START + 30_000));
    const beyond = watch(clock.waitUntil(START + 45_000));
    beneath.advance(10_000);
    await settled();
    expect([within.state, beyond.state]).toEqual(['resolved', 'waiting']);
    clock.hold(START + 60_000);
    await settled();
    expect(beyond.state).toBe('waiting');
    beneath.advance(150);
    await settled();
    expect(beyond.state).toBe('resolved');
    expect(clock.now()).toBe(START + 45_000);
  });

  test('a hold that comes while a caller waits keeps it waiting', async () => {
    const beneath = new ManualClock(0);
    const clock = scaled(beneath, 100);
    const waiting = watch(clock.waitUntil(START + 30_000));
    clock.hold(START + 15_000);
    beneath.advance(1000);
    await settled();
    expect(waiting.state).toBe('waiting');
    clock.hold(START + 30_000);
    beneath.advance(150);
    await settled();
    expect(waiting.state).toBe('resolved');
  });

  test('a wait ends with the reason of the signal, while running and while held', async () => {
    const clock = scaled(new ManualClock(0), 1);
    const abort = new AbortController();
    const running = watch(clock.waitUntil(START + 1000, abort.signal));
    clock.hold(START + 2000);
    const held = watch(clock.waitUntil(START + 3000, abort.signal));
    await settled();
    abort.abort(new Error('stopping'));
    await settled();
    expect(running).toMatchObject({ state: 'rejected', reason: { message: 'stopping' } });
    expect(held).toMatchObject({ state: 'rejected', reason: { message: 'stopping' } });
  });

  test('a signal that was aborted before ends every wait at once', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    const clock = scaled(new ManualClock(0), 1);
    const passed = watch(clock.waitUntil(START, signal));
    const running = watch(clock.waitUntil(START + 1000, signal));
    clock.hold(START + 2000);
    const held = watch(clock.waitUntil(START + 3000, signal));
    await settled();
    expect([passed.state, running.state, held.state]).toEqual(['rejected', 'rejected', 'rejected']);
  });

  test('a held wait leaves no listeners on its signal', async () => {
    const beneath = new ManualClock(0);
    const clock = scaled(beneath, 1);
    const { signal } = new AbortController();
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    clock.hold(START + 10);
    const waiting = watch(clock.waitUntil(START + 20, signal));
    beneath.advance(20);
    await settled();
    const whileHeld = added.mock.calls.length;
    clock.hold(START + 10);
    await settled();
    clock.hold(START + 10);
    await settled();
    expect(waiting.state).toBe('waiting');
    expect(added.mock.calls.length - removed.mock.calls.length).toBe(whileHeld);
  });
});

describe('SystemClock', () => {
  afterEach(() => void vi.useRealTimers());

  test('shows the time of the machine', () => {
    vi.useFakeTimers({ now: 1_234_567 });
    expect(new SystemClock().now()).toBe(1_234_567);
  });

  test('waits until the machine has reached the instant', async () => {
    vi.useFakeTimers({ now: 0 });
    const waiting = watch(new SystemClock().waitUntil(5000));
    await vi.advanceTimersByTimeAsync(4999);
    expect(waiting.state).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(waiting.state).toBe('resolved');
  });

  test('the correction of a clock that was set back is noticed within a second', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const waiting = watch(new SystemClock().waitUntil(1_005_000));
    vi.setSystemTime(700_000);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(waiting.state).toBe('waiting');
    vi.setSystemTime(1_035_000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(waiting.state).toBe('resolved');
  });

  test('a clock that was set back permanently is waited for', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const waiting = watch(new SystemClock().waitUntil(1_005_000));
    vi.setSystemTime(700_000);
    await vi.advanceTimersByTimeAsync(304_999);
    expect(waiting.state).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(waiting.state).toBe('resolved');
  });

  test('a wait takes its duration, whatever the clock is set to', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const waiting = watch(new SystemClock().wait(5000));
    vi.setSystemTime(700_000);
    await vi.advanceTimersByTimeAsync(4999);
    expect(waiting.state).toBe('waiting');
    vi.setSystemTime(90_000_000);
    await vi.advanceTimersByTimeAsync(1);
    expect(waiting.state).toBe('resolved');
  });

  test('a wait for a duration ends with the reason of the signal and leaves no timer', async () => {
    vi.useFakeTimers({ now: 0 });
    const abort = new AbortController();
    const waiting = watch(new SystemClock().wait(5000, abort.signal));
    abort.abort(new Error('stopping'));
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting).toMatchObject({ state: 'rejected', reason: { message: 'stopping' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('waits for hours without waking too early', async () => {
    vi.useFakeTimers({ now: 0 });
    const long = 6 * 3_600_000;
    const waiting = watch(new SystemClock().waitUntil(long));
    await vi.advanceTimersByTimeAsync(long - 1);
    expect(waiting.state).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(waiting.state).toBe('resolved');
  });

  test('an aborted wait rejects and leaves no timer behind', async () => {
    vi.useFakeTimers({ now: 0 });
    const abort = new AbortController();
    const waiting = watch(new SystemClock().waitUntil(5000, abort.signal));
    abort.abort(new Error('stopping'));
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting).toMatchObject({ state: 'rejected', reason: { message: 'stopping' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a past instant needs no waiting, but an aborted signal still counts', async () => {
    const clock = new SystemClock();
    await clock.waitUntil(0);
    await expect(clock.waitUntil(0, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});

test('monotonic time continues whatever happens to the wall clock', () => {
  const before = monotonicMs();
  vi.setSystemTime(0);
  expect(monotonicMs()).toBeGreaterThanOrEqual(before);
  vi.useRealTimers();
});

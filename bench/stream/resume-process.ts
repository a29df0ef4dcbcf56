// Clients of the resume storm, in a process of their own: those who resume, or the bystanders.
import type { FromReaders, SeenTick, ToReaders } from './resume-messages.ts';
import { readTicks } from './tick-reader.ts';

const EVENT = 'SUBSCRIBE_INDEX_TICKER';
const READY = 'ready';

const say = (message: FromReaders) => process.send?.(message);
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToReaders) => {
  if (message.kind === 'resume') resume(message);
  else if (message.kind === 'watch') watch(message);
  else say({ kind: 'seen', ticks: [...seen.values()] });
});

/** Everybody at the same moment; says what came of it when the last is done or gone. */
function resume({ port, token, since, until, clients }: Extract<ToReaders, { kind: 'resume' }>): void {
  const startedAt = performance.now();
  let left = clients.length;
  let [ticks, disordered, cut] = [0, 0, 0];
  /** Of each resume. */
  const missed: number[] = [];
  const done = () => {
    if (--left > 0) return;
    const ms = performance.now() - startedAt;
    const ticksEach = Math.max(...missed);
    const complete = missed.filter((count) => count === ticksEach).length;
    say({ kind: 'resumed', ms, complete, ticksEach, ticks, disordered, cut });
  };
  for (const indexIds of clients) {
    const newest = new Map<number, number>();
    const counts = new Map<number, number>();
    let isDone = false;
    readTicks({
      port,
      token,
      messages: [
        ...indexIds.map((indexId) => ({ event: EVENT, indexId, since })),
        { event: 'PING', requestId: READY },
      ],
      tick: (at, index) => {
        if (isDone) return;
        ticks++;
        if (at <= (newest.get(index) ?? 0)) disordered++;
        newest.set(index, at);
        if (at <= until) counts.set(index, (counts.get(index) ?? 0) + 1);
      },
      other: (text) => {
        if (isDone || !text.includes(`"requestId":"${READY}"`)) return;
        isDone = true;
        missed.push(...counts.values());
        done();
      },
      ended: () => {
        if (isDone) return;
        isDone = true;
        cut++;
        done();
      },
    });
  }
}

/** By the instant of the tick. */
const seen = new Map<number, SeenTick>();

/** Whole types; keeps when each tick's last message came, and how many there were. */
function watch({ port, token, clients }: Extract<ToReaders, { kind: 'watch' }>): void {
  let ready = 0;
  for (let i = 0; i < clients; i++) {
    readTicks({
      port,
      token,
      messages: [
        { event: EVENT, indexType: 'GWA' },
        { event: EVENT, indexType: 'MWA' },
        { event: 'PING', requestId: READY },
      ],
      tick: (at) => {
        const tick = seen.get(at) ?? { at, lastMs: 0, messages: 0 };
        seen.set(at, tick);
        tick.lastMs = Date.now() - at;
        tick.messages++;
      },
      other: (text) => {
        if (text.includes(`"requestId":"${READY}"`) && ++ready === clients) say({ kind: 'watching' });
      },
      ended: (code) => {
        throw new Error(`a bystander was cut with ${code}`);
      },
    });
  }
}

import type { Clock } from '../../core/clocks/clock.ts';
import { MINUTE_MS, SECOND_MS, type Millis } from '../../core/time.ts';
import { appearance } from '../client/appearance.ts';
import type { TargetService } from '../client/with-service.ts';
import { OutageLog } from './outage.ts';
import { valueOfTick, valueOfTicker, WatchBoard } from './watch-board.ts';
import { watchLines, type Widest } from './watch-lines.ts';
import { readSources, type WatchSource } from './watch-sources.ts';

const PAST_MS = 15 * MINUTE_MS;
const USUAL_LINES = 24;

/** Redraws the table with each value until the signal aborts or enough records have arrived. */
export async function showLive(
  { tidemark, signal }: TargetService,
  sources: readonly WatchSource[],
  clock: Clock,
  count: number,
): Promise<void> {
  const board = new WatchBoard();
  for (const { key, ...series } of sources) board.add(key, series);
  const newest = await newestOf(tidemark, sources, signal);
  const stream = tidemark.stream();
  const screen = new LiveScreen((text) => void process.stdout.write(text));
  const widest: Widest = new Map();
  const outages = new OutageLog();
  let lagMs: Millis | undefined;
  const draw = () => {
    const view = {
      rows: board.rows(),
      state: stream.state,
      outage: outages.current,
      lagMs,
      now: clock.now(),
    };
    screen.draw(watchLines(view, { ...appearance(), lines: process.stdout.rows || USUAL_LINES, widest }));
  };
  let [isDone, isDue] = [false, false];
  // Ticks of many indices arrive together and are drawn once.
  const drawSoon = () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      if (!signal.aborted && !isDone) draw();
    });
  };
  const release = holdTerminal(screen, drawSoon);
  stream.on('state', (state) => {
    outages.update(state);
    drawSoon();
  });
  try {
    draw();
    const since = newest && new Date(Date.parse(newest) - PAST_MS).toISOString();
    await readSources(stream, sources, { since, countFrom: newest, count, signal }, (record) => {
      board.take(
        record.source.key,
        'tick' in record ? valueOfTick(record.tick) : valueOfTicker(record.ticker),
      );
      // Replayed ticks say nothing about the lag.
      if ('tick' in record && record.tick.timestamp > (newest ?? '')) ({ lagMs } = stream.state);
      drawSoon();
    });
    draw();
  } finally {
    isDone = true;
    release();
  }
}

/** The newest timestamp: a simulated or replayed market may have another time than this machine. */
async function newestOf(
  tidemark: TargetService['tidemark'],
  sources: readonly WatchSource[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const ids = new Set(sources.map(({ indexId }) => indexId));
  const values = await Promise.all(
    [...ids].map((indexId) => tidemark.read('listIndexTickers', { indexId }, { signal })),
  );
  return values
    .flatMap(({ content }) => content.map(({ timestamp }) => timestamp))
    .toSorted()
    .at(-1);
}

/**
 * Redraws each second, when the window changes and after a pause (Ctrl-Z). Returns a function that restores
 * the terminal.
 */
function holdTerminal(screen: LiveScreen, draw: () => void): () => void {
  const timer = setInterval(draw, SECOND_MS);
  const pause = () => {
    screen.leave();
    process.kill(process.pid, 'SIGSTOP');
  };
  process.stdout.on('resize', draw);
  process.on('SIGTSTP', pause);
  process.on('SIGCONT', draw);
  return () => {
    clearInterval(timer);
    process.stdout.off('resize', draw);
    process.off('SIGTSTP', pause);
    process.off('SIGCONT', draw);
    screen.end();
  };
}

const ESCAPE = '\u001b[';
const HIDE_CURSOR = `${ESCAPE}?25l`;
const SHOW_CURSOR = `${ESCAPE}?25h`;
/** The alternate screen: on return the terminal shows its earlier contents. */
const OTHER_SCREEN = `${ESCAPE}?1049h`;
const USUAL_SCREEN = `${ESCAPE}?1049l`;
const HOME = `${ESCAPE}H`;
const ERASE_LINE = `${ESCAPE}K`;
const ERASE_BELOW = `${ESCAPE}J`;

/**
 * Lines redrawn in place on the alternate screen: when a terminal becomes narrower, it rewraps lines of the
 * normal screen in different ways and leaves parts behind. At the end, the last table is printed on the
 * normal screen.
 */
export class LiveScreen {
  readonly #write: (text: string) => void;
  #drawn: readonly string[] = [];
  #isOpen = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  draw(lines: readonly string[]): void {
    const open = this.#isOpen ? '' : `${OTHER_SCREEN}${HIDE_CURSOR}`;
    this.#isOpen = true;
    // No line end after the last line: the screen would scroll.
    this.#write(`${open}${HOME}${lines.map((line) => `${line}${ERASE_LINE}`).join('\r\n')}${ERASE_BELOW}`);
    this.#drawn = lines;
  }

  /** Restores the normal screen and the cursor, and prints the last table. */
  end(): void {
    this.leave();
    const lines = this.#drawn.map((line) => `${line}\r\n`).join('');
    if (lines !== '') this.#write(lines);
    this.#drawn = [];
  }

  /** Restores the normal screen for a pause; the next redraw switches again. */
  leave(): void {
    if (this.#isOpen) this.#write(`${SHOW_CURSOR}${USUAL_SCREEN}`);
    this.#isOpen = false;
  }
}

import type { Clock } from '../../core/clocks/clock.ts';
import { MINUTE_MS, SECOND_MS, type Millis } from '../../core/time.ts';
import { appearance } from '../client/appearance.ts';
import type { AskedService } from '../client/with-service.ts';
import { OutageLog } from './outage.ts';
import { valueOfTick, valueOfTicker, WatchBoard } from './watch-board.ts';
import { watchLines, type Widest } from './watch-lines.ts';
import { hearSources, type WatchSource } from './watch-sources.ts';

const PAST_MS = 15 * MINUTE_MS;
const USUAL_LINES = 24;

/** Draws what is heard in its place until the signal aborts, or so many records have come. */
export async function showLive(
  { tidemark, signal }: AskedService,
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
  // Ticks of many indices come together: they are drawn once.
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
    outages.hear(state);
    drawSoon();
  });
  try {
    draw();
    const since = newest && new Date(Date.parse(newest) - PAST_MS).toISOString();
    await hearSources(stream, sources, { since, countFrom: newest, count, signal }, (heard) => {
      board.take(heard.source.key, 'tick' in heard ? valueOfTick(heard.tick) : valueOfTicker(heard.ticker));
      // What came out of the past was not late.
      if ('tick' in heard && heard.tick.timestamp > (newest ?? '')) ({ lagMs } = stream.state);
      drawSoon();
    });
    draw();
  } finally {
    isDone = true;
    release();
  }
}

/** The newest timestamp of all: a simulated or replayed market may have another time than this machine. */
async function newestOf(
  tidemark: AskedService['tidemark'],
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

/** Draws again each second, when the window changes and after a pause (Ctrl-Z). Returns what gives the terminal back. */
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
/** The screen that editors use: what stood before comes back with the usual one. */
const OTHER_SCREEN = `${ESCAPE}?1049h`;
const USUAL_SCREEN = `${ESCAPE}?1049l`;
const HOME = `${ESCAPE}H`;
const ERASE_LINE = `${ESCAPE}K`;
const ERASE_BELOW = `${ESCAPE}J`;

/**
 * Lines that are drawn again in their place, on a screen of their own: a terminal that is made narrower breaks lines of the usual
 * one in ways that differ, and leaves parts of them. What was drawn last stays on the usual screen when it ends.
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
    // Without a line end behind the last: the screen would roll.
    this.#write(`${open}${HOME}${lines.map((line) => `${line}${ERASE_LINE}`).join('\r\n')}${ERASE_BELOW}`);
    this.#drawn = lines;
  }

  /** Gives the usual screen and the cursor back, with what was drawn last above it. */
  end(): void {
    this.leave();
    const lines = this.#drawn.map((line) => `${line}\r\n`).join('');
    if (lines !== '') this.#write(lines);
    this.#drawn = [];
  }

  /** Gives the usual screen back as it was, for a pause; the next drawing takes the other one again. */
  leave(): void {
    if (this.#isOpen) this.#write(`${SHOW_CURSOR}${USUAL_SCREEN}`);
    this.#isOpen = false;
  }
}

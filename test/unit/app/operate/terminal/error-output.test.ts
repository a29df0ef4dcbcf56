import { describe, expect, test } from 'vitest';
import { ErrorOutput, type ErrorSink } from '../../../../../src/app/operate/terminal/error-output.ts';
import { createLog } from '../../../../../src/app/operate/terminal/log.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

/** A terminal as a person sees it: lines, and the position of the cursor in the last one. */
class Screen implements ErrorSink {
  readonly isTerminal: boolean = true;
  readonly writes: string[] = [];
  width = 60;
  #lines = [''];
  #column = 0;

  readonly columns = () => this.width;
  readonly pause = () => undefined;

  readonly write = (bytes: Uint8Array): number => {
    const text = new TextDecoder().decode(bytes);
    this.writes.push(text);
    for (const character of text) this.#type(character);
    return bytes.length;
  };

  /** The readable text, without trailing spaces. */
  get lines(): string[] {
    return this.#lines.map((line) => line.trimEnd());
  }

  #type(character: string): void {
    if (character === '\r') this.#column = 0;
    else if (character === '\n') {
      this.#lines.push('');
      this.#column = 0;
    } else {
      const line = this.#lines.at(-1)!.padEnd(this.#column);
      const changed = line.slice(0, this.#column) + character + line.slice(this.#column + 1);
      this.#lines[this.#lines.length - 1] = changed;
      this.#column++;
    }
  }
}

const pause = () => undefined;

class File extends Screen {
  override readonly isTerminal = false;
}

function failing(code: string): ErrorSink['write'] {
  return () => {
    throw Object.assign(new Error(code), { code });
  };
}

describe('progress and log lines on one terminal', () => {
  test('a log line appears above the progress, which is redrawn', () => {
    const screen = new Screen();
    const output = new ErrorOutput(screen);
    output.progress!('history ███░░░ 50 %');
    output.write('12:00:00 info serving, with a line longer than progress\n');
    output.write('12:00:01 warn a\n12:00:02 warn b\n');
    expect(screen.lines).toEqual([
      '12:00:00 info serving, with a line longer than progress',
      '12:00:01 warn a',
      '12:00:02 warn b',
      'history ███░░░ 50 %',
    ]);
  });

  test('shorter or no progress erases longer progress', () => {
    const screen = new Screen();
    const output = new ErrorOutput(screen);
    output.progress!('a long line of progress');
    output.progress!('short');
    expect(screen.lines).toEqual(['short']);
    output.progress!('');
    output.write('done\n');
    expect(screen.lines).toEqual(['done', '']);
  });

  test('progress is cut to the width of the terminal, also after it changes', () => {
    const screen = new Screen();
    const output = new ErrorOutput(screen);
    output.progress!('x'.repeat(200));
    expect(screen.lines).toEqual(['x'.repeat(59)]);
    screen.width = 80;
    output.progress!('y'.repeat(200));
    expect(screen.lines).toEqual(['y'.repeat(79)]);
  });

  test('output of another stream also appears above it', () => {
    const screen = new Screen();
    const output = new ErrorOutput(screen);
    output.progress!('50 %');
    output.writeBeside(() => screen.write(Buffer.from('tidemark ready\n')));
    expect(screen.lines).toEqual(['tidemark ready', '50 %']);
  });

  test('the same progress is not written twice', () => {
    const screen = new Screen();
    const output = new ErrorOutput(screen);
    output.progress!('50 %');
    output.progress!('50 %');
    expect(screen.writes).toHaveLength(1);
  });

  test('in a file there is no progress', () => {
    const output = new ErrorOutput(new File());
    expect(output.progress).toBeUndefined();
  });
});

describe('standard error that cannot be written', () => {
  const log = (sink: ErrorSink) =>
    createLog({ logLevel: 'info', logFormat: 'json' }, new ManualClock(0), new ErrorOutput(sink));

  test.each(['EIO', 'EPIPE', 'ENOSPC', 'EBADF'])('with %s throws nothing', (code) => {
    const output = new ErrorOutput({ ...new Screen(), write: failing(code) });
    expect(output.write('lost\n')).toBe(false);
    expect(() => output.progress!('50 %')).not.toThrow();
    expect(() => output.writeBeside(() => undefined)).not.toThrow();
  });

  test('loses lines, and the next written one is followed by their number', () => {
    const file = new File();
    const works = file.write;
    const sink = { isTerminal: false, columns: () => 80, pause, write: failing('ENOSPC') };
    const lines = log(sink);
    lines.info('a');
    lines.info('b');
    sink.write = works;
    lines.info('c');
    lines.info('d');
    const said = file.lines.filter((line) => line !== '').map((line) => JSON.parse(line) as object);
    expect(said).toMatchObject([
      { msg: 'c' },
      { msg: 'log lines could not be written and are lost', lines: 2, level: 40 },
      { msg: 'd' },
    ]);
  });

  test('output to a slow reader arrives complete', () => {
    const taken: number[] = [];
    const again = failing('EAGAIN');
    let turn = 0;
    const write = (bytes: Uint8Array): number => {
      if (turn++ % 2 === 0) return again(bytes);
      taken.push(bytes[0]!);
      return 1;
    };
    expect(new ErrorOutput({ isTerminal: false, columns: () => 80, pause, write }).write('abc\n')).toBe(true);
    expect(Buffer.from(taken).toString()).toBe('abc\n');
  });

  test('a reader that never reads is waited for once, not at every line', () => {
    let tries = 0;
    const again = failing('EAGAIN');
    const write = (bytes: Uint8Array): number => {
      tries++;
      return again(bytes);
    };
    const output = new ErrorOutput({ isTerminal: false, columns: () => 80, pause, write });
    expect(output.write('a\n')).toBe(false);
    const first = tries;
    expect(output.write('b\n')).toBe(false);
    expect([first > 1, tries - first]).toEqual([true, 1]);
  });
});

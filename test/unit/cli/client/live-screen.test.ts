import { expect, test } from 'vitest';
import { LiveScreen } from '../../../../src/cli/client/live-screen.ts';

function screenOf(columns: () => number) {
  let written = '';
  const screen = new LiveScreen({ columns, write: (text) => void (written += text) });
  return {
    screen,
    taken: () => {
      const text = written.replaceAll('\u001b[', '^');
      written = '';
      return text;
    },
  };
}

test('lines are drawn in the place of those before, with the cursor hidden until the end', () => {
  const { screen, taken } = screenOf(() => 80);
  screen.draw(['one', 'two']);
  expect(taken()).toBe('^?25lone^K\ntwo^K\n^J');
  screen.draw(['three']);
  expect(taken()).toBe('\r^2Athree^K\n^J');
  screen.end();
  screen.end();
  expect(taken()).toBe('^?25h');
});

test('a narrower terminal has broken lines: they are all taken away', () => {
  let columns = 80;
  const { screen, taken } = screenOf(() => columns);
  screen.draw(['x'.repeat(70), '', '\u001b[31mred\u001b[0m']);
  taken();
  columns = 30;
  screen.draw(['new']);
  expect(taken()).toBe('\r^5Anew^K\n^J');
});

test('after a pause it begins where the cursor is', () => {
  const { screen, taken } = screenOf(() => 80);
  screen.draw(['one']);
  taken();
  screen.leave();
  screen.draw(['two']);
  expect(taken()).toBe('^?25h^?25ltwo^K\n^J');
});

test('what was never drawn has no cursor to give back', () => {
  const { screen, taken } = screenOf(() => 80);
  screen.end();
  expect(taken()).toBe('');
});

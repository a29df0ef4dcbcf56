import { expect, test } from 'vitest';
import { LiveScreen } from '../../../../src/cli/watch/show-live.ts';

function screenOf() {
  let written = '';
  const screen = new LiveScreen((text) => void (written += text));
  return {
    screen,
    taken: () => {
      const text = written.replaceAll('\u001b[', '^');
      written = '';
      return text;
    },
  };
}

test('lines are drawn from the top of a separate screen, and stay on the usual one when it ends', () => {
  const { screen, taken } = screenOf();
  screen.draw(['one', 'two']);
  expect(taken()).toBe('^?1049h^?25l^Hone^K\r\ntwo^K^J');
  screen.draw(['three']);
  expect(taken()).toBe('^Hthree^K^J');
  screen.end();
  screen.end();
  expect(taken()).toBe('^?25h^?1049lthree\r\n');
});

test('a pause restores the usual screen', () => {
  const { screen, taken } = screenOf();
  screen.draw(['one']);
  taken();
  screen.leave();
  expect(taken()).toBe('^?25h^?1049l');
  screen.draw(['two']);
  expect(taken()).toBe('^?1049h^?25l^Htwo^K^J');
});

test('a screen that was never drawn restores nothing', () => {
  const { screen, taken } = screenOf();
  screen.end();
  expect(taken()).toBe('');
});

import { createInterface } from 'node:readline/promises';
import type { ReadStream } from 'node:tty';
import { OperatorError } from '../../core/errors.ts';
import { Interrupted } from '../exit-codes.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACES = new Set(['\u007f', '\b']);
const MOST_BYTES = 65_536;

/** Where answers come from and questions go to: standard input and standard error. */
export interface Conversation {
  readonly input: NodeJS.ReadStream;
  readonly ask: (question: string) => void;
}

/** A line that is shown as it is typed. */
export async function askLine({ input, ask }: Conversation, question: string): Promise<string> {
  const lines = createInterface({ input, terminal: false });
  ask(question);
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
  }
}

/** What is typed is not shown. On a pipe it is all that comes, without the line end. */
export async function askSecret({ input, ask }: Conversation, question: string): Promise<string> {
  if (!input.isTTY) return wholeInput(input);
  // Before the question: an answer that comes at once is not shown either.
  input.setRawMode(true);
  try {
    ask(question);
    return await typedInSecret(input);
  } finally {
    input.setRawMode(false);
    ask('\n');
  }
}

function typedInSecret(input: ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (settle: () => void) => {
      input.off('data', hear);
      input.pause();
      settle();
    };
    const hear = (text: string) => {
      for (const character of text) {
        if (character === CTRL_C) return end(() => reject(new Interrupted('SIGINT')));
        if (character === '\r' || character === '\n' || character === CTRL_D)
          return end(() => resolve(typed));
        typed = BACKSPACES.has(character) ? typed.slice(0, -1) : typed + character;
      }
    };
    input.setEncoding('utf8').on('data', hear).resume();
  });
}

async function wholeInput(input: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const part of input.setEncoding('utf8')) {
    text += part as string;
    if (text.length > MOST_BYTES) throw new OperatorError('standard input is too long for a secret');
  }
  return text.replace(/\r?\n$/, '');
}

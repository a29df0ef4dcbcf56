import { createInterface } from 'node:readline/promises';
import type { ReadStream } from 'node:tty';
import { OperatorError } from '../../core/errors.ts';
import { Interrupted } from '../exit-codes.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACES = new Set(['\u007f', '\b']);
const MAX_BYTES = 65_536;

/** Where questions are printed and answers read: standard error and standard input. */
export interface Conversation {
  readonly input: NodeJS.ReadStream;
  readonly ask: (question: string) => void;
}

/** Reads a line and echoes it. */
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

/** Reads a line without echoing it. On a pipe it reads everything, without the line end. */
export async function askSecret({ input, ask }: Conversation, question: string): Promise<string> {
  if (!input.isTTY) return wholeInput(input);
  // Before the question, so that an answer that is already typed is not echoed either.
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
      input.off('data', onData);
      input.pause();
      settle();
    };
    const onData = (text: string) => {
      for (const character of text) {
        if (character === CTRL_C) return end(() => reject(new Interrupted('SIGINT')));
        if (character === '\r' || character === '\n' || character === CTRL_D)
          return end(() => resolve(typed));
        typed = BACKSPACES.has(character) ? typed.slice(0, -1) : typed + character;
      }
    };
    input.setEncoding('utf8').on('data', onData).resume();
  });
}

async function wholeInput(input: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const part of input.setEncoding('utf8')) {
    text += part as string;
    if (text.length > MAX_BYTES) throw new OperatorError('standard input is too long for a secret');
  }
  return text.replace(/\r?\n$/, '');
}

import { difference } from './differences.ts';

/** A receipt has 6 levels. Recursive code, including JSON.stringify, overflows the stack at about ten thousand. */
const MAX_LEVELS = 64;
const TOO_DEEP = `nested deeper than ${MAX_LEVELS} levels`;
export const TOO_DEEP_DIFFERENCE = difference('nesting', TOO_DEEP, 'fewer');

/**
 * Why a JSON text is unsuitable as evidence: an object has a key twice, or twice with different case, so that
 * readers differ on its value; a key is `__proto__`, which some readers handle specially; or the nesting is
 * too deep. Undefined if there is no fault. The text must be valid: parse it first.
 */
export function textFault(text: string): string | undefined {
  /** The case-folded keys of each open object; undefined for lists. */
  const open: (Set<string> | undefined)[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set(['__proto__']) : undefined);
      if (open.length > MAX_LEVELS) return `it is ${TOO_DEEP}`;
    } else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, i);
      if (isKey(text, end)) {
        const key = JSON.parse(text.slice(i, end)) as string;
        const keys = open.at(-1)!;
        // Upper case first: some distinct lower-case letters have the same capital.
        const folded = key.toUpperCase().toLowerCase();
        if (keys.has(folded)) return `the key ${JSON.stringify(key)} is repeated or reserved`;
        keys.add(folded);
      }
      i = end - 1;
    }
  }
  return undefined;
}

/** Whether the nesting of a value is too deep, without recursion. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) return true;
    level = level.flatMap((each) => (isObjectOrList(each) ? Object.values(each) : []));
  }
  return false;
}

function isObjectOrList(value: unknown): value is object {
  return Object(value) === value;
}

/** Position after the closing quote; `start` is the opening one. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

function isKey(text: string, end: number): boolean {
  let i = end;
  // White space of JSON; past the end there is nothing to compare.
  while (text[i]! <= ' ') i++;
  return text[i] === ':';
}

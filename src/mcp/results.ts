import { flagSentence } from '../../sdk/src/explanations.ts';
import { isObject } from '../core/text/is-object.ts';
import { Type } from '../contract/schema.ts';
import { Refusal } from './service.ts';
import type { ToolAnswer } from './tool.ts';
import { untrusted } from './untrusted.ts';

/** Maximum length of an answer: the largest ones of every tool are well below. */
export const MAX_ANSWER_BYTES = 64 * 1024;

const LIVE = 'live';
const MAX_DETAILS = 20;
/** All choices of an ambiguous name are one detail. */
const MAX_DETAIL_LENGTH = 1000;

/** What every tool answers with. */
export const RESULT_SCHEMA = Type.Object({
  source: Type.String({ description: 'Where the data come from: live exchanges, simulator, or a replay' }),
  notice: Type.Optional(
    Type.String({ description: 'Set if the data are not live: they are no real prices' }),
  ),
  time: Type.String({ format: 'date-time', description: 'Of the newest value in the answer' }),
  flags: Type.Array(Type.String(), {
    description:
      'All flags of the values in the answer; a flagged value is not the plain result of the formula',
  }),
  flagMeanings: Type.Object({}, { description: 'What each of these flags means' }),
  data: Type.Object({}, { description: 'Numbers are strings with exact decimals' }),
});

interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: object;
  readonly isError?: true;
}

/** `source`: undefined for live data. */
export function resultOf({ time, flags, data }: ToolAnswer, source: string | undefined): ToolResult {
  const structuredContent = shown({
    source: source ?? LIVE,
    notice: source === undefined ? undefined : `The data come from a ${source}: they are no real prices.`,
    time,
    flags,
    flagMeanings: Object.fromEntries(flags.map((flag) => [flag, flagSentence(flag)])),
    data,
  }) as object;
  const text = JSON.stringify(structuredContent);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_ANSWER_BYTES)
    throw new Refusal(`the answer has ${bytes} bytes, more than ${MAX_ANSWER_BYTES}: ask for fewer records`);
  return { content: [{ type: 'text', text }], structuredContent };
}

/** Models see it, and can ask better. */
export function refusedResult({ message, details }: Refusal): ToolResult {
  const shownDetails = details.slice(0, MAX_DETAILS).map((detail) => untrusted(detail, MAX_DETAIL_LENGTH));
  const error = { message, ...(shownDetails.length > 0 && { details: shownDetails }) };
  return { content: [{ type: 'text', text: JSON.stringify({ error }) }], isError: true };
}

/** Numbers as strings, without absent members. */
function shown(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(shown);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined || member === null ? [] : [[name, shown(member)]],
    ),
  );
}

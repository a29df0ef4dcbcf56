import {
  BOOLEAN_FIELDS,
  FIELD_KINDS,
  MAX_REQUEST_ID_LENGTH,
  type FieldName,
  type Fields,
  type RequestId,
} from '../../contract/messages.ts';
import { isObject } from '../../core/text/is-object.ts';

/** A client message, with only the fields parsed that all messages share. */
export interface Request {
  readonly event: string;
  readonly requestId?: RequestId;
  readonly sent: Readonly<Record<string, unknown>>;
}

export interface Malformed {
  readonly problem: string;
  /** Set if it could be read. */
  readonly requestId?: RequestId;
}

export function readRequest(text: string): Request | Malformed {
  const sent = parseObject(text);
  if (!sent) return { problem: 'a message must be a JSON object' };
  const { event, requestId } = sent;
  // A PONG is never an error, whatever else it contains.
  if (event === 'PONG') return { event, sent };
  if (requestId !== undefined && !isRequestId(requestId))
    return {
      problem: `requestId must be an integer or a string of up to ${MAX_REQUEST_ID_LENGTH} characters`,
    };
  const echo = requestId === undefined ? {} : { requestId };
  if (typeof event !== 'string') return { problem: 'event is required', ...echo };
  return { event, sent, ...echo };
}

/** The fields that an event knows; others are ignored. All problems are reported together. */
export function readFields(
  sent: Readonly<Record<string, unknown>>,
  names: readonly FieldName[],
): Fields | { readonly problem: string } {
  const fields: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of names) {
    const given = sent[name];
    if (given === undefined) continue;
    const { parse, expects } = FIELD_KINDS[name];
    const type = BOOLEAN_FIELDS.has(name) ? 'boolean' : 'string';
    const value = typeof given === type && given !== '' ? parse(String(given)) : undefined;
    if (value === undefined) problems.push(`${name} ${expects}`);
    else fields[name] = value;
  }
  return problems.length > 0 ? { problem: problems.join('; ') } : fields;
}

/** Larger integers could not be echoed exactly. */
function isRequestId(value: unknown): value is RequestId {
  if (typeof value === 'string') return value.length <= MAX_REQUEST_ID_LENGTH;
  return Number.isSafeInteger(value);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isObject(value) ? value : undefined;
}

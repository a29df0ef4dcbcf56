import { parseDatetime, type Millis } from '../time.ts';

/** The object in a line of a log, or an empty object if the line contains none. */
export function parseObjectLine(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Undefined if the value is not a datetime. */
export function parseInstant(value: unknown): Millis | undefined {
  return typeof value === 'string' ? parseDatetime(value) : undefined;
}

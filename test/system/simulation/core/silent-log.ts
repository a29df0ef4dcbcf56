import type { Logger } from 'pino';

const nothing = () => undefined;

/** The program logs nowhere in a simulation. */
export const SILENT_LOG = {
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
} as unknown as Logger;

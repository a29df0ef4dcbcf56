/**
 * Puts records into a log that several nodes share and of which each keeps a copy in a file. `after`: how many records the copy of the
 * caller has.
 *
 * - When it resolves, the shared log has these records right behind `after`, durably, and the caller adds them to its copy.
 * - The same call, tried again because the answer was lost or because the copy could not be written, stores them once. So does a call
 *   with more records behind them.
 * - When it rejects, they may be there or not: another attempt begins with the same records.
 */
export type Share = (records: readonly Uint8Array[], after: number) => Promise<void>;

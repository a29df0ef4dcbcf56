/**
 * Appends records to a log that several nodes share; each node keeps a copy of it in a file. `after`: the number of records in
 * the caller's copy.
 *
 * - If it resolves, the records are durable in the shared log directly behind `after`, and the caller adds them to its copy.
 * - Repeating the call, after a lost answer or because the copy could not be written, stores the records only once. So does a
 *   repeated call with additional records at the end.
 * - If it rejects, the records may or may not be stored: the next attempt must begin with the same records.
 */
export type AppendShared = (records: readonly Uint8Array[], after: number) => Promise<void>;

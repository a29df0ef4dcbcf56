const DATABASE = /^postgres(?:ql)?:/i;

/** Whether a text names a database, and not a data directory. */
export function isDatabaseAddress(text: string): boolean {
  return DATABASE.test(text);
}

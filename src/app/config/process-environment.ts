/** The process's own environment. Nothing else in the program reads it. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

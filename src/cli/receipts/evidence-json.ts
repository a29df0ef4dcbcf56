/** `evidence` escapes `<` in it. */
const DATA = /<script type="application\/json" id="evidence">([^<]*)<\/script>/;

/** The JSON text in a file of `tidemark evidence`; undefined if it is another file. */
export function evidenceJson(text: string): string | undefined {
  return DATA.exec(text)?.[1];
}

/** Undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

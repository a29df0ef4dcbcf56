/** What the service says about itself before sign-in. */
export interface PageConfig {
  readonly version: string;
  /** The name of where data come from, such as `simulator`. */
  readonly source: string;
  /** What kind of data they are: `live`, or another word, which the page shows. */
  readonly origin: string;
  /** Where the operator has set one: the websocket is there and not where the page is. */
  readonly wsUrl?: string;
  readonly audiences: { readonly rest: string; readonly stream: string };
  /** Given only on loopback with simulated data: who asks is let in. */
  readonly demo?: { readonly clientId: string; readonly clientSecret: string };
  /** Where tokens are given out to everyone: the views that they are for. */
  readonly publicViews?: readonly string[];
}

/** Why the page cannot begin, in words for the reader. */
export class BeginningError extends Error {
  override readonly name = 'BeginningError';
}

/** What the reader is told where the page cannot begin. */
export function beginningWords(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return error instanceof BeginningError ? why : `The page could not be shown: ${why}`;
}

export async function loadConfig(url: string): Promise<PageConfig> {
  const response = await fetch(new URL('page/config.json', url)).catch((cause: unknown) => {
    throw new BeginningError('The service cannot be reached.', { cause });
  });
  if (!response.ok)
    throw new BeginningError(`The service answered with ${response.status}. Try again later.`);
  return (await response.json().catch((cause: unknown) => {
    // Something else answers at this address, such as a proxy with a page of its own.
    throw new BeginningError('What answers at this address is not the service.', { cause });
  })) as PageConfig;
}

/** Facts about the service that are public before sign-in. */
export interface PageConfig {
  readonly version: string;
  /** Name of the data source, such as `simulator`. */
  readonly source: string;
  /** Kind of data: `live`, or another word, which the page shows. */
  readonly origin: string;
  /** Set by the operator if the websocket has another address than the page. */
  readonly wsUrl?: string;
  readonly audiences: { readonly rest: string; readonly stream: string };
  /** Only on loopback with simulated data: credentials for everyone. */
  readonly demo?: { readonly clientId: string; readonly clientSecret: string };
  /** If tokens are public: the views that they allow. */
  readonly publicViews?: readonly string[];
}

/** Why the page cannot start, in words for the reader. */
export class BeginningError extends Error {
  override readonly name = 'BeginningError';
}

/** Message for the reader if the page cannot start. */
export function beginningWords(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return error instanceof BeginningError ? why : `The page cannot be shown: ${why}`;
}

export async function loadConfig(url: string): Promise<PageConfig> {
  const response = await fetch(new URL('page/config.json', url)).catch((cause: unknown) => {
    throw new BeginningError('The service cannot be reached.', { cause });
  });
  if (!response.ok)
    throw new BeginningError(`The service responded with status ${response.status}. Try again later.`);
  return (await response.json().catch((cause: unknown) => {
    // Something else responds at this address, such as a proxy with its own page.
    throw new BeginningError('The server at this address is not a Tidemark service.', { cause });
  })) as PageConfig;
}

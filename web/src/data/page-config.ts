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

export async function loadConfig(url: string): Promise<PageConfig> {
  const response = await fetch(new URL('page/config.json', url));
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  return (await response.json()) as PageConfig;
}

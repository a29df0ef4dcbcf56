/** Warnings and errors that have one cause and one remedy. */
export interface Trouble {
  /** Anchor on docs/run/troubleshooting.md. Logs name it, so it stays the same when a text changes. */
  readonly slug: string;
  /** Whole texts as logged or printed. `{exchange}` is a part that varies. */
  readonly messages: readonly string[];
  /** Markdown, one or two sentences; links are relative to docs/run. */
  readonly cause: string;
  readonly remedy: string;
}

/** A section of docs/run/troubleshooting.md. */
export interface TroubleArea {
  readonly title: string;
  readonly troubles: readonly Trouble[];
}

import type { OriginalRecords } from './original-records.ts';
import type { TextEdit } from './text-edits.ts';

type Fields = Readonly<Record<string, string>>;

/** Fields of confirmations that the original service did not have. */
const ADDED_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  INDEX_TICKER: new Set(['symbol', 'slugName', 'marketName', 'name']),
};

/** Messages of the websocket as the original service wrote them. */
export class OriginalMessages {
  readonly #records: OriginalRecords;

  constructor(records: OriginalRecords) {
    this.#records = records;
  }

  editOf(event: string): TextEdit {
    return this.#records.ofMessage(event);
  }

  /** The fields of a subscription that its confirmation echoes. */
  echoed(event: string, fields: Fields): Fields {
    const added = ADDED_FIELDS[event];
    return added ? Object.fromEntries(Object.entries(fields).filter(([name]) => !added.has(name))) : fields;
  }
}

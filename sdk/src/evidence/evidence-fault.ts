type Values = Readonly<Record<string, unknown>>;

const TEXTS = ['indexType', 'indexId', 'price', 'timestamp'];
const OPTIONAL_TEXTS = ['name', 'market', 'asset'];
const LINES = ['exchanges', 'markets', 'constituents', 'refused'];

/**
 * Why the data of a file cannot be shown as evidence; undefined if they can. Whether they are right is
 * checked elsewhere.
 */
export function evidenceFault(given: unknown): string | undefined {
  if (!isObject(given) || !isObject(given['receipt'])) return 'it has no receipt';
  const { receipt, head, keys, source, url } = given as Values & { readonly receipt: Values };
  const lacking = TEXTS.find((name) => typeof receipt[name] !== 'string');
  if (lacking !== undefined) return `it has no receipt: ${lacking} must be a text`;
  const named = OPTIONAL_TEXTS.find((name) => !isTextOrAbsent(receipt[name]));
  if (named !== undefined) return `it has no receipt: ${named} must be a text`;
  const { flags, proof } = receipt;
  if (flags !== undefined && !isListOf(flags, (flag) => typeof flag === 'string'))
    return 'it has no receipt: flags must be a list of texts';
  const lines = LINES.find((name) => receipt[name] !== undefined && !isListOf(receipt[name], isObject));
  if (lines !== undefined) return `it has no receipt: ${lines} must be a list of objects`;
  for (const [name, part] of Object.entries({ head, keys, proof }))
    if (part !== undefined && !isObject(part)) return `${name} must be an object`;
  for (const [name, text] of Object.entries({ source, url }))
    if (!isTextOrAbsent(text)) return `${name} must be a text`;
  return undefined;
}

function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember);
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

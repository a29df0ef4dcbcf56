/**
 * @typedef {import('./schema.js').Schema} Schema
 * @typedef {object} Parameter
 * @property {string} name
 * @property {'path' | 'query'} in
 * @property {boolean} [required]
 * @property {string} [description]
 * @property {unknown} [example]
 * @property {Schema} schema
 */

/** If a range needs a start, the example starts this long ago. Receipts cover an hour at most. */
const RECENT_MS = 1_800_000;

/**
 * The path with the examples of the document, which fit together. @param {string} path @param {readonly
 * Parameter[]} parameters
 */
export function examplePath(path, parameters) {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    const value = exampleOf(parameter);
    if (parameter.in === 'path')
      filled = filled.replace(`{${parameter.name}}`, value || parameter.name.toUpperCase());
    else if (value !== '') query.append(parameter.name, value);
  }
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** @param {Parameter} parameter */
function exampleOf({ example, required, schema }) {
  if (example !== undefined) return String(example);
  if (required && schema.format === 'date-time') return new Date(Date.now() - RECENT_MS).toISOString();
  return '';
}

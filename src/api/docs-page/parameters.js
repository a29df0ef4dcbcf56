import { element } from './dom.js';
import { inline } from './prose.js';
import { kindOf } from './schema.js';

/**
 * @typedef {import('./schema.js').Schema} Schema
 * @typedef {object} Parameter
 * @property {string} name
 * @property {'path' | 'query'} in
 * @property {boolean} [required]
 * @property {string} [description]
 * @property {unknown} [example]
 * @property {Schema} schema
 *
 * @typedef {HTMLInputElement | HTMLSelectElement} Field
 */

/**
 * In a request of the page it begins so long ago, where a beginning must be given. Receipts are of one hour at most, and
 * the page may be open for a while before the request is sent.
 */
const RECENT_MS = 1_800_000;
/** Each names what an answer is of. An example of one is in the way of what is typed into another. */
const SELECTORS = new Set(['indexId', 'symbol', 'slugName', 'marketName', 'name']);
/** Other parameters are written here as in a URL. */
const OTHERS = 'other parameters';

/** The fields of an operation, filled in so that it can be sent at once. */
export class ParameterFields {
  /** @type {HTMLElement} */
  view = element('div', { class: 'fields' });
  /** @type {readonly { parameter: Parameter, field: Field }[]} */
  #fields;
  /** Selectors that hold the example that they were filled in with. @type {Set<Field>} */
  #untouched;
  #others = element('input', { name: OTHERS, placeholder: 'name=value&name=value', ...PLAIN });

  /** @param {readonly Parameter[]} parameters */
  constructor(parameters) {
    this.#fields = parameters.map((parameter) => ({ parameter, field: fieldOf(parameter) }));
    const selectors = this.#fields.filter(({ parameter }) => SELECTORS.has(parameter.name));
    this.#untouched = new Set(selectors.map(({ field }) => field));
    for (const { field } of selectors) field.addEventListener('input', () => this.#typedInto(field));
    this.view.append(
      ...this.#fields.map(({ parameter, field }) => parameterView(parameter, field)),
      parameterView({ name: OTHERS, in: 'query', description: 'As in a URL', schema: {} }, this.#others),
    );
  }

  /** @param {Field} selector */
  #typedInto(selector) {
    this.#untouched.delete(selector);
    if (selector.value === '') return;
    for (const field of this.#untouched) field.value = '';
    this.#untouched.clear();
  }

  /** @param {string} name @returns {Field | undefined} */
  field(name) {
    return this.#fields.find(({ parameter }) => parameter.name === name)?.field;
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    const field = this.field(name);
    if (!field) return;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  clear() {
    for (const { field } of this.#fields) field.value = '';
    this.#others.value = '';
    this.#others.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** The URL that they make of a path. @param {string} path */
  urlOf(path) {
    const sent = this.#fields.map(({ parameter, field }) => ({ parameter, value: field.value }));
    return urlOf(path, sent, this.#others.value);
  }
}

/**
 * @param {string} path
 * @param {readonly { parameter: Pick<Parameter, 'name' | 'in'>, value: string }[]} sent
 * @param {string} [others]  as in a URL
 */
export function urlOf(path, sent, others = '') {
  const query = new URLSearchParams();
  let filled = path;
  for (const { parameter, value } of sent) {
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value !== '') query.append(parameter.name, value);
  }
  for (const [name, value] of new URLSearchParams(others)) query.append(name, value);
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/**
 * What a parameter is filled in with: the document's examples go together.
 * @param {Parameter} parameter
 */
export function exampleOf({ example, required, schema }) {
  if (example !== undefined) return String(example);
  if (required && schema.format === 'date-time') return new Date(Date.now() - RECENT_MS).toISOString();
  return '';
}

const PLAIN = { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' };

/** @param {Parameter} parameter @returns {Field} */
function fieldOf(parameter) {
  const { name, required, schema } = parameter;
  const example = exampleOf(parameter);
  const values = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  if (values) {
    const options = ['', ...values.map(String)].map((value) =>
      element('option', { value, selected: value === example }, value),
    );
    return element('select', { name, required }, ...options);
  }
  const [shown] = schema.examples ?? [];
  const placeholder = shown === undefined ? kindOf(schema) : String(shown);
  const numeric = schema.type === 'integer' ? { inputmode: 'numeric' } : {};
  return element('input', { name, required, placeholder, value: example, ...numeric, ...PLAIN });
}

/** @param {Parameter} parameter @param {Field} field */
function parameterView({ name, required, description = '' }, field) {
  const need = required ? [' ', element('em', { class: 'required' }, 'required')] : [];
  return element(
    'label',
    {},
    element('span', { class: 'name' }, name, ...need),
    field,
    element('span', { class: 'hint' }, ...inline(description)),
  );
}

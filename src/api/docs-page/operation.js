import { AnswerView } from './answer.js';
import { TOKEN_PATH } from './authorization.js';
import { element, inline, labelled } from './dom.js';
import { kindOf, schemaView } from './schema.js';

/**
 * @typedef {import('./schema.js').Schema} Schema
 * @typedef {import('./schema.js').Schemas} Schemas
 * @typedef {{ name: string, in: 'path' | 'query', required?: boolean, description?: string, schema: Schema }} Parameter
 * @typedef {{ description: string, content?: Readonly<Record<string, { schema?: Schema }>> }} Reply
 *
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string} summary
 * @property {readonly string[]} tags
 * @property {readonly Readonly<Record<string, readonly string[]>>[]} security
 * @property {readonly Parameter[]} [parameters]
 * @property {{ content: Readonly<Record<string, { schema?: Schema }>> }} [requestBody]
 * @property {Readonly<Record<string, Reply>>} responses
 *
 * @typedef {object} Surroundings
 * @property {Schemas} schemas
 * @property {string} basePath
 * @property {() => string | undefined} token
 */

/**
 * One operation, closed: what is in it is made when it is opened for the first time.
 * @param {string} method
 * @param {string} path
 * @param {Operation} operation
 * @param {Surroundings} surroundings
 */
export function operationView(method, path, operation, surroundings) {
  const view = element(
    'details',
    { class: 'operation', id: operation.operationId, 'data-path': path, 'data-method': method },
    element(
      'summary',
      {},
      element('span', { class: 'method' }, method.toUpperCase()),
      element('code', {}, path),
      element('span', { class: 'summary' }, operation.summary),
    ),
  );
  const fill = () =>
    view.append(
      element('p', {}, accessText(operation)),
      ...(method === 'get'
        ? tryView(path, operation, surroundings)
        : bodyView(path, operation, surroundings)),
      repliesView(operation, surroundings.schemas),
    );
  view.addEventListener('toggle', fill, { once: true });
  return view;
}

/** @param {Operation} operation */
function accessText({ security }) {
  if (security.length === 0) return 'Needs no token.';
  const scopes = security.flatMap(({ token }) => token ?? []);
  const open = security.some((choice) => Object.keys(choice).length === 0);
  const needs = scopes.length === 0 ? 'Needs a token.' : `Needs a token with scope ${scopes.join(' or ')}.`;
  return open ? `${needs} The machine that the service runs on needs none.` : needs;
}

/** @param {string} path @param {Operation} operation @param {Surroundings} surroundings @returns {HTMLElement[]} */
function bodyView(path, { requestBody }, { schemas }) {
  const [schema] = Object.values(requestBody?.content ?? {}).map((content) => content.schema);
  const how =
    path === TOKEN_PATH
      ? [element('p', {}, element('a', { href: '#authorize' }, 'Authorize'), ' sends it.')]
      : [];
  return schema ? [...how, element('h3', {}, 'Body'), schemaView(schema, schemas)] : how;
}

/** @param {string} path @param {Operation} operation @param {Surroundings} surroundings @returns {HTMLElement[]} */
function tryView(path, operation, { basePath, token }) {
  const fields = (operation.parameters ?? []).map((parameter) => ({ parameter, field: fieldOf(parameter) }));
  const button = element('button', { type: 'submit' }, 'Send');
  const command = element('pre', { class: 'command' });
  const answer = new AnswerView(operation.operationId);
  const secured = operation.security.length > 0;
  const url = () => basePath + urlOf(path, fields);
  const showCommand = () => {
    const header = secured ? ` -H "Authorization: Bearer $TOKEN"` : '';
    command.textContent = `curl -s '${location.origin}${url().replaceAll("'", '%27')}'${header}`;
  };
  const form = element(
    'form',
    {},
    ...fields.map(({ parameter, field }) => parameterView(parameter, field)),
    button,
  );
  form.addEventListener('input', showCommand);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    void send(url(), secured ? token() : undefined, answer).finally(() => (button.disabled = false));
  });
  showCommand();
  return [form, command, answer.view];
}

/** @param {string} url @param {string | undefined} token @param {AnswerView} answer */
async function send(url, token, answer) {
  answer.waiting();
  const startedAt = performance.now();
  try {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(url, { headers, cache: 'no-store' });
    await answer.show(response, performance.now() - startedAt);
  } catch (error) {
    answer.failed(error);
  }
}

/** @param {string} path @param {readonly { parameter: Parameter, field: HTMLInputElement | HTMLSelectElement }[]} fields */
function urlOf(path, fields) {
  const query = new URLSearchParams();
  let filled = path;
  for (const { parameter, field } of fields) {
    const { value } = field;
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value !== '') query.append(parameter.name, value);
  }
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** @param {Parameter} parameter */
function fieldOf({ name, required, schema }) {
  const values = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  if (!values) {
    const [example] = schema.examples ?? [];
    const placeholder = example === undefined ? kindOf(schema) : String(example);
    return element('input', { name, required, placeholder, autocomplete: 'off', spellcheck: 'false' });
  }
  const options = ['', ...values].map((value) => element('option', { value: String(value) }, String(value)));
  return element('select', { name, required }, ...options);
}

/** @param {Parameter} parameter @param {HTMLInputElement | HTMLSelectElement} field */
function parameterView({ name, required, description = '' }, field) {
  const hint = element(
    'span',
    { class: 'hint' },
    ...(required ? ['Required. '] : []),
    ...inline(description),
  );
  return labelled(name, field, hint);
}

/** @param {Operation} operation @param {Schemas} schemas */
function repliesView({ responses }, schemas) {
  const replies = Object.entries(responses).map(([status, { description, content }]) => {
    const [schema] = Object.values(content ?? {}).map((described) => described.schema);
    const head = element('summary', {}, element('code', {}, status), ' ', ...inline(description));
    return element('details', {}, head, ...(schema ? [schemaView(schema, schemas)] : []));
  });
  return element('section', {}, element('h3', {}, 'Answers'), ...replies);
}

import { CommandView, requestCommand, tokenCommand } from './command.js';
import { element } from './dom.js';
import { examplePath } from './example.js';
import { inline } from './prose.js';
import { kindOf, schemaView } from './schema.js';
import { consoleUrl, tryLink } from './try-it.js';

/**
 * @typedef {import('./schema.js').Schema} Schema
 * @typedef {import('./schema.js').Schemas} Schemas
 * @typedef {import('./example.js').Parameter} Parameter
 * @typedef {{ description: string, content?: Readonly<Record<string, { schema?: Schema }>> }} Reply
 * @typedef {{ schema?: Schema, example?: unknown, examples?: Readonly<Record<string, { value?: unknown }>> }} Content
 *
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string} summary
 * @property {readonly string[]} tags
 * @property {readonly Readonly<Record<string, readonly string[]>>[]} security
 * @property {readonly Parameter[]} [parameters]
 * @property {{ content: Readonly<Record<string, Content>> }} [requestBody]
 * @property {Readonly<Record<string, Reply>>} responses
 *
 * @typedef {object} Surroundings
 * @property {Schemas} schemas
 * @property {import('./page-settings.js').PageSettings} settings
 */

const TOKEN_PATH = '/v3/oauth/token';

/**
 * One operation, collapsed: its content is created when it is first opened.
 * @param {string} method
 * @param {string} path
 * @param {Operation} operation
 * @param {Surroundings} surroundings
 */
export function operationView(method, path, operation, surroundings) {
  const { operationId, summary } = operation;
  const { settings, schemas } = surroundings;
  const view = element(
    'details',
    { class: 'operation', id: operationId, 'data-path': path, 'data-method': method },
    element(
      'summary',
      {},
      element('span', { class: `method ${method}` }, method.toUpperCase()),
      element('code', {}, path),
      element('span', { class: 'summary' }, summary),
    ),
  );
  const fill = () =>
    view.append(
      element(
        'p',
        { class: 'hint' },
        accessText(operation),
        ' ',
        element('a', { href: `#${operationId}` }, 'Link to it'),
      ),
      ...parametersView(operation.parameters ?? []),
      ...bodyView(operation, schemas),
      commandView(method, path, operation, settings),
      repliesView(operation, schemas),
    );
  view.addEventListener('toggle', fill, { once: true });
  const link = tryLink(consoleUrl(settings.basePath, operationId), `${method.toUpperCase()} ${path}`);
  return element('div', { class: 'route' }, view, link);
}

/** @param {Operation} operation */
function accessText({ security }) {
  if (security.length === 0) return 'Needs no token.';
  const scopes = security.flatMap(({ token }) => token ?? []);
  const open = security.some((choice) => Object.keys(choice).length === 0);
  const needs = scopes.length === 0 ? 'Needs a token.' : `Needs a token with scope ${scopes.join(' or ')}.`;
  return open ? `${needs} Requests from the machine of the service need none.` : needs;
}

/** @param {readonly Parameter[]} parameters @returns {HTMLElement[]} */
function parametersView(parameters) {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, required, schema, description = '' }) =>
    element(
      'tr',
      {},
      element(
        'td',
        {},
        element('code', {}, name),
        ...(required ? [' ', element('em', { class: 'required' }, 'required')] : []),
      ),
      element('td', { class: 'kind' }, kindOf(schema)),
      element('td', {}, ...inline(description)),
    ),
  );
  const head = ['Parameter', 'Type', 'Description'].map((text) => element('th', {}, text));
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
  return [element('h3', {}, 'Parameters'), element('div', { class: 'table', tabindex: '0' }, table)];
}

/** @param {Operation} operation @param {Schemas} schemas @returns {HTMLElement[]} */
function bodyView({ requestBody }, schemas) {
  const [schema] = Object.values(requestBody?.content ?? {}).map((content) => content.schema);
  return schema ? [element('h3', {}, 'Body'), schemaView(schema, schemas)] : [];
}

/** @param {string} method @param {string} path @param {Operation} operation @param {import('./page-settings.js').PageSettings} settings */
function commandView(method, path, { parameters = [], security, requestBody }, settings) {
  const command = new CommandView();
  const isSecured = security.length > 0;
  const body = requestBody && exampleBody(requestBody.content);
  command.show(
    path === TOKEN_PATH
      ? tokenCommand(settings)
      : requestCommand(location.origin + settings.basePath + examplePath(path, parameters), {
          method,
          isSecured,
          body,
        }),
  );
  return element('section', {}, element('h3', {}, 'Example'), command.view);
}

/** @param {Readonly<Record<string, Content>>} content */
function exampleBody(content) {
  const [{ example, examples, schema } = {}] = Object.values(content);
  const value = example ?? Object.values(examples ?? {})[0]?.value ?? schema?.examples?.[0];
  return value === undefined ? '{}' : JSON.stringify(value);
}

/** @param {Operation} operation @param {Schemas} schemas */
function repliesView({ responses }, schemas) {
  const replies = Object.entries(responses).map(([status, { description, content }]) => {
    const [schema] = Object.values(content ?? {}).map((described) => described.schema);
    const head = element('summary', {}, element('code', {}, status), ' ', ...inline(description));
    return element('details', {}, head, ...(schema ? [schemaView(schema, schemas)] : []));
  });
  return element('section', { class: 'replies' }, element('h3', {}, 'Responses'), ...replies);
}

import { AnswerView } from './answer.js';
import { TOKEN_PATH } from './authorization.js';
import { CommandView, curlOf, tokenCommand } from './command.js';
import { element } from './dom.js';
import { exampleOf, ParameterFields, urlOf } from './parameters.js';
import { inline } from './prose.js';
import { schemaView } from './schema.js';

/**
 * @typedef {import('./schema.js').Schema} Schema
 * @typedef {import('./schema.js').Schemas} Schemas
 * @typedef {import('./parameters.js').Parameter} Parameter
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
 * @property {Readonly<Record<string, Readonly<Record<string, Operation>>>>} paths
 * @property {import('./page-settings.js').PageSettings} settings
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
      element('span', { class: `mark ${method}` }, method.toUpperCase()),
      element('code', {}, path),
      element('span', { class: 'summary' }, operation.summary),
    ),
  );
  const fill = () =>
    view.append(
      element(
        'p',
        { class: 'hint' },
        accessText(operation),
        ' ',
        element('a', { href: `#${operation.operationId}` }, 'Link to it'),
      ),
      ...(method === 'get'
        ? new Trial(path, operation, surroundings).views
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
function bodyView(path, { requestBody }, { schemas, settings }) {
  const [schema] = Object.values(requestBody?.content ?? {}).map((content) => content.schema);
  const body = schema ? [element('h3', {}, 'Body'), schemaView(schema, schemas)] : [];
  if (path !== TOKEN_PATH) return body;
  const command = new CommandView();
  command.show(tokenCommand(settings));
  const how = element('p', {}, element('a', { href: '#authorize' }, 'Authorize'), ' sends it.');
  return [how, command.view, ...body];
}

/** Sends an operation and shows the answer. */
class Trial {
  /** @type {readonly HTMLElement[]} */
  views;
  #path;
  #surroundings;
  #secured;
  #fields;
  #answer;
  #command = new CommandView();
  #send = element('button', { type: 'submit' }, 'Send');
  /** @type {HTMLSelectElement | undefined} */
  #type;
  /** @type {AbortController | undefined} */
  #sending;

  /** @param {string} path @param {Operation} operation @param {Surroundings} surroundings */
  constructor(path, operation, surroundings) {
    this.#path = path;
    this.#surroundings = surroundings;
    this.#secured = operation.security.length > 0;
    this.#fields = new ParameterFields(operation.parameters ?? []);
    this.#answer = new AnswerView(operation.operationId, (nextId) => this.#goOn(nextId));
    this.#type = typeSelect(operation);
    const form = element('form', {}, this.#fields.view, this.#buttons());
    form.addEventListener('input', () => this.#showCommand());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#sending) this.#sending.abort();
      else void this.#ask();
    });
    this.#showCommand();
    this.views = [form, this.#command.view, this.#answer.view];
  }

  #buttons() {
    const clear = element('button', { type: 'button', class: 'quiet' }, 'Clear');
    clear.addEventListener('click', () => this.#fields.clear());
    const list = this.#listPath();
    const buttons = element('div', { class: 'buttons' }, this.#send, clear);
    if (list !== undefined) {
      const find = element('button', { type: 'button', class: 'quiet find' }, 'Fill in an id');
      find.addEventListener('click', () => void this.#fillId(list));
      buttons.append(find);
    }
    if (this.#type) buttons.append(element('label', { class: 'beside' }, 'Answer as', this.#type));
    return buttons;
  }

  /** The list that an id of this path can be taken from. */
  #listPath() {
    const [list, rest] = this.#path.split('/{id}');
    return rest === undefined || !this.#surroundings.paths[list ?? '']?.['get'] ? undefined : list;
  }

  /** Ids of records are of the moment, and those of entities another installation may not have. @param {string} list */
  async #fillId(list) {
    const parameters = this.#surroundings.paths[list]?.['get']?.parameters ?? [];
    const sent = parameters.map((parameter) => ({
      parameter,
      value: this.#fields.field(parameter.name)?.value || exampleOf(parameter),
    }));
    const response = await this.#fetch(urlOf(list, sent));
    if (!response) return;
    if (!response.ok) return this.#answer.show(response, 0);
    const { content } = /** @type {{ content: { id: string }[] }} */ (JSON.parse(await response.body.text()));
    if (content[0]) this.#fields.set('id', content[0].id);
  }

  get #accept() {
    return this.#type?.selectedIndex ? this.#type.value : undefined;
  }

  #showCommand() {
    const { basePath } = this.#surroundings.settings;
    const url = location.origin + basePath + this.#fields.urlOf(this.#path);
    this.#command.show(curlOf(url, { secured: this.#secured, accept: this.#accept }));
  }

  /** @param {string} nextId */
  #goOn(nextId) {
    this.#fields.set('startAfter', nextId);
    void this.#ask();
  }

  async #ask() {
    this.#answer.waiting();
    const startedAt = performance.now();
    const response = await this.#fetch(this.#fields.urlOf(this.#path));
    if (response) await this.#answer.show(response, performance.now() - startedAt);
  }

  /**
   * Undefined where there was no answer, which is then shown.
   * @param {string} path
   * @returns {Promise<import('./answer.js').Received | undefined>}
   */
  async #fetch(path) {
    const { settings, token } = this.#surroundings;
    const own = this.#secured ? token() : undefined;
    this.#sending = new AbortController();
    this.#send.textContent = 'Cancel';
    try {
      const headers = {
        ...(own === undefined ? {} : { authorization: `Bearer ${own}` }),
        ...(this.#accept === undefined ? {} : { accept: this.#accept }),
      };
      const { signal } = this.#sending;
      const response = await fetch(settings.basePath + path, { headers, cache: 'no-store', signal });
      const { status, statusText, ok, headers: received } = response;
      return { status, statusText, ok, headers: received, body: await response.blob() };
    } catch (error) {
      this.#answer.failed(error);
      return undefined;
    } finally {
      this.#sending = undefined;
      this.#send.textContent = 'Send';
    }
  }
}

/** Where an answer has several forms and no parameter says which, one can be chosen. @param {Operation} operation */
function typeSelect({ responses, parameters = [] }) {
  const types = Object.keys(responses['200']?.content ?? {});
  if (types.length < 2 || parameters.some(({ name }) => name === 'format')) return undefined;
  return element(
    'select',
    { name: 'accept' },
    ...types.map((type) => element('option', { value: type }, type)),
  );
}

/** @param {Operation} operation @param {Schemas} schemas */
function repliesView({ responses }, schemas) {
  const replies = Object.entries(responses).map(([status, { description, content }]) => {
    const [schema] = Object.values(content ?? {}).map((described) => described.schema);
    const head = element('summary', {}, element('code', {}, status), ' ', ...inline(description));
    return element('details', {}, head, ...(schema ? [schemaView(schema, schemas)] : []));
  });
  return element('section', { class: 'replies' }, element('h3', {}, 'Answers'), ...replies);
}

// The types of @tidemark/sdk, written from the service's own OpenAPI and AsyncAPI documents, so that they cannot say anything else
// than the service does. `npm run sdk:contract` writes them; a test fails where they differ from what the service serves.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { routesText } from './cli-routes.mjs';

export const SDK_CONTRACT = fileURLToPath(new URL('../sdk/src/contract.ts', import.meta.url));
/** What `tidemark get` can ask for, from the same documents. */
export const CLI_ROUTES = fileURLToPath(new URL('../src/cli/get/routes.ts', import.meta.url));

/** Of a route that lists records: how an answer holds them. */
const LIST = /^(?<record>\w+?)(?<kind>List|Page)$/;
/** What the SDK decides itself. */
const OWN_PARAMETERS = new Set(['format', 'quantities']);
/** Schemas that clients of the SDK never see by this name. */
const HIDDEN = new Set(['Token', 'TokenError', 'TokenRequest', 'Error']);

const STYLE = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));

/** @typedef {Record<string, any>} Json */

/** As `npm run format` would write it. @param {string} file @param {string} text @returns {Promise<string>} */
async function formatted(file, text) {
  const { code, errors } = await format(file, text, STYLE);
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0]?.message}`);
  return code;
}

/** @param {string} text @param {string} indent */
function comment(text, indent) {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n` : '';
}

/** @param {Json} schema @param {string} indent @returns {string} */
function typeOf(schema, indent) {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((/** @type {Json} */ one) => typeOf(one, indent)))].join(' | ');
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly ${wrapped(typeOf(schema.items ?? {}, indent))}[]`;
    case 'object':
      return objectOf(schema, indent);
    default:
      return 'unknown';
  }
}

/** @param {string} type */
function wrapped(type) {
  return /^[\w.]+$/.test(type) ? type : `(${type})`;
}

/** @param {Json} schema @param {string} indent */
function objectOf(schema, indent) {
  if (!schema.properties) {
    const values = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0];
    return `Readonly<Record<string, ${values && values !== true ? typeOf(values, indent) : 'unknown'}>>`;
  }
  const inner = `${indent}  `;
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(
    ([name, field]) =>
      `${comment(/** @type {Json} */ (field).description, inner)}${inner}readonly ${name}${required.has(name) ? '' : '?'}: ${typeOf(/** @type {Json} */ (field), inner)};\n`,
  );
  return `{\n${fields.join('')}${indent}}`;
}

/** @param {string} reference */
function nameOf(reference) {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** @param {string} name @param {Json} schema */
function declaration(name, schema) {
  const said = comment(schema.description, '');
  return schema.properties
    ? `${said}export interface ${name} ${objectOf(schema, '')}\n`
    : `${said}export type ${name} = ${typeOf(schema, '')};\n`;
}

/** @param {string} text */
function capital(text) {
  return text[0]?.toUpperCase() + text.slice(1);
}

/** @param {Json} operation @param {'query' | 'path'} place */
function parametersOf(operation, place) {
  const wanted = (operation.parameters ?? []).filter(
    (/** @type {Json} */ { name, in: where }) => where === place && !OWN_PARAMETERS.has(name),
  );
  return {
    properties: Object.fromEntries(
      wanted.map((/** @type {Json} */ { name, description, schema }) => [name, { ...schema, description }]),
    ),
    required: wanted
      .filter((/** @type {Json} */ one) => one.required)
      .map((/** @type {Json} */ { name }) => name),
  };
}

/** @param {Json} operation */
function answerOf(operation) {
  const content = operation.responses['200']?.content ?? {};
  const schema = content['application/json']?.schema;
  if (!schema) return content['application/x-ndjson'] ? 'Lines' : 'unknown';
  const name = schema.$ref ? nameOf(schema.$ref) : typeOf(schema, '  ');
  const { record, kind } = LIST.exec(name)?.groups ?? {};
  return record ? `${kind}<${record}>` : name;
}

/** Whether its answer never ends: the SDK has streams of its own for that. @param {Json} operation */
function isEndless({ responses }) {
  return responses['200']?.content?.['text/event-stream'] !== undefined;
}

/** @param {Json} openapi */
function operationsOf(openapi) {
  return Object.entries(openapi.paths)
    .filter(([path, { get }]) => get && path.startsWith('/v3/') && !isEndless(get))
    .map(([path, { get }]) => ({ path: path.slice('/v3'.length), operation: get }));
}

/** Whether it writes quantities as it is asked to. @param {Json} operation */
function hasQuantities({ parameters = [] }) {
  return parameters.some((/** @type {Json} */ { name }) => name === 'quantities');
}

/** @param {Json} openapi */
function operationTypes(openapi) {
  const operations = operationsOf(openapi).map(({ path, operation }) => {
    const { operationId, summary } = operation;
    const query = parametersOf(operation, 'query');
    const inPath = parametersOf(operation, 'path');
    const queryName = `${capital(operationId)}Query`;
    return {
      declared: `export interface ${queryName} ${objectOf(query, '')}\n`,
      entry: `${comment(summary, '  ')}  ${operationId}: { path: ${objectOf(inPath, '  ').replaceAll(/\s+/g, ' ')}; query: ${queryName}; answer: ${answerOf(operation)} };\n`,
      path: `  ${operationId}: '${path}${hasQuantities(operation) ? '*' : ''}',\n`,
    };
  });
  return [
    ...operations.map(({ declared }) => declared),
    `/** Every route that reads: its parameters and its answer. */\nexport interface Operations {\n${operations.map(({ entry }) => entry).join('')}}\n`,
    `/** Where they are, under \`/v3\`. Numbers would lose digits, whatever the operator's default is: where a path ends with *, quantities are asked for as texts. */\nexport const PATHS = {\n${operations.map(({ path }) => path).join('')}} as const satisfies Readonly<Record<keyof Operations, string>>;\n`,
  ];
}

/** @param {Json} asyncapi */
function messageTypes(asyncapi) {
  const ofServer = new Set(
    asyncapi.operations.sendToClient.messages.map((/** @type {Json} */ one) => nameOf(one.$ref)),
  );
  const messages = Object.entries(asyncapi.components.messages).map(([name, { payload, summary }]) => ({
    title: `${name
      .split('_')
      .map((word) => capital(word.toLowerCase()))
      .join('')}Message`,
    fromServer: ofServer.has(name),
    payload: { ...payload, description: summary },
  }));
  const union = (/** @type {boolean} */ fromServer) =>
    messages
      .filter((one) => one.fromServer === fromServer)
      .map(({ title }) => title)
      .join(' | ');
  return [
    ...messages.map(({ title, payload }) => declaration(title, payload)),
    `/** What the server sends over the websocket. */\nexport type ServerMessage = ${union(true)};\n`,
    `/** What clients send over the websocket. */\nexport type ClientMessage = ${union(false)};\n`,
  ];
}

/** @param {string} baseUrl of a running service @param {string} path @returns {Promise<Json>} */
async function documentAt(baseUrl, path) {
  const answer = await fetch(baseUrl + path);
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return /** @type {Json} */ (await answer.json());
}

/**
 * The module's text, as it is committed.
 * @param {string} baseUrl of a running service
 */
export async function sdkContract(baseUrl) {
  const openapi = await documentAt(baseUrl, '/openapi.json');
  const asyncapi = await documentAt(baseUrl, '/asyncapi.json');
  return formatted(SDK_CONTRACT, textOf(openapi, asyncapi));
}

/**
 * The same of the routes of `tidemark get`.
 * @param {string} baseUrl of a running service
 */
export async function cliRoutes(baseUrl) {
  const text = routesText(await documentAt(baseUrl, '/openapi.json'));
  return formatted(CLI_ROUTES, text);
}

/**
 * Writes both from the service that says on one of these lines that it is ready; nothing where either cannot be made.
 * @param {AsyncIterable<string> | Iterable<string>} lines
 * @param {{ contract: string, routes: string }} files
 */
export async function writeContract(lines, files) {
  for await (const line of lines) {
    const [, baseUrl] = /^tidemark ready (\S+)/.exec(line) ?? [];
    if (baseUrl === undefined) continue;
    const [contract, routes] = [await sdkContract(baseUrl), await cliRoutes(baseUrl)];
    writeFileSync(files.contract, contract);
    writeFileSync(files.routes, routes);
    return;
  }
  throw new Error('the service ended before it was ready: nothing was written');
}

/** @param {Json} openapi @param {Json} asyncapi */
function textOf(openapi, asyncapi) {
  const schemas = Object.entries(openapi.components.schemas).filter(
    ([name]) => !LIST.test(name) && !HIDDEN.has(name),
  );
  const error = openapi.components.schemas.Error.properties;
  return [
    '// Written by `npm run sdk:contract` from the documents of the service. Not to be edited.\n',
    '/** A list that comes whole. */\nexport interface List<T> {\n  readonly content: readonly T[];\n}\n',
    '/** A list that may come in pages. */\nexport interface Page<T> extends List<T> {\n  /** `startAfter` of the next page, where there is one. */\n  readonly nextId?: string;\n}\n',
    '/** One record per line. */\nexport type Lines = string;\n',
    `/** The machine-readable code of an error. */\nexport type ErrorStatus = ${typeOf(error.status, '')};\n`,
    declaration('FieldProblem', error.errors.items),
    ...schemas.map(([name, schema]) => declaration(name, schema)),
    ...operationTypes(openapi),
    ...messageTypes(asyncapi),
  ].join('\n');
}

// The routes that `tidemark get` can ask for, as a module: what lists or gets records, by its name in the OpenAPI document, with its
// parameters. The columns come from the schema of the record.

/** @typedef {Record<string, any>} Json */

/** What the SDK, or the command itself, decides. */
const OWN_PARAMETERS = new Set(['format', 'quantities', 'startAfter', 'size']);
/** Other ways to say what an id says; a name is found by the SDK. */
const NAMES = new Set(['symbol', 'slugName', 'marketName', 'name']);
const NAMED_BY = new Set(['indexId', 'assetId']);
const LIST = /^(?<record>\w+?)(?<kind>List|Page)$/;

/** @param {Json} openapi */
export function routesText(openapi) {
  const operations = Object.entries(openapi.paths)
    .filter(([path, { get }]) => path.startsWith('/v3/') && get && /^(?:list|get)[A-Z]/.test(get.operationId))
    .map(([, { get }]) => get)
    .filter((get) => get.responses['200'].content['application/json']);
  // One of a list is what is got by its id alone.
  const singles = new Map(
    operations
      .filter(({ operationId, parameters = [] }) => operationId.startsWith('get') && isById(parameters))
      .map(({ operationId }) => [operationId.slice('get'.length), operationId]),
  );
  const routes = operations.map((operation) => routeOf(openapi, operation, singles));
  const paired = new Set(routes.flatMap(({ one }) => (one ? [one] : [])));
  const listed = routes.filter(({ operation }) => !paired.has(operation));
  const shared = sharedParameters(listed.flatMap(({ parameters }) => parameters));
  const texts = listed.map((route) => routeText(route, shared));
  return [
    '// Written by `npm run sdk:contract` from the OpenAPI document of the service. Not to be edited.\n',
    "import { columnsOf } from './record-columns.ts';",
    "import type { Route, RouteParameter } from './route.ts';\n",
    ...[...shared].map(([parameter, name]) => `const ${name}: RouteParameter = ${parameter};`),
    `\nexport const ROUTES: readonly Route[] = [${texts.join()}];\n`,
  ].join('\n');
}

/** Parameters that several routes have, as JSON, and the constant that each becomes. @param {Json[]} parameters */
function sharedParameters(parameters) {
  const texts = parameters.map((parameter) => JSON.stringify(parameter));
  /** @type {Map<string, string>} */
  const shared = new Map();
  for (const [i, text] of texts.entries()) {
    const name = parameters[i]?.name.replaceAll(/(?=[A-Z])/g, '_').toUpperCase();
    const isAgain = texts.indexOf(text) < i && !shared.has(text);
    if (isAgain && ![...shared.values()].includes(name)) shared.set(text, name);
  }
  return shared;
}

/** @param {Json} route @param {Map<string, string>} shared */
function routeText({ parameters, columns, ...route }, shared) {
  const texts = parameters.map((/** @type {Json} */ parameter) => {
    const text = JSON.stringify(parameter);
    return shared.get(text) ?? text;
  });
  const head = JSON.stringify(route).slice(1, -1);
  return `{${head},"parameters":[${texts.join()}],"columns":columnsOf(${columns.map((/** @type {string} */ each) => `'${each}'`)})}`;
}

/** @param {Json} openapi @param {Json} operation @param {Map<string, string>} singles */
function routeOf(openapi, { operationId, summary, parameters = [], responses }, singles) {
  const answer = nameOf(responses['200'].content['application/json'].schema.$ref);
  const { record = answer, kind } = LIST.exec(answer)?.groups ?? {};
  const plural = operationId.replace(/^(?:list|get)/, '');
  const schema = openapi.components.schemas[record];
  const rows = kind === undefined ? rowsOf(openapi, schema) : undefined;
  const one = operationId.startsWith('list') ? singles.get(plural.replace(/s$/, '')) : undefined;
  return {
    name: plural.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase(),
    operation: operationId,
    summary,
    record,
    isList: kind !== undefined,
    isPaged: kind === 'Page',
    ...(one && { one }),
    ...(rows && { rows }),
    parameters: parametersOf(parameters),
    columns: rows ? [record, rows] : [record],
  };
}

/** Of a single record that has lists of records, the first of these: it is shown in its place. @param {Json} openapi @param {Json} schema */
function rowsOf(openapi, { properties = {} }) {
  for (const [member, { type, items }] of Object.entries(properties)) {
    const each = type === 'array' ? resolved(openapi, items) : undefined;
    if (each?.properties) return member;
  }
  return undefined;
}

/** @param {Json[]} parameters */
function isById(parameters) {
  return parameters.length === 1 && parameters[0]?.name === 'id';
}

/** @param {Json[]} all */
function parametersOf(all) {
  const isNamed = all.some(({ name }) => NAMED_BY.has(name));
  const given = new Set(all.map(({ name }) => name));
  // `exchange` beside `exchangeId`, `marketName` beside `marketId`: the option of the id takes names.
  const isOfId = (/** @type {string} */ name) => given.has(`${name.replace(/Name$/, '')}Id`);
  return (
    all
      .filter(({ name }) => !OWN_PARAMETERS.has(name) && !(isNamed && NAMES.has(name)) && !isOfId(name))
      // A parameter may be there only to be refused with a reason.
      .filter(({ description }) => !description.startsWith('Not supported'))
      .map(({ name, description, required, schema }) => ({
        name,
        about: description,
        kind: schema.enum ? 'choice' : (schema.format ?? schema.type),
        ...(schema.enum && { choices: schema.enum }),
        ...(required && { isRequired: true }),
      }))
  );
}

/** @param {Json} openapi @param {Json} schema @returns {Json} */
function resolved(openapi, schema) {
  return schema.$ref ? openapi.components.schemas[nameOf(schema.$ref)] : schema;
}

/** @param {string} reference */
function nameOf(reference) {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

// The routes that `tidemark get` can ask for, as a module: what lists or gets records, by its name in the OpenAPI document, with its
// parameters and the members of a record that stand in columns.

/** @typedef {Record<string, any>} Json */

const DECIMAL = '^-?(?:0|[1-9]\\d*)(?:\\.\\d*[1-9])?$';
const COUNT = '^(?:0|[1-9]\\d*)$';
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
  return [
    '// Written by `npm run sdk:contract` from the OpenAPI document of the service. Not to be edited.\n',
    "import type { Route } from './route.ts';\n",
    `export const ROUTES: readonly Route[] = ${JSON.stringify(routes.filter(({ operation }) => !paired.has(operation)))};\n`,
  ].join('\n');
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
    ...(rows && { rows: rows.member }),
    parameters: parametersOf(parameters),
    columns: columnsOf(openapi, rows?.schema ?? schema, ''),
  };
}

/** Of a single record that has lists of records, the first of these: it is shown in its place. @param {Json} openapi @param {Json} schema */
function rowsOf(openapi, { properties = {} }) {
  for (const [member, { type, items }] of Object.entries(properties)) {
    const each = type === 'array' ? resolved(openapi, items) : undefined;
    if (each?.properties) return { member, schema: each };
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
      .filter(({ description }) => !description.startsWith('Refused'))
      .map(({ name, description, required, schema }) => ({
        name,
        about: description,
        kind: schema.enum ? 'choice' : (schema.format ?? schema.type),
        ...(schema.enum && { choices: schema.enum }),
        ...(required && { isRequired: true }),
      }))
  );
}

/** Members that no column can hold, lists of objects, are left out. @param {Json} openapi @param {Json} schema @param {string} under @returns {[string, string][]} */
function columnsOf(openapi, schema, under) {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const whole = resolved(openapi, member);
    if (whole.properties) return columnsOf(openapi, whole, `${under}${key}.`);
    const kind = kindOf(openapi, whole);
    return kind ? [/** @type {[string, string]} */ ([`${under}${key}`, kind])] : [];
  });
}

/** @param {Json} openapi @param {Json} schema @returns {string | undefined} */
function kindOf(openapi, { type, format, pattern, items, anyOf, oneOf }) {
  // What may also be empty is what it is otherwise.
  const filled = anyOf?.filter((/** @type {Json} */ each) => each.const !== '');
  if (filled?.length === 1) return kindOf(openapi, filled[0]);
  if (type === 'array') {
    const of = kindOf(openapi, resolved(openapi, items));
    // A list of lists stands in no column.
    if (of === undefined || of === 'flags' || of === 'decimals') return undefined;
    return of === 'decimal' ? 'decimals' : 'flags';
  }
  if (type === 'object' || anyOf || oneOf) return undefined;
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || pattern === COUNT) return 'integer';
  if (type === 'number' || pattern === DECIMAL) return 'decimal';
  if (format === 'uuid') return 'id';
  return format === 'date-time' ? 'datetime' : 'text';
}

/** @param {Json} openapi @param {Json} schema @returns {Json} */
function resolved(openapi, schema) {
  return schema.$ref ? openapi.components.schemas[nameOf(schema.$ref)] : schema;
}

/** @param {string} reference */
function nameOf(reference) {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

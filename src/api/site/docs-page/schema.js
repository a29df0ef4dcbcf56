import { element } from './dom.js';
import { inline } from './prose.js';

/**
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string | string[]} [type]
 * @property {string} [format]
 * @property {string} [description]
 * @property {readonly unknown[]} [enum]
 * @property {unknown} [const]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {unknown} [default]
 * @property {readonly unknown[]} [examples]
 * @property {Schema} [items]
 * @property {Readonly<Record<string, Schema>>} [properties]
 * @property {readonly string[]} [required]
 * @property {readonly Schema[]} [anyOf]
 * @property {readonly Schema[]} [oneOf]
 */

/** @typedef {Readonly<Record<string, Schema>>} Schemas  those of the document, by name */

const REFERENCE = '#/components/schemas/';

/** @param {Schema} schema @param {Schemas} schemas @returns {Schema} */
function resolved(schema, schemas) {
  return schemas[schema.$ref?.slice(REFERENCE.length) ?? ''] ?? schema;
}

/**
 * A short description of a type.
 * @param {Schema} schema
 * @returns {string}
 */
export function kindOf(schema) {
  if (schema.$ref !== undefined) return schema.$ref.slice(REFERENCE.length);
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(kindOf).join(' | ');
  if (schema.type === 'array') return `array of ${kindOf(schema.items ?? {})}`;
  const type = [schema.type ?? 'any'].flat().join(' | ');
  const range = schema.minimum === undefined ? '' : ` ${schema.minimum} to ${schema.maximum ?? 'any'}`;
  return `${type}${schema.format === undefined ? '' : ` (${schema.format})`}${range}`;
}

/**
 * The properties of an object or of the objects of an array, as a list, with nested properties below.
 * @param {Schema} schema
 * @param {Schemas} schemas
 * @param {number} [depth]  a schema that contains itself ends here
 * @returns {HTMLElement}
 */
export function schemaView(schema, schemas, depth = 6) {
  const own = resolved(schema, schemas);
  const inner = own.type === 'array' && own.items ? resolved(own.items, schemas) : own;
  const properties = Object.entries(inner.properties ?? {});
  if (properties.length === 0 || depth === 0) return element('code', {}, kindOf(own));
  const items = properties.map(([name, property]) => {
    const optional = inner.required?.includes(name) ? [] : [' ', element('em', {}, 'optional')];
    const head = [
      element('code', {}, name),
      ' ',
      element('span', { class: 'kind' }, kindOf(property)),
      ...optional,
    ];
    const described = property.description ? [' ', ...inline(property.description)] : [];
    return element('li', {}, ...head, ...described, ...nested(property, schemas, depth));
  });
  return element('ul', { class: 'schema' }, ...items);
}

/** @param {Schema} property @param {Schemas} schemas @param {number} depth @returns {HTMLElement[]} */
function nested(property, schemas, depth) {
  const own = resolved(property, schemas);
  const inner = own.type === 'array' && own.items ? resolved(own.items, schemas) : own;
  return inner.properties ? [schemaView(own, schemas, depth - 1)] : [];
}

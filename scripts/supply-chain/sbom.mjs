// The software bill of materials of the npm package, as CycloneDX 1.6. It depends on nothing but what it lists: neither time nor chance.
import { createHash } from 'node:crypto';
import { placesOf } from './licences.mjs';

/** @typedef {import('./packages.mjs').RuntimePackage} RuntimePackage */

/**
 * @param {{ name: string, version: string, description: string, license: string }} product  its package.json
 * @param {readonly RuntimePackage[]} packages @param {ReadonlySet<string>} bundled @param {readonly string[]} direct  paths
 */
export function sbomOf(product, packages, bundled, direct) {
  const references = new Map(packages.map((each) => [each.path, referenceOf(each, packages)]));
  const own = purlOf(product.name, product.version);
  const refs = (/** @type {readonly string[]} */ paths) => paths.map((path) => references.get(path) ?? path);
  const content = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: product.name,
        version: product.version,
        description: product.description,
        licenses: [{ license: { id: product.license } }],
        purl: own,
      },
    },
    components: packages.map((each) => componentOf(each, references.get(each.path) ?? '', bundled)),
    dependencies: [
      { ref: own, dependsOn: refs(direct) },
      ...packages.map(({ path, dependsOn }) => ({
        ref: references.get(path),
        dependsOn: refs(dependsOn),
      })),
    ],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
}

/** @param {RuntimePackage} each @param {string} reference @param {ReadonlySet<string>} bundled */
function componentOf(each, reference, bundled) {
  const { name, version, licence, integrity, isOptional } = each;
  const [, group, own] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name) ?? [];
  return {
    type: 'library',
    'bom-ref': reference,
    ...(group === undefined ? {} : { group }),
    name: own,
    version,
    scope: isOptional ? 'optional' : 'required',
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
    ],
    licenses: [{ license: { id: licence } }],
    purl: purlOf(name, version),
    properties: placesOf(each, bundled).map((value) => ({ name: 'tidemark:place', value })),
  };
}

/** Two copies of one version, in different folders, are two components. @param {RuntimePackage} each @param {readonly RuntimePackage[]} packages */
function referenceOf({ path, name, version }, packages) {
  const copies = packages.filter((other) => other.name === name && other.version === version);
  return copies.length === 1 ? purlOf(name, version) : `${purlOf(name, version)}#${path}`;
}

/** @param {string} name @param {string} version */
function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** A UUID of version 8 from a hash. @param {string} text */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

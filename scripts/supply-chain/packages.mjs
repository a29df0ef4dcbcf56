// The packages that the product needs at run time, from package-lock.json: those that npm installs with it, and those that are built into the page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} LockedPackage  an entry of package-lock.json
 * @property {string} version
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {string} [resolved]
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * @typedef {object} RuntimePackage
 * @property {string} path  in the repository: `node_modules/NAME`
 * @property {string} name
 * @property {string} version
 * @property {string} licence  SPDX identifier, from its package.json
 * @property {string} integrity  `sha512-BASE64`, as npm checks it
 * @property {boolean} isInstalled  with the product; otherwise it is in the page alone
 * @property {boolean} isOptional  the product works without it
 * @property {boolean} isInPage
 * @property {boolean} hasInstallScript
 * @property {string[]} dependsOn  paths
 */

/** @param {string} root @returns {RuntimePackage[]} sorted by path */
export function runtimePackages(root) {
  const lock = readJson(join(root, 'package-lock.json'));
  /** @type {Record<string, LockedPackage>} */
  const packages = lock.packages;
  const required = closureOf(packages, '', ({ dependencies }) => dependencies);
  const installed = closureOf(packages, '', ({ dependencies, optionalDependencies }) => ({
    ...dependencies,
    ...optionalDependencies,
  }));
  const inPage = closureOf(packages, 'web', ({ dependencies }) => dependencies);
  const paths = [...new Set([...installed, ...inPage])].filter((path) => path.startsWith('node_modules/'));
  return paths.sort().map((path) => {
    const entry = packages[path];
    const { name, license } = readJson(join(root, path, 'package.json'));
    if (!entry?.integrity || typeof license !== 'string')
      throw new Error(`${path} has no integrity in package-lock.json, or no licence in its package.json`);
    return {
      path,
      name,
      version: entry.version,
      licence: license,
      integrity: entry.integrity,
      isInstalled: installed.has(path),
      isOptional: !required.has(path) && !inPage.has(path),
      isInPage: inPage.has(path),
      hasInstallScript: entry.hasInstallScript === true,
      dependsOn: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .flatMap((dependency) => resolveFrom(packages, path, dependency) ?? [])
        .sort(),
    };
  });
}

/**
 * Paths of all packages that one needs, without itself. A link leads to the folder of a workspace.
 * @param {Record<string, LockedPackage>} packages @param {string} from
 * @param {(entry: LockedPackage) => Record<string, string> | undefined} namesOf
 */
function closureOf(packages, from, namesOf) {
  /** @type {Set<string>} */
  const found = new Set();
  const queue = [from];
  for (const path of queue) {
    for (const name of Object.keys(namesOf(packages[path] ?? { version: '' }) ?? {})) {
      const next = resolveFrom(packages, path, name);
      if (next === undefined || found.has(next)) continue;
      found.add(next);
      queue.push(next);
    }
  }
  return found;
}

/** As Node resolves it: in the folder itself, then in those above. @param {Record<string, LockedPackage>} packages @param {string} from @param {string} name */
function resolveFrom(packages, from, name) {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[path];
    if (entry) return entry.link ? entry.resolved : path;
    if (folder === '') return undefined;
  }
}

/** @param {string} folder */
function parentOf(folder) {
  const end = folder.lastIndexOf('node_modules/');
  return end <= 0 ? '' : folder.slice(0, end - 1);
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

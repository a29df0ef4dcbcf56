// The licences of the packages that the product needs at run time.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./packages.mjs').RuntimePackage} RuntimePackage */

/**
 * @param {string} root @param {readonly RuntimePackage[]} packages
 * @param {ReadonlySet<string>} bundled  paths of packages whose code is in the bundled program
 */
export function licencesOf(root, packages, bundled) {
  const notices = packages.map((each) => {
    const title = `${each.name} ${each.version} (${each.licence}), ${placesOf(each, bundled).join(', ')}`;
    return `${title}\n\n${licenceText(root, each)}\n`;
  });
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return `Tidemark needs these packages at run time.\n${rule}${notices.join(rule)}`;
}

/** Where the code of a package is. @param {RuntimePackage} each @param {ReadonlySet<string>} bundled @returns {string[]} */
export function placesOf({ path, isInstalled, isInPage }, bundled) {
  return [
    ...(bundled.has(path) ? ['in the program'] : []),
    ...(isInPage ? ['in the page'] : []),
    ...(isInstalled ? ['installed'] : []),
  ];
}

/** @param {string} root @param {RuntimePackage} each */
function licenceText(root, { path, licence }) {
  const folder = join(root, path);
  const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(name));
  if (files.length > 0)
    return files
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8').trim())
      .join('\n\n');
  const readme = join(folder, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  const section = /^#+ *licen[cs]e *$(.+)/ims.exec(text)?.[1]?.trim();
  return section ?? `The package has no licence file. Its package.json says: ${licence}`;
}

// Writes what the npm package says about the packages that it needs: dist/sbom.cdx.json and dist/THIRD-PARTY.txt.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesOf } from './licences.mjs';
import { runtimePackages } from './packages.mjs';
import { sbomOf } from './sbom.mjs';

/** @param {string} root @param {ReadonlySet<string>} bundled  paths of packages whose code is in the bundled program */
export function writeSupplyChain(root, bundled) {
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = runtimePackages(root);
  const missing = [...bundled].filter((path) => !packages.some((each) => each.path === path));
  if (missing.length > 0) throw new Error(`not among dependencies, but bundled: ${missing.join(', ')}`);
  const page = JSON.parse(readFileSync(join(root, 'web', 'package.json'), 'utf8'));
  const named = { ...product.dependencies, ...page.dependencies };
  const direct = packages.filter(({ path, name }) => path === `node_modules/${name}` && name in named);
  const sbom = sbomOf(
    product,
    packages,
    bundled,
    direct.map(({ path }) => path),
  );
  writeFileSync(join(root, 'dist', 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  writeFileSync(join(root, 'dist', 'THIRD-PARTY.txt'), licencesOf(root, packages, bundled));
}

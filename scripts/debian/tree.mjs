// The files of the Debian package, from the packed npm package, installed dependencies and deploy/.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { EXTERNAL_PACKAGES } from '../bundle-program.mjs';
import { runtimePackages } from '../supply-chain/packages.mjs';
import { copyrightFile, manualPage } from './control.mjs';

const LIBRARY = 'usr/lib/tidemark';
const DOCUMENTS = 'usr/share/doc/tidemark';
const EXECUTABLES = new Set(['usr/bin/tidemark', `${LIBRARY}/bin/node`, `${LIBRARY}/dist/src/cli/main.js`]);
/** How units of deploy/ start it. */
const OWN_PROGRAM = '/usr/bin/node /opt/tidemark/node_modules/tidemark/';

/**
 * @param {{ root: string, to: string, tarball: string, node: string, version: string }} parts  `node`: the folder of its package
 * @returns {string[]} paths of all files
 */
export function layTree({ root, to, tarball, node, version }) {
  const library = join(to, LIBRARY);
  mkdirSync(library, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', library, '--strip-components=1']);
  for (const path of neededPackages(root))
    cpSync(join(root, path), join(library, path), { recursive: true, filter: isOwn(root, path) });
  const write = (/** @type {string} */ path, /** @type {string | Buffer} */ content) => {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), content);
  };
  const text = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  write(`${LIBRARY}/bin/node`, readFileSync(join(node, 'bin', 'node')));
  write('usr/bin/tidemark', `#!/bin/sh\nexec /${LIBRARY}/bin/node /${LIBRARY}/dist/src/cli/main.js "$@"\n`);
  write('etc/tidemark/tidemark.env', text('scripts/debian/files/tidemark.env'));
  for (const name of readdirSync(join(root, 'deploy', 'systemd')).filter((each) =>
    each.endsWith('.service'),
  )) {
    const unit = text(`deploy/systemd/${name}`).replace(OWN_PROGRAM, `/${LIBRARY}/bin/node /${LIBRARY}/`);
    if (!unit.includes(LIBRARY)) throw new Error(`deploy/systemd/${name} does not start ${OWN_PROGRAM}`);
    write(`usr/lib/systemd/system/${name}`, unit);
  }
  const licence = readFileSync(join(node, 'LICENSE'), 'utf8');
  write(`${DOCUMENTS}/copyright`, copyrightFile(text('dist/THIRD-PARTY.txt'), licence));
  write(`${DOCUMENTS}/changelog.gz`, gzipSync(text('CHANGELOG.md'), { level: 9 }));
  const help = execFileSync(process.execPath, [join(root, 'dist/src/cli/main.js'), '--help'], {
    encoding: 'utf8',
  });
  write('usr/share/man/man1/tidemark.1.gz', gzipSync(manualPage(version, help), { level: 9 }));
  return withModes(to);
}

/** What the bundled program loads from `node_modules`, without optional packages: none has an install script to run. @param {string} root */
function neededPackages(root) {
  const byPath = new Map(runtimePackages(root).map((each) => [each.path, each]));
  const found = new Set(EXTERNAL_PACKAGES.map((name) => `node_modules/${name}`));
  for (const path of found)
    for (const next of byPath.get(path)?.dependsOn ?? []) if (!byPath.get(next)?.isOptional) found.add(next);
  return found;
}

/** A package inside another one is copied by itself, if it is needed. @param {string} root @param {string} path */
function isOwn(root, path) {
  const inner = join(root, path, 'node_modules');
  return (/** @type {string} */ file) => file !== inner;
}

/** The same modes whatever the umask. @param {string} to @returns {string[]} paths of all files */
function withModes(to) {
  const entries = readdirSync(to, { recursive: true, withFileTypes: true });
  const files = [];
  chmodSync(to, 0o755);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(to.length + 1);
    chmodSync(path, entry.isDirectory() || EXECUTABLES.has(name) ? 0o755 : 0o644);
    if (entry.isFile()) files.push(name);
  }
  return files.sort();
}

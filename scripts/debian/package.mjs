// `npm run package:deb`: makes tidemark_VERSION_ARCHITECTURE.deb from the checkout, with Node in it. Needs dpkg-deb and no root.
//   npm run package:deb -- --arch arm64 --out /tmp
// With --tarball FILE it takes a package that `npm pack` has made; --compress none takes less time.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { controlFile, debianVersion, md5sums } from './control.mjs';
import { isArchitecture, nodePackage } from './node-binary.mjs';
import { layTree } from './tree.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Modification times of all files, as in what `npm pack` makes. */
const EPOCH = '499162500';
const { values: options } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch === 'x64' ? 'amd64' : process.arch },
    out: { type: 'string', default: '.' },
    tarball: { type: 'string' },
    version: { type: 'string' },
    compress: { type: 'string', default: 'xz' },
  },
});

/** @param {string} text @returns {never} */
function refuse(text) {
  console.error(`package:deb: ${text}`);
  process.exit(2);
}

const architecture = options.arch;
if (!isArchitecture(architecture)) refuse(`--arch ${architecture} is not supported: amd64 or arm64`);
if (spawnSync('dpkg-deb', ['--version']).error) refuse('dpkg-deb is not installed: install the package dpkg');

const scratch = mkdtempSync(join(tmpdir(), 'tidemark-deb-'));
try {
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = options.version ?? debianVersion(product.version);
  const tree = join(scratch, 'tree');
  const files = layTree({
    root,
    to: tree,
    tarball: options.tarball === undefined ? packed() : resolve(options.tarball),
    node: nodePackage(root, architecture),
    version: product.version,
  });
  const installedBytes = files.reduce((bytes, file) => bytes + statSync(join(tree, file)).size, 0);
  writeControl(join(tree, 'DEBIAN'), {
    control: controlFile({ version, architecture, installedBytes }),
    conffiles: '/etc/tidemark/tidemark.env\n',
    md5sums: md5sums(
      tree,
      files.filter((file) => !file.startsWith('etc/')),
    ),
  });
  const file = resolve(options.out, `tidemark_${version}_${architecture}.deb`);
  mkdirSync(resolve(options.out), { recursive: true });
  // One thread: how many there are would show in the bytes.
  const flags = ['--root-owner-group', `-Z${options.compress}`, '--threads-max=1', '--build', tree, file];
  execFileSync('dpkg-deb', flags, { env: { ...process.env, SOURCE_DATE_EPOCH: EPOCH }, stdio: 'pipe' });
  console.log(file);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function packed() {
  const flags = ['pack', '--json', '--pack-destination', scratch];
  const stdout = execFileSync('npm', flags, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  return join(scratch, filename);
}

/** @param {string} folder @param {Record<string, string>} made */
function writeControl(folder, made) {
  mkdirSync(folder, { mode: 0o755 });
  for (const [name, text] of Object.entries(made)) writeFileSync(join(folder, name), text, { mode: 0o644 });
  for (const name of ['postinst', 'prerm', 'postrm']) {
    copyFileSync(join(root, 'scripts', 'debian', 'files', name), join(folder, name));
    chmodSync(join(folder, name), 0o755);
  }
}

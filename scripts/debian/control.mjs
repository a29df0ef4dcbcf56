// What the Debian package says about itself.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of Node's own binary. */
const DEPENDS = 'adduser, init-system-helpers, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 5.2)';

/** @param {{ version: string, architecture: string, installedBytes: number }} facts */
export function controlFile({ version, architecture, installedBytes }) {
  return `Package: tidemark
Version: ${version}
Architecture: ${architecture}
Maintainer: The makers of Tidemark <root@localhost>
Installed-Size: ${Math.ceil(installedBytes / 1024)}
Depends: ${DEPENDS}
Section: net
Priority: optional
Description: self-hosted crypto market data
 Tidemark computes auditable reference prices of crypto assets from many
 exchanges, keeps their history, and serves them over REST and websocket.
 .
 The package carries the Node.js that runs it.
`;
}

/** A prerelease sorts before its release. @param {string} version  of npm */
export const debianVersion = (version) => version.replace('-', '~');

/** @param {string} root @param {readonly string[]} files  from the root of the package */
export function md5sums(root, files) {
  const sum = (/** @type {string} */ file) =>
    createHash('md5')
      .update(readFileSync(join(root, file)))
      .digest('hex');
  return files.map((file) => `${sum(file)}  ${file}\n`).join('');
}

/** @param {string} thirdParty  licences of the packages in it @param {string} nodeLicence */
export function copyrightFile(thirdParty, nodeLicence) {
  const rule = `\n${'='.repeat(80)}\n\n`;
  return [
    'Tidemark is under the Apache License 2.0: /usr/share/common-licenses/Apache-2.0\n',
    `/usr/lib/tidemark/bin/node is Node.js:\n\n${nodeLicence}`,
    thirdParty,
  ].join(rule);
}

/** @param {string} version @param {string} help  what `tidemark --help` prints */
export function manualPage(version, help) {
  const text = help.replaceAll('\\', '\\\\').replaceAll(/^(?=[.'])/gm, '\\&');
  return `.TH TIDEMARK 1 "" "Tidemark ${version}"
.SH NAME
tidemark \\- self-hosted crypto market data
.SH DESCRIPTION
.nf
${text.replaceAll('-', '\\-')}.fi
.SH FILES
.TP
.I /etc/tidemark/tidemark.env
settings of the services on this machine
.TP
.I /var/lib/tidemark/data
data of tidemark.service
.SH SEE ALSO
http://localhost:8080/docs of a running service
`;
}

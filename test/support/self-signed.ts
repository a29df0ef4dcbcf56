import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A self-signed certificate for this machine and further names; a new one at each call. */
export function selfSigned(
  folder: string,
  names: readonly string[] = [],
  days = 2,
): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const all = ['IP:127.0.0.1', 'DNS:localhost', ...names.map((name) => `DNS:${name}`)].join(',');
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${all}`];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', '-days', String(days), ...subject, ...files], {
    stdio: 'ignore',
  });
  return { cert, key };
}

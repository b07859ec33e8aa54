// A certificate authority for one run, and the certificates that it signs. Its key is deleted with the folder.
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CertificateAuthority {
  readonly file: string;
  /**
   * Signs a certificate for these hosts: `<name>.pem` with the chain and the key in one file, as HAProxy needs it, and
   * `<name>.key`.
   */
  sign(name: string, hosts: readonly string[]): { readonly chain: string; readonly key: string; readonly both: string };
}

export function createCertificateAuthority(folder: string): CertificateAuthority {
  const file = join(folder, 'authority.pem');
  const authorityKey = join(folder, 'authority.key');
  openssl('req', '-x509', ...newKey(authorityKey), '-out', file, '-days', '30', '-subj', '/CN=FxId drill');
  return {
    file,
    sign(name, hosts) {
      const [request, chain, key, both] = ['csr', 'crt', 'key', 'pem'].map((end) => join(folder, `${name}.${end}`));
      if (!request || !chain || !key || !both) throw new Error('Four files have four names.');
      const extensions = join(folder, `${name}.ext`);
      writeFileSync(
        extensions,
        `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}\nextendedKeyUsage=serverAuth\n`,
      );
      openssl('req', '-new', ...newKey(key), '-out', request, '-subj', `/CN=${name}`);
      const signing = ['-CA', file, '-CAkey', authorityKey, '-CAcreateserial', '-days', '30', '-extfile', extensions];
      openssl('x509', '-req', '-in', request, ...signing, '-out', chain);
      writeFileSync(chain, readFileSync(chain, 'utf8') + readFileSync(file, 'utf8'));
      writeFileSync(both, readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'));
      return { chain, key, both };
    },
  };
}

/** A browser that gets this fingerprint trusts the authority without installing it. */
export function computeFingerprint(file: string): string {
  const { publicKey } = new X509Certificate(readFileSync(file));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

const newKey = (file: string): string[] =>
  '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -keyout'.split(' ').concat(file);

function openssl(...args: string[]): void {
  // Issued one day in the past, so that a node whose clock is behind accepts them.
  execFileSync('faketime', ['-f', '-1d', 'openssl', ...args], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 });
}

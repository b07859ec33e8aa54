// Adds TLS and HTTP/2 in front of the server, as every production portal has them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface TlsProxy extends AsyncDisposable {
  /** Chromium flags that resolve the hosts to this proxy and accept its certificate. */
  readonly flags: readonly string[];
}

export interface TlsProxyTarget {
  /** For the certificate. */
  readonly folder: string;
  readonly hosts: readonly string[];
  readonly port: number;
}

export async function openTlsProxy(to: TlsProxyTarget): Promise<TlsProxy> {
  const [key, cert] = [join(to.folder, 'key.pem'), join(to.folder, 'cert.pem')];
  const altNames = to.hosts.map((host) => `DNS:${host}`).join(',');
  const names = ['-subj', `/CN=${to.hosts[0]}`, '-addext', `subjectAltName=${altNames}`];
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...made, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert), allowHTTP1: true });
  server.on('request', (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')));
    const host = incoming.authority || incoming.headers.host;
    const forwarded = request(
      {
        host: '127.0.0.1',
        port: to.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...headers, host, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
      },
      (answer) => {
        const passed = Object.entries(answer.headers).filter(([name]) => !ofOneConnection.has(name));
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed));
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const rules = to.hosts.map((host) => `MAP ${host}:443 127.0.0.1:${port}`).join(', ');
  return {
    flags: [`--host-resolver-rules="${rules}"`, '--ignore-certificate-errors'],
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** HTTP/2 forbids these connection headers. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

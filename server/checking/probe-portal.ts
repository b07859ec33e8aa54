// Requests the portal's own public addresses, as a player's browser would. The address comes from the operator's
// settings and may be internal, so safe-fetch.ts, which guards against untrusted addresses, is not used. Redirects are
// not followed; time and size are limited.
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';

export interface PortalProbeResult {
  readonly status: number;
  readonly body: string;
  /** The validity of the certificate; absent without TLS. */
  readonly certificate?: CertificatePeriod;
}

export interface CertificatePeriod {
  readonly begins: Date;
  readonly ends: Date;
}

export type ProbePortal = (address: URL, headers?: Readonly<Record<string, string>>) => Promise<PortalProbeResult>;

const timeoutMs = 15_000;
const maxBytes = 64 * 1024;

/** Rejects if there is no response, or with the reason if the certificate is invalid. */
export const probePortal: ProbePortal = (address, headers = {}) =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    // A new connection, because the certificate is only available on one.
    const request = (address.protocol === 'https:' ? https : http).request(address, { headers, signal, agent: false });
    request.on('response', (response) => {
      const certificate = readCertificate(response);
      const toAnswer = (body: string): PortalProbeResult => ({
        status: response.statusCode ?? 0,
        body,
        ...(certificate && { certificate }),
      });
      resolve(read(response).then(toAnswer));
    });
    request.on('error', (error) =>
      reject(signal.aborted ? new Error(`${address.host} didn't respond within ${timeoutMs} ms`) : error),
    );
    request.end();
  });

function readCertificate({ socket }: IncomingMessage): CertificatePeriod | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { valid_from: begins, valid_to: ends } = socket.getPeerCertificate();
  return { begins: new Date(begins), ends: new Date(ends) };
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      break;
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}

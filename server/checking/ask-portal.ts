// Asks the portal's own addresses, as a player's browser would reach them. Unlike all other outgoing requests, the address comes
// from the operator's settings and may be on an internal network, where a proxy of his own answers: so the checks of
// safe-fetch.ts, which are about addresses that others give, do not fit here. Nothing is followed, and time and bytes have an end.
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';

export interface PortalAnswer {
  readonly status: number;
  readonly body: string;
  /** From when to when the certificate holds; absent without TLS. */
  readonly certificate?: CertificatePeriod;
}

export interface CertificatePeriod {
  readonly begins: Date;
  readonly ends: Date;
}

export type AskPortal = (address: URL, headers?: Readonly<Record<string, string>>) => Promise<PortalAnswer>;

const timeoutMs = 15_000;
const maxBytes = 64 * 1024;

/** Rejects when nobody answers, and with the reason when the certificate is not good for the host. */
export const askPortal: AskPortal = (address, headers = {}) =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    // A connection of its own: the certificate is shown once for each.
    const request = (address.protocol === 'https:' ? https : http).request(address, { headers, signal, agent: false });
    request.on('response', (response) => {
      const certificate = readCertificate(response);
      const toAnswer = (body: string): PortalAnswer => ({
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

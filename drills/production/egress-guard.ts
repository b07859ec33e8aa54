// Tests the server's egress guard on the drill's internet: it reaches public hosts by name and by address, and no
// private address, whatever its name.
import assert from 'node:assert/strict';
import { FetchBlockedError, safeFetch } from '#server/http/safe-fetch.ts';
import { addresses, studioHost } from './internet.ts';

const refused = [
  `https://${addresses.nodes[0]}:8080/`,
  'https://169.254.169.254/latest/meta-data',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.11]/',
  'https://[fd00::1]/',
  'https://100.64.0.1/',
  'https://inside.studio.example/',
  'https://metadata.studio.example/',
  'https://loopback.studio.example/',
];

export async function checkEgressGuard(): Promise<void> {
  for (const host of [studioHost, 'both.studio.example']) {
    const path = host === studioHost ? '/received.json' : '/';
    const { status } = await safeFetch(`https://${host}${path}`);
    assert.equal(status, host === studioHost ? 200 : 404, host);
  }
  // The guard allowed the connection; it fails because the certificate covers names only.
  await assert.rejects(safeFetch('https://104.18.7.1/'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  for (const address of refused) await assert.rejects(safeFetch(address), FetchBlockedError, address);
}

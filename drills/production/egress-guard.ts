// The server's one door for outgoing requests, tried on an internet: what is public is reached, by name and by address, and nothing
// else is, whatever its name.
import assert from 'node:assert/strict';
import { FetchBlocked, safeFetch } from '#server/http/safe-fetch.ts';
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
  // The certificate is for names: the connection itself was let through, and ended there.
  await assert.rejects(safeFetch('https://104.18.7.1/'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  for (const address of refused) await assert.rejects(safeFetch(address), FetchBlocked, address);
}

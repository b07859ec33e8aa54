// Sign-in on Steam's page with OpenID 2.0. The parameters in the URL are only a claim: Steam must confirm them. The
// state shows that it is the browser that started the sign-in.
import { isUuid } from '#kit/is-uuid.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { parseParams, type StringParams } from '#kit/sorted-signature.server.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import type { PlatformHost, VerifyLoginResult } from '../port.server.ts';
import type { SteamHost } from './client.server.ts';

type SignInHost = PlatformHost<SteamHost['settings']>;

export function createSignInUrl(state: string, host: SignInHost): string {
  const anybody = `${ns}/identifier_select`;
  const fields = {
    ns,
    mode: 'checkid_setup',
    identity: anybody,
    claimed_id: anybody,
    return_to: writeReturnUrl(state, host),
    realm: new URL(host.portalUrl).origin,
  };
  const query = Object.entries(fields).map(([name, value]) => [`openid.${name}`, value]);
  return `${readEndpoint(host)}?${new URLSearchParams(query).toString()}`;
}

/** Returns the player's Steam id or a refusal. Throws if Steam doesn't respond. */
export async function verifyOpenIdReturn(query: string, host: SignInHost): Promise<string | VerifyLoginResult> {
  const texts = parseParams(query);
  if (!texts) return buildRefusal('The sign-in repeats a field.');
  const wrong = findWrong(texts, host);
  if (wrong !== undefined) return buildRefusal(wrong);
  if (!(await isConfirmed(texts, host))) return buildRefusal('Steam does not confirm the sign-in.');
  const nonce = texts['openid.response_nonce'] ?? '';
  const until = new Date(readTime(nonce) + 2 * maxAgeS * 1000);
  return (await host.consumeOnce(nonce, until))
    ? readSteamId(texts, host)
    : buildRefusal('The sign-in was used before.');
}

const ns = 'http://specs.openid.net/auth/2.0';
const maxAgeS = 300;

const readEndpoint = ({ settings }: SignInHost): string =>
  settings.OpenIdUrl ?? 'https://steamcommunity.com/openid/login';

const writeReturnUrl = (state: string, { portalUrl, game }: SignInHost): string =>
  `${portalUrl}/play/${game}/iframe/steam?state=${state}`;

function findWrong(texts: StringParams, host: SignInHost): string | undefined {
  const read = (name: string): string => texts[`openid.${name}`] ?? '';
  if (read('ns') !== ns || read('mode') !== 'id_res') return 'Steam has not signed in a player.';
  if (read('op_endpoint') !== readEndpoint(host)) return 'The sign-in is of another service than Steam.';
  if (readSteamId(texts, host) === '' || read('identity') !== read('claimed_id'))
    return 'The sign-in names no Steam player.';
  const returnTo = read('return_to');
  const state = returnTo.slice(writeReturnUrl('', host).length);
  if (!isUuid(state) || returnTo !== writeReturnUrl(state, host)) return 'The sign-in is for another page.';
  const signed = read('signed').split(',');
  if (!mustBeSigned.every((name) => signed.includes(name))) return 'Steam has not signed all of the sign-in.';
  const signedAtS = readTime(read('response_nonce')) / 1000;
  return findStaleReason({ subject: 'The sign-in', signedAtS, now: host.now(), maxAgeS });
}

const mustBeSigned = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];

/** A nonce starts with its time. Returns milliseconds since 1970. */
const readTime = (nonce: string): number =>
  Date.parse(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[!-~]{0,235}$/.exec(nonce)?.[1] ?? '');

/** Accepts only the exact form `https://steamcommunity.com/openid/id/76561198000000001`. */
function readSteamId(texts: StringParams, host: SignInHost): string {
  const claimed = texts['openid.claimed_id'] ?? '';
  const ids = readEndpoint(host).replace(/login$/, 'id/');
  const steamId = claimed.startsWith(ids) ? claimed.slice(ids.length) : '';
  return /^\d{17,20}$/.test(steamId) ? steamId : '';
}

async function isConfirmed(texts: StringParams, host: SignInHost): Promise<boolean> {
  const own = Object.entries(texts).filter(([name]) => name.startsWith('openid.'));
  const body = new URLSearchParams([...own.filter(([name]) => name !== 'openid.mode'), check]).toString();
  // Without a user agent Steam's pages reply 403 to some servers.
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'FxId' };
  const answer = await host.fetch(readEndpoint(host), { method: 'POST', headers, body, timeoutMs: 5000 });
  const lines = answer.status === 200 ? answer.body.toString().split('\n') : [];
  if (lines.includes('is_valid:true')) return true;
  if (lines.includes('is_valid:false')) return false;
  throw new Error(`Steam's page answered ${answer.status} about a sign-in, and neither yes nor no.`);
}

const check: [name: string, value: string] = ['openid.mode', 'check_authentication'];

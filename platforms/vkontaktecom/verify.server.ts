// Verifies VK's launch URL. Current launches are signed over all parameters that start with `vk_`, old apps' launches
// over a list of names that they contain, and the oldest by a hash without a time, which is accepted only if an
// operator allows it.
import { createHash, createHmac } from 'node:crypto';
import type { Static } from 'typebox';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import {
  encodeFormValue,
  parseParams,
  signSortedParams,
  joinSortedParams,
  type StringParams,
} from '#kit/sorted-signature.server.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLoginResult, VerifyLogin } from '../port.server.ts';
import type { vkontaktecom } from './platform.ts';

type Host = Parameters<VerifyLogin<typeof vkontaktecom>>[1];

export const verify: VerifyLogin<typeof vkontaktecom> = async ({ QueryString }, host) => {
  const { settings, now } = host;
  const texts = parseParams(QueryString.replace(/^\?/, ''));
  if (!texts) return buildRefusal('The launch repeats a parameter or is not text.');
  const launch = readLaunch(texts, host);
  if ('outcome' in launch) return launch;
  if (launch.appId !== settings.AppId)
    return buildRefusal('The launch is for another app. Compare its number with the setting AppId.');
  // VK documents no limit.
  const maxAgeS = settings.MaxLaunchAgeS ?? 86_400;
  const { userId, signedAtS } = launch;
  const stale = findStaleReason({ subject: 'The launch', signedAtS, now: now(), maxAgeS, toleranceS: 300 });
  return stale === undefined ? proveUser(userId) : buildRefusal(stale);
};

type OpenApiSession = Static<typeof vkontaktecom.routes.authenticateFromOpenApi.body>['VkSessionUser'];

/** Verifies a session of the Open API widget, which pages outside VK use. */
export function verifyOpenApiSession(
  { sig, expire, mid, secret, sid }: OpenApiSession,
  { settings, now }: Host,
): VerifyLoginResult {
  const expected = signVkParams({ expire: String(expire), mid: String(mid), secret, sid }, settings.SecureKey);
  if (!isSameSignature(sig, expected)) return buildRefusal('The session is not signed by VK.');
  if (expire * 1000 <= now().getTime()) return buildRefusal('The session has expired. Sign in at VK again.');
  return proveUser(String(mid));
}

/** Signs a webhook or an Open API session: everything except the signature itself. */
export const signVkParams = (texts: StringParams, secureKey: string): string =>
  signSortedParams(texts, secureKey, 'sig');

export function signLaunch(
  texts: StringParams,
  names: readonly string[],
  secureKey: string,
  encode: (value: string) => string = encodeURIComponent,
): string {
  const named = Object.fromEntries(names.map((name) => [name, texts[name] ?? '']));
  return createHmac('sha256', secureKey)
    .update(joinSortedParams(named, '&', encode))
    .digest('base64url');
}

// VK's examples for PHP, Python, Java and Go encode like a form, the one for Node doesn't. Each encoding is
// unambiguous, so accepting both allows no forgery.
const encodings = [encodeURIComponent, encodeFormValue];

/** The oldest signature, which contains no time. */
export const signLaunchInOldestFormat = (appId: string, userId: string, secureKey: string): string =>
  createHash('md5').update(`${appId}_${userId}_${secureKey}`).digest('hex');

interface Launch {
  readonly appId: string;
  readonly userId: string;
  readonly signedAtS: string | number | undefined;
}

function readLaunch(texts: StringParams, { settings, now }: Host): Launch | Refusal {
  const { SecureKey: key, AcceptAuthKey: acceptsAuthKey = false } = settings;
  const { vk_app_id: appId, vk_user_id: userId = '', vk_ts: at } = texts;
  const { api_id: oldAppId, viewer_id: viewerId, timestamp: oldAt, sign_keys: listed, auth_key = '' } = texts;
  const proveBy = (names: readonly string[], launch: Launch): Launch | Refusal =>
    encodings.some((encode) => isSameSignature(texts['sign'] ?? '', signLaunch(texts, names, key, encode)))
      ? launch
      : buildRefusal('The launch is not signed by VK.');
  if (appId !== undefined) {
    const names = Object.keys(texts).filter((name) => name.startsWith('vk_'));
    return proveBy(names, { appId, userId, signedAtS: at });
  }
  if (oldAppId === undefined || viewerId === undefined) return buildRefusal('The URL is not a VK launch.');
  const old = { appId: oldAppId, userId: viewerId };
  if (listed !== undefined) {
    const names = listed.split(',');
    const needed = ['api_id', 'viewer_id', 'timestamp'];
    if (new Set(names).size !== names.length || needed.some((name) => !names.includes(name)))
      return buildRefusal('The signature does not cover the app, the player or the time.');
    return proveBy(names, { ...old, signedAtS: oldAt });
  }
  if (!acceptsAuthKey) return buildRefusal('The launch has only an auth_key. An operator can allow it: AcceptAuthKey.');
  if (!isSameSignature(auth_key, signLaunchInOldestFormat(oldAppId, viewerId, key)))
    return buildRefusal('The auth_key is not from VK.');
  // Contains no time, so it counts as signed now.
  return { ...old, signedAtS: now().getTime() / 1000 };
}

function proveUser(userId: string): VerifyLoginResult {
  if (!/^[1-9]\d{0,19}$/.test(userId)) return buildRefusal('The launch names no player.');
  return createPlayerProof('Vkontakte', userId);
}

// Verifies the token that VK Play gave the player's browser; VK Play confirms it to us, once. VK Play also signs the
// launch URL, but what exactly it signs and for how long is not documented, so it counts alone only if an operator
// allows it.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { callVendor } from '#kit/call-vendor.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { verifySignedParams, signSortedParams } from '#kit/sorted-signature.server.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLoginResult, VerifyLogin } from '../port.server.ts';
import type { vkontakteplay } from './platform.ts';

type Host = Parameters<VerifyLogin<typeof vkontakteplay>>[1];

export const verify: VerifyLogin<typeof vkontakteplay> = async ({ QueryString, Uid, Hash }, host) => {
  if (Hash !== undefined) return verifyToken(Uid ?? '', Hash, host);
  if (host.settings.TrustLaunch) return verifyLaunch(QueryString, host);
  return buildRefusal('There is no VK Play token. An operator can accept the signed URL alone: TrustLaunch.');
};

async function verifyToken(uid: string, hash: string, host: Host): Promise<VerifyLoginResult> {
  if (!uidShape.test(uid) || !/^[\w-]{1,200}$/.test(hash)) return buildRefusal('It is not a VK Play token.');
  const { AppId: appid, Secret, BaseUrl: base = 'https://vkplay.ru' } = host.settings;
  const asked = { uid, hash, ip: toIpv4(host.callerAddress) };
  const sign = signSortedParams({ ...asked, appid }, Secret, 'sign');
  const reply = await callVendor(host, {
    vendor: 'VK Play',
    subject: 'a token',
    url: `${base}/app/${appid}/gas?${new URLSearchParams({ ...asked, sign }).toString()}`,
    timeoutMs: 5_000,
    answer: Type.Object({ status: Type.Literal('ok') }),
    // Also for status 4xx. Only the number: VK Play's text may repeat what was sent.
    parseRejection: (status, body) =>
      status < 500 && Value.Check(Fault, body)
        ? `VK Play does not confirm the token: error ${body.errcode ?? 'without a number'}.`
        : undefined,
  });
  if (reply.outcome === 'refused') return reply;
  // VK Play confirms a token once. Of two simultaneous requests, we reject the second.
  const until = new Date(host.now().getTime() + 86_400_000);
  if (!(await host.consumeOnce(hash, until))) return buildRefusal('The token was used before.');
  return createPlayerProof('VkontaktePlay', uid);
}

function verifyLaunch(query: string, { settings, now }: Host): VerifyLoginResult {
  const signed = verifySignedParams(query.replace(/^\?/, ''), settings.Secret, 'sign');
  if (signed.outcome === 'refused') return signed;
  const { appid, uid = '', time } = signed.texts;
  if (appid !== settings.AppId)
    return buildRefusal('The launch is for another game. Compare its appid with the setting AppId.');
  if (!uidShape.test(uid)) return buildRefusal('The launch names no player.');
  const maxAgeS = settings.MaxLaunchAgeS ?? 86_400;
  // Without a time a launch would be valid forever.
  const stale = findStaleReason({ subject: 'The launch', signedAtS: time, now: now(), maxAgeS });
  return stale === undefined ? createPlayerProof('VkontaktePlay', uid) : buildRefusal(stale);
}

/** Converts an IPv4-mapped IPv6 address to IPv4, as VK Play expects it. */
export const toIpv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const uidShape = /^[1-9]\d{0,19}$/;
const Fault = Type.Object({ status: Type.Literal('error'), errcode: Type.Optional(Type.Integer()) });

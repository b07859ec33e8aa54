// Who plays, by the address that VK called us with. A launch of today is signed over everything that begins with `vk_`, one of an
// old app over the names that it lists itself, and the oldest by a hash without a time, which is taken only where an operator says
// so. Nothing else in the address is proof.
import { sameSignature } from '#model/same-signature.server.ts';
import type { PlatformHost, Verdict } from '../port.server.ts';
import { authKey, readTexts, signLaunch, signTexts, type Texts } from './sign.server.ts';

export interface LaunchSettings {
  readonly AppId: string;
  readonly SecureKey: string;
  readonly MaxLaunchAgeS?: number;
  readonly AcceptAuthKey?: boolean;
}

type Host = Pick<PlatformHost<LaunchSettings>, 'now' | 'settings'>;

export function verifyLaunch(query: string, { settings, now }: Host): Verdict {
  const texts = readTexts(query.replace(/^\?/, ''));
  if (!texts) return refused('The launch has a parameter twice.');
  const found = provenBy(texts, settings);
  if ('reason' in found) return refused(found.reason);
  if (found.appId !== settings.AppId)
    return refused('The launch is of another app. Compare its number with the setting AppId.');
  const late = found.atS === undefined ? undefined : wrongTime(found.atS, now(), settings);
  return late === undefined ? provedAs(found.userId) : refused(late);
}

export interface OpenApiSession {
  readonly expire: number;
  readonly mid: number;
  readonly secret: string;
  readonly sid: string;
  readonly sig: string;
}

/** A session of the Open API widget, which pages outside VK have. */
export function verifySession({ sig, ...session }: OpenApiSession, { settings, now }: Host): Verdict {
  const { expire, mid, secret, sid } = session;
  const expected = signTexts({ expire: String(expire), mid: String(mid), secret, sid }, settings.SecureKey);
  if (!sameSignature(sig, expected)) return refused('The session is not signed by VK.');
  if (expire * 1000 <= now().getTime()) return refused('The session is over. Sign in at VK again.');
  return provedAs(String(mid));
}

type Found =
  | { readonly appId: string; readonly userId: string; readonly atS: string | undefined }
  | { readonly reason: string };

function provenBy(texts: Texts, settings: LaunchSettings): Found {
  const { SecureKey: key, AcceptAuthKey: acceptsAuthKey = false } = settings;
  const { vk_app_id: appId, api_id: oldAppId, viewer_id: viewerId, sign = '', sign_keys: listed } = texts;
  if (appId !== undefined) {
    const names = Object.keys(texts).filter((name) => name.startsWith('vk_'));
    return sameSignature(sign, signLaunch(texts, names, key))
      ? { appId, userId: texts['vk_user_id'] ?? '', atS: texts['vk_ts'] ?? '' }
      : { reason: 'The launch is not signed by VK.' };
  }
  if (oldAppId === undefined || viewerId === undefined) return { reason: 'The address is no launch of VK.' };
  if (listed !== undefined) {
    const names = listed.split(',');
    const needed = ['api_id', 'viewer_id', 'timestamp'];
    if (new Set(names).size !== names.length || needed.some((name) => !names.includes(name)))
      return { reason: 'The launch is signed without its app, its player or its time.' };
    return sameSignature(sign, signLaunch(texts, names, key))
      ? { appId: oldAppId, userId: viewerId, atS: texts['timestamp'] ?? '' }
      : { reason: 'The launch is not signed by VK.' };
  }
  if (!acceptsAuthKey) return { reason: 'The launch has only an auth_key. An operator can allow it: AcceptAuthKey.' };
  return sameSignature(texts['auth_key'] ?? '', authKey(oldAppId, viewerId, key))
    ? { appId: oldAppId, userId: viewerId, atS: undefined }
    : { reason: 'The auth_key is not by VK.' };
}

const dayS = 24 * 3600;
const clockErrorS = 300;

/** VK names no limit of its own. */
function wrongTime(atS: string, now: Date, { MaxLaunchAgeS: maxAgeS = dayS }: LaunchSettings): string | undefined {
  if (!/^\d{1,12}$/.test(atS)) return 'The launch has no time.';
  const ageS = now.getTime() / 1000 - Number(atS);
  if (ageS < -clockErrorS) return 'The launch is from the future. Look at the clock of this server.';
  return ageS > maxAgeS ? 'The launch is too old. Start the game from VK again.' : undefined;
}

function provedAs(userId: string): Verdict {
  if (!/^[1-9]\d{0,19}$/.test(userId)) return refused('The launch names no player.');
  return { outcome: 'proved', proof: { identity: { type: 'Vkontakte', externalId: userId } }, guest: false };
}

const refused = (reason: string): Verdict => ({ outcome: 'refused', reason });

// How the simulated VK starts a game: the address of today, and the one of old games.
import type { LoginKind } from '../simulator-port.server.ts';
import type { SimulatedPlayer, Situation } from '../situation.ts';
import { authKey, signLaunch, type Texts } from './sign.server.ts';
import { secondsOf } from './simulator-books.server.ts';
import { appId, secureKey } from './simulator-notices.server.ts';

type Device = Situation['device'];

interface Start {
  readonly player: Pick<SimulatedPlayer, 'id' | 'language'>;
  readonly at: Date;
  readonly device?: Device;
  readonly app?: string;
  readonly key?: string;
}

export function launchTexts({ player, at, device = 'desktop', app = appId, key = secureKey }: Start): Texts {
  const texts = {
    vk_access_token_settings: '',
    vk_app_id: app,
    vk_are_notifications_enabled: '0',
    vk_is_app_user: '1',
    vk_is_favorite: '0',
    vk_language: languages[player.language] ?? 'en',
    vk_platform: device === 'phone' ? 'mobile_web' : 'desktop_web',
    vk_ref: 'catalog_recent',
    vk_ts: String(secondsOf(at)),
    vk_user_id: player.id,
  };
  return { ...texts, sign: signLaunch(texts, Object.keys(texts), key) };
}

export function oldLaunchTexts({ player, at, app = appId, key = secureKey }: Start): Texts {
  const texts = {
    access_token_settings: '',
    api_id: app,
    is_app_user: '1',
    language: ({ ru: '0', uk: '1', be: '2' } as Record<string, string>)[player.language] ?? '3',
    platform: 'web',
    timestamp: String(secondsOf(at)),
    viewer_id: player.id,
  };
  const names = Object.keys(texts);
  const auth_key = authKey(app, player.id, key);
  return { ...texts, auth_key, sign_keys: names.join(','), sign: signLaunch(texts, names, key) };
}

export function loginQuery(kind: LoginKind, player: SimulatedPlayer, now: Date): string {
  const at = new Date(now.getTime() + shiftMs[kind]);
  const start = { player, at };
  const texts = launchTexts({
    ...start,
    ...(kind === 'foreign' && { key: 'theKeyOfSomebodyElse' }),
    ...(kind === 'other game' && { app: '51000002' }),
  });
  const changed = kind === 'changed' ? { vk_user_id: otherDigit(player.id) } : {};
  return new URLSearchParams({ ...texts, ...changed }).toString();
}

const otherDigit = (id: string): string => id.slice(0, -1) + ((Number(id.at(-1)) + 1) % 10);

/** More than a day is too old, and nobody's clock is an hour ahead. */
export const staleMs = -25 * 3600_000;
const shiftMs: Readonly<Record<LoginKind, number>> = {
  good: 0,
  changed: 0,
  foreign: 0,
  'other game': 0,
  stale: staleMs,
  future: 3600_000,
};

// VK writes some by their countries.
const languages: Readonly<Record<string, string | undefined>> = {
  ru: 'ru',
  uk: 'ua',
  be: 'be',
  kk: 'kz',
  pt: 'pt',
  es: 'es',
};

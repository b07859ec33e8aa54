// What the address says that VK called us with, for the eye only: the server believes nothing of it that it has not checked. VK has
// two ways to write it, one for apps of today and one for old games.

export interface Launch {
  /** The whole of it, as the proof for the server. */
  readonly query: string;
  /** Undefined: nobody was named. */
  readonly userId: string | undefined;
  readonly language: string;
  /** VK takes no votes on Apple's devices. */
  readonly isApple: boolean;
  /** The same app inside Odnoklassniki, where VK's votes are not what is paid with. */
  readonly isInOdnoklassniki: boolean;
  readonly isFavorite: boolean;
  /** The rights that the player has granted before. */
  readonly scope: string;
  /** Old games get one with the address. */
  readonly accessToken: string | undefined;
  readonly payload: string | undefined;
}

export function readLaunch({ search, searchParams, hash }: URL): Launch {
  const get = (name: string): string => searchParams.get(name) ?? '';
  const isOld = !searchParams.has('vk_app_id');
  return {
    query: search.slice(1),
    userId: get(isOld ? 'viewer_id' : 'vk_user_id') || undefined,
    language: isOld ? (oldLanguages[Number(get('language'))] ?? 'ru') : languageOf(get('vk_language')),
    isApple: /iphone|ipad|html5_ios/.test(get(isOld ? 'platform' : 'vk_platform')),
    isInOdnoklassniki: get('vk_client') === 'ok',
    isFavorite: get('vk_is_favorite') === '1',
    scope: get(isOld ? 'access_token_settings' : 'vk_access_token_settings'),
    accessToken: (isOld && get('access_token')) || undefined,
    payload: (isOld && get('hash')) || hash.slice(1) || undefined,
  };
}

const oldLanguages = ['ru', 'uk', 'be', 'en'];

// VK writes two languages by their countries.
const languageOf = (language: string): string => ({ ua: 'uk', kz: 'kk' })[language] ?? (language.slice(0, 20) || 'ru');

// Who plays, and where.
import type { PlayerInfo } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import { toNumericId } from '../kit/numeric-id.browser.ts';
import { fetchGameToken, readPlayer, readPlayerOrGuest, readSystem } from '../kit/player.browser.ts';
import type { GetLaunchParamsResponse, UserInfo, VkMethods } from './vendor-types.ts';
import { rejectWith } from './vk-error.browser.ts';

/** The game runs on VK itself, in our portal. */
export const isOnVk = ({ player }: Sdk): boolean => player.info?.social.social === 'VkontakteCom';

const readId = ({ social, fxId }: PlayerInfo): number =>
  toNumericId(social.social === 'VkontakteCom' ? social.userId : fxId.gameUid);

export function createPlayer(sdk: Sdk): VkMethods {
  return {
    VKWebAppGetUserInfo: async ({ user_id, user_ids }) => {
      const { info } = sdk.player;
      if (!info) return rejectWith(6);
      // Other players are known to VK only.
      const id = readId(info);
      if ([user_id, user_ids].some((asked) => asked !== undefined && String(asked) !== String(id)))
        return rejectWith(6);
      return describeUser(info, id);
    },
    VKWebAppGetLaunchParams: async () => {
      const { info } = sdk.player;
      if (!info) return rejectWith(6);
      const token = readPlayer(info) ? await fetchGameToken(sdk) : undefined;
      return describeLaunch(info, token ?? '');
    },
    VKWebAppGetConfig: async () => describeConfig(sdk.player.info),
    VKWebAppGetClientVersion: async () => ({ platform: 'web', version: sdk.version }),
  };
}

function describeUser(info: PlayerInfo, id: number): UserInfo {
  const { firstName, lastName, gender } = info.social;
  const { name, pictureUrl } = readPlayerOrGuest(info);
  return {
    id,
    first_name: firstName || name,
    last_name: firstName ? lastName : '',
    sex: ({ unspecified: 0, female: 1, male: 2 } as const)[gender],
    city: { id: 0, title: '' },
    country: { id: 0, title: '' },
    bdate_visibility: 0,
    can_access_closed: true,
    is_closed: false,
    photo_100: pictureUrl,
    photo_200: pictureUrl,
    photo_max_orig: pictureUrl,
    timezone: -new Date().getTimezoneOffset() / 60,
  };
}

/** @param sign the game token: only VK can sign in VK's form */
function describeLaunch(info: PlayerInfo, sign: string): GetLaunchParamsResponse {
  const { device, locale } = readSystem(info);
  return {
    vk_user_id: readId(info),
    vk_app_id: readAppId(info),
    vk_is_app_user: 1,
    vk_are_notifications_enabled: 0,
    vk_language: toVkLanguage(locale),
    vk_ref: 'other',
    vk_access_token_settings: '',
    vk_platform: device === 'desktop' ? 'desktop_web' : 'mobile_web',
    vk_is_favorite: 0,
    vk_ts: Math.floor(Date.now() / 1000),
    sign,
  };
}

export function describeConfig(info: PlayerInfo | undefined) {
  const appearance = matchMedia('(prefers-color-scheme: dark)').matches ? ('dark' as const) : ('light' as const);
  return {
    app_id: String(readAppId(info)),
    appearance,
    scheme: appearance === 'dark' ? ('vkcom_dark' as const) : ('vkcom_light' as const),
    viewport_width: innerWidth,
    viewport_height: innerHeight,
    api_host: '',
    is_layer: false,
  };
}

const readAppId = (info: PlayerInfo | undefined): number => Number(info?.social.vkcom?.appId ?? 0);

function toVkLanguage(locale: string): GetLaunchParamsResponse['vk_language'] {
  const language = locale.slice(0, 2).toLowerCase();
  return ({ ru: 'ru', uk: 'uk', be: 'be', kk: 'kz', pt: 'pt', es: 'es' } as const)[language] ?? 'en';
}

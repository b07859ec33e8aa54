import type { Static } from 'typebox';
import type { vkid } from './identity.ts';

export type VkIdOptions = Static<typeof vkid.publicOptions.block>;

interface Challenge {
  readonly challenge: string;
  readonly state: string;
}

/**
 * With an `origin` the page posts a message to its opener; without one it redirects to the registered URL. As in VK's
 * own script, the origin has no port.
 */
export const buildAuthorizeUrl = (
  options: VkIdOptions,
  locale: string,
  asked: Challenge & { readonly prompt: '' | 'login'; readonly returns: boolean },
): string =>
  pageUrl(options, 'authorize', {
    lang_id: languageId(locale),
    scheme,
    client_id: options.AppId,
    response_type: 'code',
    scope,
    prompt: asked.prompt,
    ...(!asked.returns && { origin: `${location.protocol}//${location.hostname}` }),
    ...challengeFields(asked),
  });

/** VK's own script omits the challenge here, but without it the code would not be bound to us. */
export const buildOneTapUrl = (options: VkIdOptions, locale: string, asked: Challenge & { heightPx: number }): string =>
  pageUrl(options, 'button_one_tap_auth', {
    style_height: String(asked.heightPx),
    style_border_radius: '8',
    show_alternative_login: '0',
    button_skin: 'primary',
    content_id: '0',
    scheme,
    lang_id: languageId(locale),
    providers: '',
    uuid: asked.state.slice(0, 6),
    origin: location.origin,
    oauth_version: '2',
    ...challengeFields(asked),
  });

export const getVkOrigin = (options: VkIdOptions): string => new URL(vendorUrl(options), location.href).origin;

/** The sign-in may end on another of VK's hosts. */
export function isVkOrigin(origin: string, options: VkIdOptions): boolean {
  return origin === getVkOrigin(options) || /^https:\/\/(?:[a-z0-9-]+\.)+vk\.(?:ru|com)$/.test(origin);
}

const vendorUrl = (options: VkIdOptions): string => options.AuthUrl ?? 'https://id.vk.ru';
const scope = 'vkid.personal_info';
// The button is blue in both colour schemes.
const scheme = 'light';
const version = '2.6.7';

function pageUrl(options: VkIdOptions, page: string, fields: Record<string, string>): string {
  const query = new URLSearchParams({
    ...fields,
    v: version,
    sdk_type: 'vkid',
    app_id: options.AppId,
    redirect_uri: options.RedirectUrl,
  });
  return `${vendorUrl(options)}/${page}?${query.toString()}`;
}

const challengeFields = ({ challenge, state }: Challenge) => ({
  code_challenge: challenge,
  code_challenge_method: 's256',
  state,
});

const english = '3';
const languageIds: ReadonlyMap<string, string> = new Map([
  ['ru', '0'],
  ['uk', '1'],
  ['en', english],
  ['es', '4'],
  ['de', '6'],
  ['pl', '15'],
  ['fr', '16'],
  ['uz', '65'],
  ['tr', '82'],
  ['kk', '97'],
  ['be', '114'],
]);

const languageId = (locale: string): string => languageIds.get(locale.toLowerCase().split('-')[0] ?? '') ?? english;

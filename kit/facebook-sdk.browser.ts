// Facebook's SDK script. The Facebook platform and Facebook payments share it, because it can be initialised only once,
// for one app.

export interface FacebookSdk {
  init(options: {
    readonly appId: string;
    readonly version: string;
    readonly cookie: boolean;
    readonly status: boolean;
    readonly xfbml: boolean;
  }): void;
  /** If the player closes the dialog, the response may be empty. */
  ui(options: Readonly<Record<string, unknown>>, answered: (answer: unknown) => void): void;
}

export const facebookGlobalName = 'FB';

export const buildFacebookScriptUrl = (locale: string): string =>
  `https://connect.facebook.net/${facebookLocales[locale] ?? 'en_US'}/sdk.js`;

export interface FacebookApp {
  readonly appId: string;
  readonly version: string;
}

const started = new WeakMap<FacebookSdk, FacebookApp>();

/**
 * Initialises the SDK once; throws if it already runs for another app. Cookies are off because browsers block them in a
 * third-party frame.
 */
export function initFacebookSdk(sdk: FacebookSdk, { appId, version }: FacebookApp): void {
  const before = started.get(sdk);
  if (before && before.appId !== appId)
    throw new Error(
      `Facebook's script already runs for app ${before.appId}, not for ${appId}. Use the same app in both settings.`,
    );
  if (before) return;
  sdk.init({ appId, version, cookie: false, status: false, xfbml: false });
  started.set(sdk, { appId, version });
}

const facebookLocales: Readonly<Record<string, string>> = {
  de: 'de_DE',
  en: 'en_US',
  es: 'es_ES',
  fa: 'fa_IR',
  fr: 'fr_FR',
  it: 'it_IT',
  ja: 'ja_JP',
  ko: 'ko_KR',
  pl: 'pl_PL',
  'pt-br': 'pt_BR',
  ru: 'ru_RU',
  tr: 'tr_TR',
  uk: 'uk_UA',
  zh: 'zh_CN',
};

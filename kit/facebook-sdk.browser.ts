// Facebook's script in the page of its canvas. The platform and its payments share it: it is there once, and told once which app it is
// for. Nobody else in the portal loads it.

/** What is used of it. */
export interface FacebookSdk {
  init(options: {
    readonly appId: string;
    readonly version: string;
    readonly cookie: boolean;
    readonly status: boolean;
    readonly xfbml: boolean;
  }): void;
  /** A dialog of Facebook's. Closed by its own cross it may answer with nothing at all. */
  ui(options: Readonly<Record<string, unknown>>, answered: (answer: unknown) => void): void;
}

export const facebookGlobal = 'FB';

/** Where the script is, in a language of ours. */
export const buildFacebookScriptUrl = (locale: string): string =>
  `https://connect.facebook.net/${facebookLocales[locale] ?? 'en_US'}/sdk.js`;

export interface FacebookApp {
  readonly appId: string;
  readonly version: string;
}

const started = new WeakMap<FacebookSdk, FacebookApp>();

/** Once for a script; throws where it was started for another app. Without a cookie: a frame of another site keeps none. */
export function startFacebook(sdk: FacebookSdk, { appId, version }: FacebookApp): void {
  const before = started.get(sdk);
  if (before && before.appId !== appId)
    throw new Error(
      `Facebook's script runs for app ${before.appId}, and not for ${appId}. Are both settings of one app?`,
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

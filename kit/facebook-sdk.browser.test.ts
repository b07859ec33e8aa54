import { expect, test } from 'vitest';
import { locales } from '#model/locale.ts';
import { buildFacebookScriptUrl, initFacebookSdk } from './facebook-sdk.browser.ts';

const createSdk = () => {
  const inits: object[] = [];
  return { inits, sdk: { init: (options: object) => void inits.push(options), ui: () => undefined } };
};

test('the script is initialised once, without a cookie', () => {
  const { inits, sdk } = createSdk();
  initFacebookSdk(sdk, { appId: '111', version: 'v3.0' });
  initFacebookSdk(sdk, { appId: '111', version: 'v3.0' });
  expect(inits).toEqual([{ appId: '111', version: 'v3.0', cookie: false, status: false, xfbml: false }]);
});

test('a script that runs for another app is not used', () => {
  const { inits, sdk } = createSdk();
  initFacebookSdk(sdk, { appId: '111', version: 'v3.0' });
  expect(() => initFacebookSdk(sdk, { appId: '222', version: 'v3.0' })).toThrow('for app 111');
  expect(inits).toHaveLength(1);
});

test('the script supports all our languages, else English', () => {
  const addresses = locales.map(buildFacebookScriptUrl);
  expect(new Set(addresses).size).toBe(locales.length);
  expect(buildFacebookScriptUrl('pt-br')).toBe('https://connect.facebook.net/pt_BR/sdk.js');
  expect(buildFacebookScriptUrl('xx')).toBe('https://connect.facebook.net/en_US/sdk.js');
});

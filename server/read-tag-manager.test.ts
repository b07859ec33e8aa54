import { expect, test } from 'vitest';
import { EnvironmentReader } from './environment-reader.ts';
import { readTagManager } from './read-tag-manager.ts';

function read(env: Record<string, string>, production = true) {
  const reader = new EnvironmentReader(env);
  const found = readTagManager(reader, production);
  reader.finish();
  return found;
}

test('there is no tag manager unless the operator names a container', () => {
  expect(read({})).toBeUndefined();
});

test("Google's host serves the container by default, and its analytics may be called", () => {
  const found = read({ TAG_MANAGER_ID: 'GTM-AB12CD3' });
  expect(found).toMatchObject({ url: 'https://www.googletagmanager.com/gtm.js?id=GTM-AB12CD3' });
  expect(found).not.toHaveProperty('email');
  expect(found?.origins).toContain('https://*.google-analytics.com');
});

test.each([
  ['https://tags.play.example', 'https://tags.play.example/gtm.js?id=GTM-AB12CD3'],
  ['https://play.example/metrics/a.js?v=2', 'https://play.example/metrics/a.js?v=2&id=GTM-AB12CD3'],
])('the operator’s own host %s serves it', (TAG_MANAGER_URL, url) => {
  const found = read({ TAG_MANAGER_ID: 'GTM-AB12CD3', TAG_MANAGER_URL, TAG_MANAGER_ORIGINS: 'https://*.ads.example' });
  expect(found).toEqual({ url, origins: [new URL(url).origin, 'https://*.ads.example'] });
});

test.each(['hashed', 'plain'])(
  'email addresses are passed %s only if the operator configured it',
  (TAG_MANAGER_EMAIL) => {
    expect(read({ TAG_MANAGER_ID: 'GTM-AB12CD3', TAG_MANAGER_EMAIL })?.email).toBe(TAG_MANAGER_EMAIL);
  },
);

test.each([
  [{ TAG_MANAGER_ID: 'UA-1' }, 'TAG_MANAGER_ID'],
  [{ TAG_MANAGER_ID: "GTM-AB12'; x" }, 'TAG_MANAGER_ID'],
  [{ TAG_MANAGER_EMAIL: 'plain' }, 'TAG_MANAGER_ID is missing'],
  [{ TAG_MANAGER_ID: 'GTM-AB12CD3', TAG_MANAGER_URL: 'http://tags.play.example' }, 'TAG_MANAGER_URL'],
  [{ TAG_MANAGER_ID: 'GTM-AB12CD3', TAG_MANAGER_ORIGINS: "https://a.example; script-src 'x'" }, 'TAG_MANAGER_ORIGINS'],
  [{ TAG_MANAGER_ID: 'GTM-AB12CD3', TAG_MANAGER_EMAIL: 'yes' }, 'TAG_MANAGER_EMAIL'],
])('%j is rejected', (env, name) => {
  expect(() => read(env as unknown as Record<string, string>)).toThrow(name);
});

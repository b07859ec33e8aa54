import { expect, test } from 'vitest';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { createTestApp } from '#server/testing/create-test-app.ts';

const ask = async (env: Record<string, string>) => {
  await using server = await createTestApp({ env, now: () => new Date('2026-03-01T15:16:17.000Z') });
  return await server.app.inject({ url: '/.well-known/security.txt', headers: { accept: 'text/html' } });
};

test('contains the configured security contact', async () => {
  const response = await ask({
    PUBLIC_URL: 'https://play.example',
    SECURITY_CONTACT: 'mailto:security@play.example, https://play.example/report',
    SECURITY_POLICY: 'https://play.example/security',
    SECURITY_LANGUAGES: 'en, de',
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(response.headers['cache-control']).toBe('public, max-age=86400');
  expect(response.body.split('\n')).toEqual([
    'Contact: mailto:security@play.example',
    'Contact: https://play.example/report',
    'Expires: 2026-08-28T00:00:00Z',
    'Preferred-Languages: en, de',
    'Canonical: https://play.example/.well-known/security.txt',
    'Policy: https://play.example/security',
    '',
  ]);
});

test('needs only a contact', async () => {
  const response = await ask({
    SECURITY_CONTACT: 'tel:+49-30-1234567',
    PUBLIC_URL: 'https://x.example',
    BASE_PATH: '/games/',
  });
  expect(response.body).toBe('Contact: tel:+49-30-1234567\nExpires: 2026-08-28T00:00:00Z\n');
});

test("doesn't exist without a setting", async () => {
  const response = await ask({});
  expect([response.statusCode, response.json()]).toMatchObject([404, { Code: 'NotFound' }]);
});

test("names the operator's address by default", async () => {
  await using server = await createTestApp();
  const config = {
    ...defaultPortalConfig,
    LegalContacts: { de: { CompanyName: 'Beispiel', Email: 'recht@play.example' } },
  };
  await server.database.kysely
    .insertInto('portal')
    .values({ config: JSON.stringify(config) })
    .execute();
  expect((await server.app.inject('/.well-known/security.txt')).body).toContain('Contact: mailto:recht@play.example\n');
});

// Signing in to the console: links, authenticator apps, sessions.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ageRows } from '#server/testing/age-rows.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createBrowser, type TestBrowser } from '#server/testing/test-browser.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { inviteOperator } from './manage-operators.ts';

let server: TestApp;
let now = new Date();
beforeAll(async () => {
  server = await createTestApp({ now: () => now });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000);
  await server.database.kysely.deleteFrom('operator_links').execute();
});

const codeFor = (secret: string, at = now): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
const tokenOf = (link: string): string => new URL(link).hash.replace('#token=', '');
const newestLink = (): string => {
  const { template, data } = server.mails.at(-1) ?? {};
  if (template !== 'operator-sign-in') throw new Error(`The newest mail is ${template}.`);
  return (data as { link: string }).link;
};
const entriesOf = (operatorId: string) =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'object_kind', 'before', 'after', 'address'])
    .where('actor_id', '=', operatorId)
    .orderBy('entry_id')
    .execute();

let count = 0;
async function invite(role: 'owner' | 'support' = 'support') {
  const email = `operator-${++count}@staff.example`;
  const invitation = {
    email,
    name: `Operator ${count}`,
    role,
    studio: undefined,
    invitedBy: 'a test',
    network: 'test',
    locale: 'en',
  } as const;
  const { link, operatorId } = await server.database.transaction((trx) =>
    inviteOperator(trx, invitation, recordCommand('operators add', 'a test'), {
      consoleUrl: new URL('http://console.localhost:8080'),
    }),
  );
  return { email, operatorId, token: tokenOf(link) };
}

/** An operator with an authenticator app, and the browser in which they are signed in. */
async function addOperator(): Promise<{ email: string; operatorId: string; secret: string; browser: TestBrowser }> {
  const { email, operatorId, token } = await invite();
  const browser = createBrowser(server.consoleApp);
  await browser.client.console.useLink({ Token: token });
  const { Secret: secret } = await browser.client.console.newAuthenticatorApp({});
  await browser.client.console.addAuthenticatorApp({ Secret: secret, Code: codeFor(secret) });
  return { email, operatorId, secret, browser };
}

test('an invited operator adds a second factor before anything else, and is then signed in', async () => {
  const { operatorId, token } = await invite();
  const browser = createBrowser(server.consoleApp);
  const { console, operator } = browser.client;
  expect(await console.session({})).toMatchObject({ Stage: 'SignedOut' });
  const begun = await console.useLink({ Token: token });
  expect(begun).toMatchObject({ Stage: 'AddSecondFactor', HasPasskey: false, HasAuthenticatorApp: false });
  expect(begun).not.toHaveProperty('Operator');
  await expect(operator.key({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  await expect(console.factors({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  const incomplete = browser.token();
  const { Secret: secret, Url: url } = await console.newAuthenticatorApp({});
  expect(url).toContain(secret);
  const session = await console.addAuthenticatorApp({ Secret: secret, Code: codeFor(secret) });
  expect(session).toMatchObject({
    Stage: 'SignedIn',
    Operator: { OperatorId: operatorId, Role: 'support', Name: 'Operator 1' },
    HasAuthenticatorApp: true,
  });
  expect(browser.token()).not.toBe(incomplete);
  expect(await createBrowser(server.consoleApp, incomplete).client.console.session({})).toMatchObject({
    Stage: 'SignedOut',
  });
  expect(await operator.key({})).toMatchObject({ Name: 'Operator 1' });
  expect(await entriesOf(operatorId)).toMatchObject([
    { action: 'console.useLink', object_kind: 'operator', address: '127.0.0.1' },
    { action: 'console.addAuthenticatorApp', after: { AuthenticatorApp: true } },
    { action: 'console.addAuthenticatorApp', after: { SignedIn: true } },
  ]);
});

test('later sign-ins need a link by mail and the second factor', async () => {
  const { email, secret } = await addOperator();
  const browser = createBrowser(server.consoleApp);
  await browser.client.console.requestLink({ Email: email.toUpperCase() });
  expect(server.mails.at(-1)).toMatchObject({ to: email, template: 'operator-sign-in' });
  expect(new URL(newestLink()).origin).toBe('http://console.localhost:8080');
  expect(await browser.client.console.useLink({ Token: tokenOf(newestLink()) })).toMatchObject({
    Stage: 'SecondFactor',
    HasAuthenticatorApp: true,
  });
  now = new Date(now.getTime() + 60_000);
  expect(await browser.client.console.proveCode({ Code: codeFor(secret) })).toMatchObject({ Stage: 'SignedIn' });
});

test('a link works once, within ten minutes', async () => {
  const { email } = await addOperator();
  const { console } = createBrowser(server.consoleApp).client;
  await console.requestLink({ Email: email });
  const first = tokenOf(newestLink());
  await console.useLink({ Token: first });
  await expect(console.useLink({ Token: first })).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
  await console.requestLink({ Email: email });
  await ageRows(server.database, 'operator_links', 601);
  await expect(console.useLink({ Token: tokenOf(newestLink()) })).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
});

test('of concurrent uses of a link, one begins a session', async () => {
  const { token } = await invite();
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => createBrowser(server.consoleApp).client.console.useLink({ Token: token })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

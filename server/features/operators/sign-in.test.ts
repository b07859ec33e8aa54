// Signing in to the console: links, authenticator apps, sessions.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ageRows } from '#server/testing/age-rows.ts';
import {
  addTestOperator,
  computeTestCode,
  inviteTestOperator,
  readLinkToken,
  readNewestLink,
} from '#server/testing/console-operators.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createBrowser } from '#server/testing/test-browser.ts';

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

const entriesOf = (operatorId: string) =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'object_kind', 'before', 'after', 'address'])
    .where('actor_id', '=', operatorId)
    .orderBy('entry_id')
    .execute();

test('an invited operator adds a second factor before anything else, and is then signed in', async () => {
  const { operatorId, name, token } = await inviteTestOperator(server);
  const browser = createBrowser(server.consoleApp);
  const { console, operator } = browser.client;
  expect(await console.session({})).toMatchObject({ Stage: 'SignedOut' });
  const begun = await console.openLink({ Token: token });
  expect(begun).toMatchObject({ Stage: 'AddSecondFactor', HasPasskey: false, HasAuthenticatorApp: false });
  expect(begun).not.toHaveProperty('Operator');
  await expect(operator.key({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  await expect(console.factors({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  const incomplete = browser.token();
  const { Secret: secret, Url: url } = await console.newAuthenticatorApp({});
  expect(url).toContain(secret);
  const session = await console.addAuthenticatorApp({ Secret: secret, Code: computeTestCode(secret, now) });
  expect(session).toMatchObject({
    Stage: 'SignedIn',
    Operator: { OperatorId: operatorId, Role: 'support', Name: name },
    HasAuthenticatorApp: true,
  });
  expect(browser.token()).not.toBe(incomplete);
  expect(await createBrowser(server.consoleApp, incomplete).client.console.session({})).toMatchObject({
    Stage: 'SignedOut',
  });
  expect(await operator.key({})).toMatchObject({ Name: name });
  expect(await entriesOf(operatorId)).toMatchObject([
    { action: 'console.openLink', object_kind: 'operator', address: '127.0.0.1' },
    { action: 'console.addAuthenticatorApp', after: { AuthenticatorApp: true, SignedIn: true } },
  ]);
});

test('later sign-ins need a link by mail and the second factor', async () => {
  const { email, secret } = await addTestOperator(server, now);
  const browser = createBrowser(server.consoleApp);
  await browser.client.console.requestLink({ Email: email.toUpperCase() });
  expect(server.mails.at(-1)).toMatchObject({ to: email, template: 'operator-sign-in' });
  expect(new URL(readNewestLink(server)).origin).toBe('http://console.localhost:8080');
  expect(await browser.client.console.openLink({ Token: readLinkToken(readNewestLink(server)) })).toMatchObject({
    Stage: 'SecondFactor',
    HasAuthenticatorApp: true,
  });
  now = new Date(now.getTime() + 60_000);
  expect(await browser.client.console.proveCode({ Code: computeTestCode(secret, now) })).toMatchObject({
    Stage: 'SignedIn',
  });
});

test('a link works once, within ten minutes', async () => {
  const { email } = await addTestOperator(server, now);
  const { console } = createBrowser(server.consoleApp).client;
  await console.requestLink({ Email: email });
  const first = readLinkToken(readNewestLink(server));
  await console.openLink({ Token: first });
  await expect(console.openLink({ Token: first })).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
  await console.requestLink({ Email: email });
  await ageRows(server.database, 'operator_links', 601);
  await expect(console.openLink({ Token: readLinkToken(readNewestLink(server)) })).rejects.toMatchObject({
    code: 'TokenExpiredOrUsed',
  });
});

test('of concurrent uses of a link, one begins a session', async () => {
  const { token } = await inviteTestOperator(server);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => createBrowser(server.consoleApp).client.console.openLink({ Token: token })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

// Second factors of operators: passkeys and codes, and what attackers try with them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestOperator, computeTestCode, inviteTestOperator, openLink } from '#server/testing/console-operators.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createSoftwarePasskey, type SoftwarePasskey } from '#server/testing/software-passkey.ts';
import { createBrowser, type TestBrowser } from '#server/testing/test-browser.ts';
import { ageRows } from '#server/testing/age-rows.ts';

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

const wrong = '000000';
const prove = (code: string, browser: TestBrowser) => browser.client.console.proveCode({ Code: code });
const waitForNextCode = (): void => void (now = new Date(now.getTime() + 60_000));

async function addOperatorWithPasskey(): Promise<{ email: string; passkey: SoftwarePasskey; browser: TestBrowser }> {
  const { email, token } = await inviteTestOperator(server);
  const browser = createBrowser(server.consoleApp);
  const { console } = browser.client;
  await console.openLink({ Token: token });
  const passkey = createSoftwarePasskey();
  const { Options: options } = await console.newPasskeyOptions({});
  expect(await console.addPasskey({ Credential: passkey.create(options), Name: 'Laptop' })).toMatchObject({
    Stage: 'SignedIn',
    HasPasskey: true,
  });
  return { email, passkey, browser };
}

test('a passkey completes the sign-in, and confirms a step-up', async () => {
  const { email, passkey } = await addOperatorWithPasskey();
  const browser = await openLink(server, email);
  const { console } = browser.client;
  const signIn = async () => {
    const { Options: options } = await console.passkeyOptions({});
    return console.provePasskey({ Credential: passkey.get(options) });
  };
  expect(await signIn()).toMatchObject({ Stage: 'SignedIn' });
  await ageRows(server.database, 'operator_sessions', 660);
  await expect(console.newAuthenticatorApp({})).rejects.toMatchObject({ code: 'StepUpRequired' });
  const token = browser.token();
  await signIn();
  expect(browser.token()).toBe(token);
  expect(await console.newAuthenticatorApp({})).toHaveProperty('Secret');
});

test('a challenge works once, also if the proof fails', async () => {
  const { email, passkey } = await addOperatorWithPasskey();
  const browser = await openLink(server, email);
  const { console } = browser.client;
  const { Options: options } = await console.passkeyOptions({});
  const other = createSoftwarePasskey();
  await expect(console.provePasskey({ Credential: other.get(options) })).rejects.toMatchObject({
    code: 'ProofRefused',
  });
  await expect(console.provePasskey({ Credential: passkey.get(options) })).rejects.toMatchObject({
    code: 'ProofRefused',
  });
  const { Options: next } = await console.passkeyOptions({});
  const credential = passkey.get(next);
  await console.provePasskey({ Credential: credential });
  await expect(console.provePasskey({ Credential: credential })).rejects.toMatchObject({ code: 'ProofRefused' });
});

test("another operator's passkey, another page's signature and a copied passkey are refused", async () => {
  const ann = await addOperatorWithPasskey();
  const bob = await addOperatorWithPasskey();
  const { console } = (await openLink(server, ann.email)).client;
  const tries = [
    (options: string) => bob.passkey.get(options),
    (options: string) => ann.passkey.get(options, { origin: 'http://gem-miner.localhost:8081' }),
    (options: string) => ann.passkey.get(options, { counter: 0 }),
    () => 'no JSON',
    () => 'null',
    () => JSON.stringify({ id: ann.passkey.id }),
  ];
  // So that a lower counter shows a copy.
  const { Options: first } = await console.passkeyOptions({});
  await console.provePasskey({ Credential: ann.passkey.get(first, { counter: 7 }) });
  for (const answer of tries) {
    const { Options: options } = await console.passkeyOptions({});
    await expect(console.provePasskey({ Credential: answer(options) })).rejects.toMatchObject({ code: 'ProofRefused' });
  }
});

test('a passkey that is known already is not added again', async () => {
  const { passkey, browser } = await addOperatorWithPasskey();
  const { console } = browser.client;
  const { Options: options } = await console.newPasskeyOptions({});
  await expect(console.addPasskey({ Credential: passkey.create(options), Name: 'Again' })).rejects.toMatchObject({
    code: 'Conflict',
  });
});

test('adding a second factor is one entry of the audit log, which names it', async () => {
  const { browser, email } = await addOperatorWithPasskey();
  const { console } = browser.client;
  const { Secret } = await console.newAuthenticatorApp({});
  await console.addAuthenticatorApp({ Secret, Code: computeTestCode(Secret, now) });
  const entries = await server.database.kysely
    .selectFrom('audit_log')
    .innerJoin('operators', (join) => join.onRef('actor_id', '=', (eb) => eb.cast('operator_id', 'text')))
    .select(['action', 'after'])
    .where('email', '=', email)
    .orderBy('entry_id')
    .execute();
  expect(entries).toEqual([
    { action: 'console.openLink', after: null },
    { action: 'console.addPasskey', after: { Passkey: 'Laptop', SignedIn: true } },
    { action: 'console.addAuthenticatorApp', after: { AuthenticatorApp: true } },
  ]);
});

test('a code works once', async () => {
  const { email, secret } = await addTestOperator(server, now);
  waitForNextCode();
  const code = computeTestCode(secret, now);
  expect(await prove(code, await openLink(server, email))).toMatchObject({ Stage: 'SignedIn' });
  await expect(prove(code, await openLink(server, email))).rejects.toMatchObject({ code: 'ProofRefused' });
  const old = computeTestCode(secret, new Date(now.getTime() - 60_000));
  waitForNextCode();
  await expect(prove(old, await openLink(server, email))).rejects.toMatchObject({ code: 'ProofRefused' });
});

test('of concurrent calls with one code, one succeeds', async () => {
  const { email, secret } = await addTestOperator(server, now);
  waitForNextCode();
  const browsers = [await openLink(server, email), await openLink(server, email), await openLink(server, email)];
  const results = await Promise.allSettled(browsers.map((each) => prove(computeTestCode(secret, now), each)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('five wrong codes end the session, and the audit log shows it', async () => {
  const { email, secret, operatorId } = await addTestOperator(server, now);
  const browser = await openLink(server, email);
  waitForNextCode();
  await Promise.allSettled(Array.from({ length: 5 }, () => prove(wrong, browser)));
  await expect(prove(computeTestCode(secret, now), browser)).rejects.toMatchObject({ code: 'Unauthenticated' });
  const entry = await server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('actor_id', '=', operatorId)
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  expect(entry).toEqual({ action: 'console.proveCode', after: { Refused: 'Too many wrong codes' } });
});

test('after twenty wrong codes in an hour, no session of the operator may try any more', async () => {
  const { email, secret } = await addTestOperator(server, now);
  waitForNextCode();
  for (let session = 0; session < 4; session++) {
    const browser = await openLink(server, email);
    for (let tries = 0; tries < 5; tries++)
      await expect(prove(wrong, browser)).rejects.toMatchObject({ code: 'ProofRefused' });
  }
  await server.database.kysely.deleteFrom('operator_links').execute();
  const browser = await openLink(server, email);
  await expect(prove(computeTestCode(secret, now), browser)).rejects.toMatchObject({ code: 'TooManyRequests' });
  await ageRows(server.database, 'operator_sessions', 3601);
  waitForNextCode();
  const later = await openLink(server, email);
  expect(await prove(computeTestCode(secret, now), later)).toMatchObject({ Stage: 'SignedIn' });
});

test('a link alone adds no factor to an operator who has one', async () => {
  const { email } = await addTestOperator(server, now);
  const { console } = (await openLink(server, email)).client;
  for (const call of [() => console.newPasskeyOptions({}), () => console.newAuthenticatorApp({})])
    await expect(call()).rejects.toMatchObject({ code: 'StepUpRequired' });
  const Secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  await expect(console.addAuthenticatorApp({ Secret, Code: computeTestCode(Secret, now) })).rejects.toMatchObject({
    code: 'StepUpRequired',
  });
});

test('of two sessions that add a first factor, the second is refused', async () => {
  const { token, email } = await inviteTestOperator(server);
  const first = createBrowser(server.consoleApp);
  await first.client.console.openLink({ Token: token });
  const second = await openLink(server, email);
  const add = async ({ client }: TestBrowser) => {
    const { Secret: secret } = await client.console.newAuthenticatorApp({});
    return client.console.addAuthenticatorApp({ Secret: secret, Code: computeTestCode(secret, now) });
  };
  const results = await Promise.allSettled([add(first), add(second)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the last factor stays; others are removed by their operator only', async () => {
  const { passkey, browser } = await addOperatorWithPasskey();
  const other = await addOperatorWithPasskey();
  const { console } = browser.client;
  await expect(console.removePasskey({ Id: passkey.id })).rejects.toMatchObject({ code: 'Conflict' });
  await expect(console.removePasskey({ Id: other.passkey.id })).rejects.toMatchObject({ code: 'NotFound' });
  const { Secret: secret } = await console.newAuthenticatorApp({});
  await console.addAuthenticatorApp({ Secret: secret, Code: computeTestCode(secret, now) });
  expect(await console.factors({})).toMatchObject({ Passkeys: [{ Name: 'Laptop' }], HasAuthenticatorApp: true });
  await console.removePasskey({ Id: passkey.id });
  await expect(console.removeAuthenticatorApp({})).rejects.toMatchObject({ code: 'Conflict' });
});

test("an operator ends another of their devices, but nobody else's", async () => {
  const { email, secret, browser } = await addTestOperator(server, now);
  waitForNextCode();
  const phone = await openLink(server, email);
  await prove(computeTestCode(secret, now), phone);
  const { Devices: devices } = await browser.client.console.factors({});
  expect(devices).toHaveLength(2);
  const SessionId = devices.find(({ IsThis }) => !IsThis)?.SessionId ?? '';
  const stranger = await addTestOperator(server, now);
  await expect(stranger.browser.client.console.endSession({ SessionId })).rejects.toMatchObject({ code: 'NotFound' });
  await browser.client.console.endSession({ SessionId });
  expect(await phone.client.console.session({})).toMatchObject({ Stage: 'SignedOut' });
  await browser.client.console.endSession({});
  expect(browser.token()).toBeUndefined();
});

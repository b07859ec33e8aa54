// Mails about requests for an approval, and how many requests wait for an operator.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { OperatorRole } from '#model/operator.ts';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import { composeMail } from '#server/features/mail/compose-mail.ts';
import { approvalChanges, type QueuedMail } from '#server/features/mail/mail-templates.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { signInOperator, type TestOperatorOptions } from '#server/testing/sign-in-operator.ts';
import { createBrowser, type TestBrowser } from '#server/testing/test-browser.ts';

const consoleUrl = 'http://console.localhost:8080';
let server: TestApp;
let ann: Operator;
let ben: Operator;

interface Operator {
  readonly operatorId: string;
  readonly email: string;
  readonly client: TestBrowser['client'];
  readonly openConsole: (language: string) => Promise<unknown>;
}

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate approvals`.execute(server.database.kysely);
  await sql`update operators set removed_at = now()`.execute(server.database.kysely);
  ann = await addOperator('admin', { name: 'Ann' });
  ben = await addOperator('owner', { name: 'Ben' });
  server.mails.length = 0;
});

/** With a second factor, as everyone has who has signed in. */
async function addOperator(role: OperatorRole, options: TestOperatorOptions & { isInvited?: true } = {}) {
  const { token, operatorId, email } = await signInOperator(server.database, role, options);
  const openConsole = (language: string) =>
    createBrowser(server.consoleApp, token, language).client.console.session({});
  if (!options.isInvited)
    await server.database.kysely
      .updateTable('operators')
      .set({ totp_sealed: Buffer.from('a secret') })
      .where('operator_id', '=', operatorId)
      .execute();
  return { operatorId, email, openConsole, client: createBrowser(server.consoleApp, token).client };
}

async function requestErasure(by: Pick<Operator, 'client'>, Reason = 'The player asked for it'): Promise<string> {
  const AccountId = await buildAccount(server.database, { name: 'Wanted', email: 'wanted@example.org' });
  await expect(by.client.operatorPlayers.erase({ AccountId, Reason })).rejects.toMatchObject({
    code: 'ApprovalRequired',
  });
  const { Approvals } = await by.client.operatorApprovals.list({});
  return Approvals.find(({ ObjectId }) => ObjectId === AccountId)?.ApprovalId ?? '';
}

const waitingFor = async ({ client }: Pick<Operator, 'client'>): Promise<number> =>
  (await client.operatorApprovals.count({})).Waiting;

const recipients = () => server.mails.map(({ to }) => to).toSorted();

test('of an operator who requests and withdraws without end, ten requests an hour are mailed', async () => {
  for (let made = 0; made < 12; made += 1) {
    const ApprovalId = await requestErasure(ann);
    await ann.client.operatorApprovals.withdraw({ ApprovalId, Reason: 'a mistake' });
  }
  expect(recipients()).toEqual(Array.from({ length: 10 }, () => ben.email));
  await sql`update approvals set requested_at = requested_at - interval '1 hour'`.execute(server.database.kysely);
  await requestErasure(ann);
  expect(server.mails).toHaveLength(11);
});

test('everyone who may approve a request gets one mail, and no one else', async () => {
  const cat = await addOperator('admin');
  await addOperator('support');
  await addOperator('studio');
  await addOperator('owner', { isInvited: true });
  const gone = await addOperator('owner');
  await sql`update operators set removed_at = now() where operator_id = ${gone.operatorId}`.execute(
    server.database.kysely,
  );
  const approvalId = await requestErasure(ann);
  expect(recipients()).toEqual([ben.email, cat.email].toSorted());
  const [mail] = server.mails;
  expect(mail).toMatchObject({
    template: 'approval-requested',
    data: {
      link: `${consoleUrl}/approvals?approval=${approvalId}`,
      name: 'Ann',
      change: 'operatorPlayers_erase',
      message: ['The player asked for it'],
    },
  });
  expect(JSON.stringify(mail)).not.toMatch(/wanted/i);
});

test('the same request again sends no second mail', async () => {
  const AccountId = await buildAccount(server.database, { name: 'Wanted' });
  for (const Reason of ['Once', 'Twice'])
    await expect(ann.client.operatorPlayers.erase({ AccountId, Reason })).rejects.toMatchObject({
      code: 'ApprovalRequired',
    });
  expect(recipients()).toEqual([ben.email]);
});

test('a request of a key is sent to all who may approve it', async () => {
  const key = server.client(await createOperatorKeys(server.database).create('Cleaner', ['players.erase']));
  await requestErasure({ client: key });
  expect(recipients()).toEqual([ann.email, ben.email].toSorted());
  const { ApprovalId } = (await ben.client.operatorApprovals.list({})).Approvals[0] ?? { ApprovalId: '' };
  server.mails.length = 0;
  await ben.client.operatorApprovals.reject({ ApprovalId, Reason: 'No' });
  expect(server.mails).toEqual([]);
});

test('the requester learns of the decision, with its reason', async () => {
  const rejected = await requestErasure(ann);
  const approved = await requestErasure(ann);
  const withdrawn = await requestErasure(ann);
  server.mails.length = 0;
  await ben.client.operatorApprovals.reject({ ApprovalId: rejected, Reason: 'Not the owner.\nAsk again.' });
  await ben.client.operatorApprovals.approve({ ApprovalId: approved });
  await ann.client.operatorApprovals.withdraw({ ApprovalId: withdrawn, Reason: 'A mistake' });
  const link = (approvalId: string) => `${consoleUrl}/approvals?show=closed&approval=${approvalId}`;
  const data = { name: 'Ben', change: 'operatorPlayers_erase' };
  expect(server.mails).toMatchObject([
    {
      to: ann.email,
      template: 'approval-rejected',
      data: { ...data, link: link(rejected), message: ['Not the owner.', 'Ask again.'] },
    },
    { to: ann.email, template: 'approval-approved', data: { ...data, link: link(approved) } },
  ]);
  expect(server.mails[1]?.data).not.toHaveProperty('message');
});

test('mails are in the language in which their reader last opened the console', async () => {
  await ann.openConsole('ru');
  await ben.openConsole('ru');
  await ben.openConsole('de');
  const ApprovalId = await requestErasure(ann);
  await ben.client.operatorApprovals.reject({ ApprovalId, Reason: 'No' });
  expect(server.mails).toMatchObject([
    { to: ben.email, template: 'approval-requested', locale: 'de' },
    { to: ann.email, template: 'approval-rejected', locale: 'ru' },
  ]);
});

test('an approval that fails sends no mail', async () => {
  const ApprovalId = await requestErasure(ann);
  await sql`update accounts set name = 'Somebody else'`.execute(server.database.kysely);
  server.mails.length = 0;
  await expect(ben.client.operatorApprovals.approve({ ApprovalId })).rejects.toMatchObject({ code: 'Conflict' });
  expect(server.mails).toEqual([]);
});

test('hostile names and reasons are stored, and become text in the mail', async () => {
  for (const hostile of hostileTexts.filter((text) => text.trim() !== '')) {
    server.mails.length = 0;
    // Only the first requests of an hour are mailed.
    await sql`truncate approvals`.execute(server.database.kysely);
    const name = hostile.replaceAll('\0', '').slice(0, 100);
    await sql`update operators set name = ${name} where operator_id = ${ann.operatorId}`.execute(
      server.database.kysely,
    );
    const reason = hostile.replaceAll('\0', '').slice(0, 900);
    const ApprovalId = await requestErasure(ann, `x ${reason}`);
    expect(ApprovalId, hostile).not.toBe('');
    const { html, text } = compose(server.mails[0]);
    expect(html.match(/<a /g), hostile).toHaveLength(1);
    expect(html, hostile).not.toMatch(/<(?:script|img|svg|iframe)/i);
    expect(text.split('://'), hostile).toHaveLength(2);
  }
});

function compose(mail: QueuedMail | undefined) {
  if (!mail) throw new Error('No mail was queued.');
  return composeMail(mail.template, 'en', mail.data, {
    portalName: 'Night Arcade',
    portalUrl: new URL('https://play.example'),
    consoleUrl: new URL(consoleUrl),
    from: 'noreply@play.example',
    to: mail.to,
  });
}

test('the mail says in words what is asked', async () => {
  await requestErasure(ann);
  const [mail] = server.mails;
  expect(compose(mail).subject).toBe('Approval needed on Night Arcade: Erase a player');
  expect(compose(mail).text).toContain('Ann asks for your approval: Erase a player. The reason:');
  expect(compose(mail).text).toContain('> The player asked for it');
});

test('an operator sees how many requests of others wait', async () => {
  const sam = await addOperator('support');
  const mia = await addOperator('studio');
  const ApprovalId = await requestErasure(ann);
  await requestErasure(ann);
  expect(await Promise.all([ann, ben, sam, mia].map(waitingFor))).toEqual([0, 2, 0, 0]);
  await ben.client.operatorApprovals.reject({ ApprovalId, Reason: 'No' });
  expect(await waitingFor(ben)).toBe(1);
  await sql`update approvals set expires_at = now()`.execute(server.database.kysely);
  expect(await waitingFor(ben)).toBe(0);
  const key = server.client(await createOperatorKeys(server.database).create('Reader', ['players.erase']));
  await requestErasure(ann);
  expect(await waitingFor({ client: key })).toBe(0);
});

test('mails can name every call that may need a second person', () => {
  const calls = Object.entries(api).flatMap(([area, routes]) =>
    Object.entries(routes).flatMap(([call, { secondPerson }]) => (secondPerson ? [`${area}_${call}`] : [])),
  );
  expect([...approvalChanges].toSorted()).toEqual(calls.toSorted());
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { composeMail } from '#server/features/mail/compose-mail.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, passingCaptchaToken, type TestApp } from '#server/testing/create-test-app.ts';
import { mailRateLimits } from '#server/features/mail-rate-limits/mail-rate-limits.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { readSupportArguments, runSupportCommand } from './run-support-command.ts';
import { maxSupportMailsPerHour } from './send-support-message.ts';

let server: TestApp;
let clock = Date.now();
/** A player whose address differs from that of most messages here. */
let ada: string;
let adaId: string;

beforeAll(async () => {
  // Each test runs after the configuration's cache has expired.
  server = await createTestApp({ now: () => new Date(clock), env: { REQUESTS_PER_MINUTE: '100000' } });
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  adaId = await buildAccount(server.database, { name: 'Ada', email: 'ada@players.example' });
  ada = (await server.sessions.begin(adaId)).token;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  clock += 6000;
  server.mails.length = 0;
  server.logged.length = 0;
  await server.database.kysely.deleteFrom('support_messages').execute();
  await server.database.kysely.deleteFrom('mail_limit_events').execute();
  await setContacts({ en: 'support@play.example' }, { en: 'miner@games.example', ru: 'rudnik@games.example' });
});

type Addresses = Readonly<Record<string, string>>;

async function setContacts(portal: Addresses, game: Addresses): Promise<void> {
  const { kysely } = server.database;
  const contacts = (addresses: Addresses) =>
    Object.fromEntries(Object.entries(addresses).map(([locale, Email]) => [locale, { CompanyName: 'X', Email }]));
  const config = JSON.stringify({ ...defaultPortalConfig, LegalContacts: contacts(portal) });
  await kysely
    .insertInto('portal')
    .values({ config })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ config }))
    .execute();
  const { config: before } = await kysely
    .selectFrom('games')
    .select('config')
    .where('game', '=', 'gem-miner')
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable('games')
    .set({ config: JSON.stringify({ ...before, LegalContacts: contacts(game) }) })
    .where('game', '=', 'gem-miner')
    .execute();
}

const message = { Message: 'My lamp went out.\nWhat now?', Email: 'Mina@Example.org' };
const send = (rest: object = {}, token?: string) =>
  server.client(token ?? ada).support.sendMessage({ ...message, ...rest });
const sendUnknown = (rest: object = {}) => server.client().support.sendMessage({ ...message, ...rest });
const kept = () => server.database.kysely.selectFrom('support_messages').selectAll().execute();
const mailed = () => server.mails.map(({ template, to }) => [template, to]);

test("stores a message and mails it to the game's support", async () => {
  const { Success, TicketId } = await send({ Game: 'gem-miner' });
  expect(Success).toBe(true);
  expect(TicketId).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  expect(await kept()).toMatchObject([
    {
      ticket_id: TicketId,
      account_id: adaId,
      game: 'gem-miner',
      email: 'mina@example.org',
      message: message.Message,
    },
  ]);
  expect(server.mails).toMatchObject([
    {
      template: 'support-request',
      to: 'miner@games.example',
      data: {
        ticket: TicketId,
        about: 'Gem Miner',
        sender: 'mina@example.org',
        message: ['My lamp went out.', 'What now?'],
      },
    },
  ]);
});

test("mails the contact for the sender's language, or the portal's if the game has none", async () => {
  await send({ Game: 'gem-miner', Locale: 'ru' });
  await send({ Game: 'sky-courier' });
  await send();
  expect(mailed().map(([, to]) => to)).toEqual([
    'rudnik@games.example',
    'support@play.example',
    'support@play.example',
  ]);
});

test('a visitor must pass a captcha, else nothing is stored or mailed', async () => {
  for (const CaptchaResult of [undefined, '', 'a token that fails'])
    await expect(sendUnknown({ ...(CaptchaResult !== undefined && { CaptchaResult }) })).rejects.toMatchObject({
      code: 'CaptchaFailed',
    });
  expect(await kept()).toEqual([]);
  expect(mailed()).toEqual([]);
  await sendUnknown({ CaptchaResult: passingCaptchaToken });
  expect(await kept()).toMatchObject([{ account_id: null, email: 'mina@example.org' }]);
  await expect(send({ CaptchaResult: 'a token that fails' })).rejects.toMatchObject({ code: 'CaptchaFailed' });
});

const receipts = () => mailed().filter(([template]) => template === 'support-receipt');

test("a receipt is sent to the account's verified address, to another only after a captcha", async () => {
  await send();
  expect(mailed()).toEqual([['support-request', 'support@play.example']]);
  await send({ Email: 'ADA@players.example' });
  await send({ CaptchaResult: passingCaptchaToken });
  await sendUnknown({ CaptchaResult: passingCaptchaToken, Email: '\u212Aate@example.org' });
  expect(receipts()).toEqual([
    ['support-receipt', 'ada@players.example'],
    ['support-receipt', 'mina@example.org'],
    ['support-receipt', 'kate@example.org'],
  ]);
  expect((await kept()).map(({ account_id }) => account_id)).toContain(adaId);
});

test('an unverified address gets no receipt either', async () => {
  const mina = await buildAccount(server.database, { email: 'mina@example.org', emailValidated: false });
  await send({}, (await server.sessions.begin(mina)).token);
  expect(receipts()).toEqual([]);
});

test('one mailbox gets a few receipts a day, even for concurrent messages and other spellings', async () => {
  const forms = ['mina@example.org', 'MINA@example.org', 'mina+1@example.org', 'mina+2@example.org'];
  await Promise.all([...forms, ...forms].map((Email) => sendUnknown({ CaptchaResult: passingCaptchaToken, Email })));
  expect(receipts()).toHaveLength(mailRateLimits.receipts[0]?.max ?? 0);
  expect(await kept()).toHaveLength(8);
});

test('above an hourly limit messages are stored and not mailed', async () => {
  const old = Array.from({ length: maxSupportMailsPerHour }, (_, index) => ({
    ticket_id: `old-${index}`,
    email: 'x@example.org',
    message: 'x',
    locale: 'en',
  }));
  await server.database.kysely.insertInto('support_messages').values(old).execute();
  await send();
  expect(mailed()).toEqual([]);
  expect(await kept()).toHaveLength(maxSupportMailsPerHour + 1);
});

test('without a valid contact address the message is stored, and it is logged', async () => {
  await setContacts({ en: 'not an address' }, { en: 'a@b.example\r\nBcc: x@evil.example' });
  await send({ Game: 'gem-miner' });
  expect(mailed()).toEqual([]);
  expect(await kept()).toHaveLength(1);
  expect(server.logged.join()).toContain('no legal contact has an email address');
});

test('any message can be mailed, and adds no header and no link', async () => {
  const nasty = 'Hi\r\nBcc: x@evil.example\u2028two\u202ethree\u0007 https://evil.example/ <b>{{portal}}</b>';
  await send({ Message: nasty });
  const [queued] = server.mails;
  if (queued?.template !== 'support-request') throw new Error('No mail to support was queued.');
  const mail = composeMail('support-request', 'en', queued.data, {
    portalName: 'Night Arcade',
    portalUrl: new URL('http://localhost:8080'),
    from: 'noreply@play.example',
    to: queued.to,
  });
  expect(mail.replyTo).toBe('mina@example.org');
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).toContain('&lt;b&gt;{{portal}}&lt;/');
  expect(mail.html.match(/href=/g)).toHaveLength(1);
  expect(mail.text).toContain('> Bcc: x@');
  for (const part of [mail.text, mail.html]) expect(part).not.toContain('https://evil');
});

test.each<[string, object]>([
  ['an address with a line break', { Email: 'a@b.example\r\nBcc: x@evil.example' }],
  ['two addresses', { Email: 'a@b.example,c@d.example' }],
  ['an address with a name', { Email: 'A<a@b.example>' }],
  ['a quoted address', { Email: '"a;b"@b.example' }],
  ['no address', { Email: 'x' }],
  ['an empty message', { Message: ' \n ' }],
  ['a message that is too long', { Message: 'x'.repeat(5001) }],
  ['a message that is not a string', { Message: 5 }],
  ['a language that is not offered', { Locale: 'xx' }],
])('rejects %s', async (_, bad) => {
  await expect(send(bad)).rejects.toMatchObject({ status: 400 });
  expect(await kept()).toEqual([]);
  expect(mailed()).toEqual([]);
});

test('rejects a missing game', async () => {
  await expect(send({ Game: 'no-such-game' })).rejects.toMatchObject({ status: 404, code: 'UnknownGame' });
});

test('accepts five messages a minute from one caller', async () => {
  await using strict = await createTestApp({ env: { REQUESTS_PER_MINUTE: '600' } });
  const statuses: number[] = [];
  const payload = { ...message, CaptchaResult: passingCaptchaToken };
  for (let count = 0; count < 6; count += 1) {
    const response = await strict.app.inject({ method: 'POST', url: '/api/v1/support/send-message', payload });
    statuses.push(response.statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

const context = {
  Build: '42',
  Platform: 'fxid',
  RequestIds: ['r-1', 'r-2'],
  Language: 'en',
  Browser: 'Firefox\u202e 140',
};

test("stores the sender's technical details, and mails them below the message", async () => {
  await send({ Context: context });
  expect(await kept()).toMatchObject([{ context, status: 'open' }]);
  const [mail] = server.mails;
  expect(mail?.data).toMatchObject({
    message: [
      'My lamp went out.',
      'What now?',
      '',
      'Build: 42',
      'Platform: fxid',
      'RequestIds: r-1, r-2',
      'Language: en',
      'Browser: Firefox  140',
    ],
  });
  await expect(send({ Context: { ...context, Password: 'x' } })).rejects.toMatchObject({ status: 400 });
});

async function openDesk() {
  await server.database.kysely.deleteFrom('operator_keys').execute();
  return server.client(await createOperatorKeys(server.database).create('Grace', ['support']));
}

test('a reply is mailed and shown to the sender, and their next message is mailed to support', async () => {
  const desk = await openDesk();
  const { TicketId = '' } = await send({ Game: 'gem-miner', Locale: 'de', Context: context });
  server.mails.length = 0;
  expect(await desk.support.deskAnswer({ TicketId, Message: 'Light it.\nAgain.' })).toMatchObject({
    Status: 'Answered',
    Email: 'mina@example.org',
    AccountId: adaId,
  });
  expect(server.mails).toMatchObject([
    {
      template: 'support-answer',
      to: 'mina@example.org',
      locale: 'de',
      data: {
        ticket: TicketId,
        message: ['Light it.', 'Again.'],
        link: `http://localhost:8080/Support?ticket=${TicketId}`,
        sender: 'miner@games.example',
      },
    },
  ]);
  const own = server.client(ada).support;
  const { Tickets } = await own.tickets({});
  expect(Tickets).toMatchObject([
    { TicketId, Status: 'Answered', Game: 'gem-miner', Replies: [{ FromSupport: true, Message: 'Light it.\nAgain.' }] },
  ]);
  server.mails.length = 0;
  expect(await own.close({ TicketId })).toMatchObject({ Status: 'Closed' });
  expect(await own.reply({ TicketId, Message: 'It went out again.' })).toMatchObject({
    Status: 'Open',
    Replies: [{ FromSupport: true }, { FromSupport: false, Message: 'It went out again.' }],
  });
  expect(server.mails).toMatchObject([
    { template: 'support-request', to: 'miner@games.example', data: { ticket: TicketId, sender: 'mina@example.org' } },
  ]);
  expect((await desk.support.deskTickets({ Status: 'Open', Game: 'gem-miner' })).Tickets).toHaveLength(1);
  expect((await desk.support.deskTickets({ Status: 'Closed' })).Tickets).toEqual([]);
});

test('only its sender sees a ticket: by account, or by a verified address', async () => {
  const eve = await buildAccount(server.database, { email: 'mina@example.org', emailValidated: false });
  const stranger = server.client((await server.sessions.begin(eve)).token).support;
  const mine = await sendUnknown({ CaptchaResult: passingCaptchaToken, Email: 'ada@players.example' });
  const others = await sendUnknown({ CaptchaResult: passingCaptchaToken });
  const listed = async (client: Pick<typeof stranger, 'tickets'>) =>
    (await client.tickets({})).Tickets.map(({ TicketId }) => TicketId);
  expect(await listed(server.client(ada).support)).toEqual([mine.TicketId]);
  expect(await listed(stranger)).toEqual([]);
  for (const TicketId of [mine.TicketId ?? '', others.TicketId ?? '', 'none']) {
    await expect(stranger.reply({ TicketId, Message: 'x' })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(stranger.close({ TicketId })).rejects.toMatchObject({ code: 'NotFound' });
  }
  expect((await kept()).map(({ status }) => status)).toEqual(['open', 'open']);
});

test("a game's session sees only tickets sent from that game", async () => {
  await send({ Game: 'gem-miner' });
  await send();
  const { token } = await server.sessions.begin(adaId, { begunBy: 'Email', game: 'sky-courier' });
  const bound = server.client(token).support;
  expect((await bound.tickets({})).Tickets).toEqual([]);
  const { TicketId } = await bound.sendMessage({ ...message, Game: 'sky-courier' });
  expect((await bound.tickets({})).Tickets).toMatchObject([{ TicketId }]);
});

test('replying needs the support key', async () => {
  const { TicketId = '' } = await send();
  const other = server.client(await createOperatorKeys(server.database).create('Content', ['content']));
  for (const client of [server.client(), server.client(ada), other])
    await expect(client.support.deskAnswer({ TicketId, Message: 'x' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(Unauthenticated|Forbidden)$/),
    });
  const desk = await openDesk();
  for (const call of [desk.support.deskTicket, desk.support.deskClose])
    await expect(call({ TicketId: 'no' })).rejects.toMatchObject({ code: 'NotFound' });
  await expect(desk.support.deskAnswer({ TicketId, Message: ' ' })).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test('support also works by command', async () => {
  const { TicketId = '' } = await send({ Game: 'gem-miner', Context: context });
  server.mails.length = 0;
  const said: string[] = [];
  const run = async (line: string, input = ''): Promise<string> => {
    said.length = 0;
    const deps = {
      database: server.database,
      queueMail: async (...[, mail]: [unknown, (typeof server.mails)[number]]) => void server.mails.push(mail),
      notifyPlayer: server.push.notifyPlayer,
      readPortal: async () => defaultPortalConfig,
      now: () => new Date(clock),
      findPage: (page: string) => new URL(page, 'http://localhost:8080/'),
    };
    await runSupportCommand(
      readSupportArguments(line.split(' ')),
      { deps, report: (text) => void said.push(text), operator: 'ann' },
      input,
    );
    return said.join('\n');
  };
  expect(await run('list')).toContain(`${TicketId}  `);
  expect(await run(`show ${TicketId}`)).toContain('Build: 42');
  await expect(run(`answer ${TicketId}`)).rejects.toThrow('No answer on standard input');
  await expect(run('answer none', 'x')).rejects.toThrow('There is no ticket none');
  expect(await run(`answer ${TicketId} --as Grace --close`, 'Done.\n')).toContain('on its way');
  expect(mailed()).toEqual([['support-answer', 'mina@example.org']]);
  expect(await run('list')).toBe('No open tickets.');
  expect(await run(`show ${TicketId}`)).toMatch(/support\nDone\.$/);
  expect(await run('list --status Closed --game gem-miner')).toContain(TicketId);
  expect(() => readSupportArguments(['list', '--status', 'Lost'])).toThrow("Lost isn't one of Open");
  await expect(run('close none')).rejects.toThrow('There is no ticket none');
});

// Mail limits through the API. Each caller has its own address. Unlike in other tests, the captcha vendor returns the
// action of each token.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { mailRateLimits, wrongCodeLimits } from './mail-rate-limits.ts';

const game = 'gem-miner';
const sessionId = 'a-session-of-this-browser';
let server: TestApp;
let key: string;

/** A captcha token is the action that it was made for. */
const captchaVendor: SafeFetch = async (_, { body } = {}) => {
  const { response: action } = JSON.parse(String(body)) as { response: string };
  const answer = { success: action !== 'fails', 'error-codes': [], challenge_ts: new Date().toISOString(), action };
  const hostname = 'captcha.localhost';
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ ...answer, hostname })) };
};

beforeAll(async () => {
  server = await createTestApp({
    // A large pool: the test is about which calls succeed, not about waiting for connections.
    poolSize: 20,
    vendorFetch: captchaVendor,
    env: { TRUSTED_PROXIES: '1', REQUESTS_PER_MINUTE: '600', TURNSTILE_SECRET: 'a-secret-of-a-widget' },
  });
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  key = await createGameKeys(server.database, server.sealer).create(game);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  server.mails.length = 0;
  for (const table of ['mail_links', 'mail_limit_events'] as const)
    await server.database.kysely.deleteFrom(table).execute();
});

interface Answer {
  readonly status: number;
  readonly body: {
    readonly Success?: boolean;
    readonly Token?: string;
    readonly Error?: string;
    readonly TriesLeft?: number;
    readonly State?: string;
    readonly Hint?: string;
    readonly Code?: string;
    readonly Fields?: Readonly<Record<string, string>>;
  };
}

let calls = 0;
/** An unused address in the network, because each address may make few calls a minute. */
const inNetwork = (network: number): string => `10.${Math.floor(network / 250)}.${network % 250}.${(calls += 1) % 250}`;

async function post(path: string, payload: object, from: number, authorization?: string): Promise<Answer> {
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { 'x-forwarded-for': inNetwork(from), ...(authorization !== undefined && { authorization }) },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

const ask = (Email: string, from: number, CaptchaResult = 'email_login') =>
  post('/invite/email_invite', { Email, CaptchaResult }, from);
const askForGame = (Email: string, from: number, more: object = {}, authorization?: string, of = game) =>
  post(
    `/auth/authenticate_with_external_id/${of}`,
    { SessionId: sessionId, EmailCredentials: { Email }, ...more },
    from,
    authorization,
  );
const bearer = (): string => `Bearer ${key}`;

/** Pretends that time has passed since the last mails. */
async function wait(seconds: number): Promise<void> {
  const earlier = sql<Date>`created_at - make_interval(secs => ${seconds})`;
  for (const table of ['mail_links', 'mail_limit_events'] as const)
    await server.database.kysely.updateTable(table).set({ created_at: earlier }).execute();
}

/** Requests mails from a network until it is refused; returns how many were sent. */
async function exhaust(email: string | ((time: number) => string), from: number): Promise<number> {
  for (let time = 0; ; time += 1) {
    const { status } = await ask(typeof email === 'string' ? email : email(time), from);
    if (status !== 200) return time;
    await wait(40);
  }
}

const newestMail = () => server.mails.at(-1)?.data as { link: string; code: string } | undefined;
const newestToken = (): string => new URL(newestMail()?.link ?? '').searchParams.get('inviteToken') ?? '';
const newestCode = (): string => newestMail()?.code ?? '';

describe('a stranger', () => {
  test("in another network can't prevent a sign-in", async () => {
    expect(await exhaust('ada@players.example', 1)).toBe(5);
    expect(await ask('ada@players.example', 1)).toMatchObject({ status: 429, body: { Code: 'TooManyRequests' } });
    const asked = await ask('ada@players.example', 2);
    expect(asked.status).toBe(200);
    const link = { InviteToken: newestToken(), Handle: asked.body.Token };
    expect(await post('/auth/authenticate_from_email_invite', link, 2)).toMatchObject({ body: { Success: true } });
  });

  test("who requests repeatedly replaces the owner's link; the owner signs in with the newest mail", async () => {
    const asked = await ask('ada@players.example', 1);
    const older = { InviteToken: newestToken(), Handle: asked.body.Token };
    expect(await exhaust('ada@players.example', 2)).toBe(5);
    const signIn = (link: object) => post('/auth/authenticate_from_email_invite', link, 1);
    expect(await signIn(older)).toMatchObject({ body: { Success: false, Error: 'replaced' } });
    // Opened in the owner's browser, which did not request it: a click and a captcha are needed.
    const newest = { InviteToken: newestToken(), Handle: asked.body.Token };
    const { body } = await signIn(newest);
    const { Confirmation } = body as { Confirmation?: { Nonce: string } };
    expect(await signIn({ ...newest, Nonce: Confirmation?.Nonce, CaptchaResult: 'magic_confirm' })).toMatchObject({
      body: { Success: true },
    });
  });

  test('who requests from many networks adds a captcha for this mailbox, and nothing more', async () => {
    const max = mailRateLimits.mailbox[0]?.max ?? 0;
    for (let network = 1; network <= max; network += 1)
      expect(await ask('ada@players.example', network)).toMatchObject({ status: 200 });
    server.mails.length = 0;
    const refused = await ask('ada@players.example', 500);
    expect(refused).toMatchObject({ status: 403, body: { Code: 'CaptchaFailed' } });
    expect(server.mails).toEqual([]);
    const action = refused.body.Fields?.['CaptchaResult'] ?? '';
    expect(action).toMatch(/^mail_[\w-]{22}$/);
    expect(await ask('ada@players.example', 500, action)).toMatchObject({ status: 200 });
    // The captcha counts for this mailbox only, and other mailboxes need none.
    expect(await ask('borys@players.example', 500, action)).toMatchObject({ status: 403 });
    expect(await ask('borys@players.example', 500)).toMatchObject({ status: 200 });
  });
});

describe('one mailbox', () => {
  test.each([
    ['tags', (time: number) => `Ada+${time}@players.example`],
    [
      'cases and forms',
      (time: number) => ['\u212Aa\u0301@x.example', 'K\u00c1@X.example', 'k\u00e1@x.example'][time % 3] ?? '',
    ],
    [
      'dots, where the provider ignores them',
      (time: number) => `${'a.'.repeat(time)}${'a'.repeat(9 - time)}@gmail.com`,
    ],
  ])('is counted as one, whatever the %s of its address', async (_, email) => {
    expect(await exhaust(email, 1)).toBe(5);
  });

  test('gets one mail for fifty concurrent requests from one network', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, (_, time) => ask(`ada+${time}@players.example`, 1)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(49);
    expect(server.mails).toHaveLength(1);
  });

  test('gets no more mails from fifty concurrent networks without a captcha for it', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, (_, network) => ask('ada@players.example', network)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(mailRateLimits.mailbox[0]?.max ?? 0);
    expect(all.filter(({ status }) => status === 403)).toHaveLength(50 - (mailRateLimits.mailbox[0]?.max ?? 0));
  });
});

/** Pretends that the sources of the mails so far sent this many in total, to other people. */
const pretendMails = (number: number) =>
  sql`
    insert into mail_limit_events (kind, source_hash, mailbox_hash, created_at)
    select kind, source_hash, sha256((random() * n)::text::bytea), created_at
    from (select * from mail_limit_events order by created_at desc limit 1) newest,
      generate_series(1, ${number} - (select count(*)::integer from mail_limit_events)) n
  `.execute(server.database.kysely);
const person = (): string => `${crypto.randomUUID()}@players.example`;

test('the mails that one network causes are limited per hour and day, for all recipients', async () => {
  const [inHour = 0, inDay = 0] = mailRateLimits.network.map(({ max }) => max);
  const askAtOnce = async (): Promise<number> => {
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(person(), 1)));
    return all.filter(({ status }) => status === 200).length;
  };
  await ask(person(), 1);
  await pretendMails(inHour - 4);
  expect(await askAtOnce()).toBe(4);
  expect(await ask(person(), 2)).toMatchObject({ status: 200 });
  await wait(3600);
  await ask(person(), 1);
  await pretendMails(inDay - 3 + 1);
  await wait(3600);
  expect(await askAtOnce()).toBe(3);
  await wait(86_400);
  expect(await askAtOnce()).toBe(10);
});

describe('for a game with its own address form', () => {
  test("without a captcha or the game's key no mail is sent", async () => {
    const otherKey = await createGameKeys(server.database, server.sealer).create('sky-courier');
    const tries = [
      askForGame('ada@players.example', 1),
      askForGame('ada@players.example', 1, { CaptchaResult: 'fails' }),
      askForGame('ada@players.example', 1, { CaptchaResult: 'of another action' }),
      askForGame('ada@players.example', 1, {}, `Bearer ${otherKey}`),
      askForGame('ada@players.example', 1, {}, `Bearer fxk_${'0'.repeat(16)}_${'0'.repeat(64)}`),
    ];
    for (const answer of await Promise.all(tries))
      expect(answer).toMatchObject({ status: 403, body: { Code: 'CaptchaFailed' } });
    expect(server.mails).toEqual([]);
    expect(await server.database.kysely.selectFrom('mail_links').select('link_id').execute()).toEqual([]);
  });

  test("with a captcha the mail is sent, within the network's limits and to the normalized address", async () => {
    const checked = { CaptchaResult: 'email_login' };
    expect(await askForGame('Ada@PLAYERS.example', 1, checked)).toMatchObject({
      status: 200,
      body: { State: 'NeedsEmailConfirmation' },
    });
    expect(server.mails).toMatchObject([{ to: 'ada@players.example' }]);
    expect(await ask('ada+portal@players.example', 1)).toMatchObject({ status: 429 });
    expect(await askForGame('ada@players.example', 2, checked)).toMatchObject({ status: 200 });
  });

  test('a key has a quota, even for fifty concurrent requests', async () => {
    const [inHour = 0, inDay = 0] = mailRateLimits.game.map(({ max }) => max);
    await askForGame(person(), 1, {}, bearer());
    await pretendMails(inHour - 3);
    const all = await Promise.all(Array.from({ length: 50 }, () => askForGame(person(), 1, {}, bearer())));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(47);
    // The limits of the game server's own network are unused.
    expect(await ask(person(), 1)).toMatchObject({ status: 200 });
    await wait(3600);
    expect(await askForGame(person(), 1, {}, bearer())).toMatchObject({ status: 200 });
    await pretendMails(inDay + 1);
    await wait(3600);
    expect(await askForGame(person(), 1, {}, bearer())).toMatchObject({ status: 429 });
  });

  test('a key allows a few mails to one mailbox; then a captcha is required', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect(await askForGame(`ada+${time}@players.example`, 1, {}, bearer())).toMatchObject({ status: 200 });
      expect(await askForGame('ada@players.example', 1, {}, bearer())).toMatchObject({ status: 429 });
      await wait(40);
    }
    expect(await askForGame('ada@players.example', 1, {}, bearer())).toMatchObject({
      status: 403,
      body: { Code: 'CaptchaFailed', Fields: { CaptchaResult: 'email_login' } },
    });
    const checked = { CaptchaResult: 'email_login' };
    expect(await askForGame('ada@players.example', 1, checked, bearer())).toMatchObject({ status: 200 });
  });

  test('a key is not enough for a mailbox with many recent requests', async () => {
    for (let network = 1; network <= (mailRateLimits.mailbox[0]?.max ?? 0); network += 1)
      await ask('ada@players.example', network);
    const refused = await askForGame('ada@players.example', 1, {}, bearer());
    expect(refused).toMatchObject({ status: 403, body: { Code: 'CaptchaFailed' } });
    const CaptchaResult = refused.body.Fields?.['CaptchaResult'];
    expect(await askForGame('ada@players.example', 300, { CaptchaResult }, bearer())).toMatchObject({ status: 200 });
  });
});

describe('the six digits', () => {
  const tryDigits = (Handle: string | undefined, Code: string, from: number, more: object = {}) =>
    post('/auth/authenticate_from_email_code', { Handle, Code, ...more }, from);
  const wrongOf = (code: string): string => (code === '000000' ? '111111' : '000000');

  /** Requests a mail and tries wrong codes. */
  async function guess(email: string, from: number, times: number, more: object = {}): Promise<void> {
    const { body } = await ask(email, from);
    for (let time = 0; time < times; time += 1)
      expect(await tryDigits(body.Token, wrongOf(newestCode()), from, more)).toMatchObject({
        body: { Error: 'wrong_code' },
      });
    await wait(40);
  }

  test('require a captcha after some wrong ones, and are not tried without it', async () => {
    await guess('ada@players.example', 1, wrongCodeLimits.networkAndMailbox.free);
    const { body } = await ask('ada@players.example', 1);
    const code = newestCode();
    for (let time = 0; time < 9; time += 1)
      expect(await tryDigits(body.Token, code, 1)).toMatchObject({
        status: 200,
        body: { Success: false, Error: 'captcha_required' },
      });
    const failed = await tryDigits(body.Token, code, 1, { CaptchaResult: 'email_login' });
    expect(failed).toMatchObject({ status: 403, body: { Code: 'CaptchaFailed' } });
    expect(await tryDigits(body.Token, code, 1, { CaptchaResult: 'email_code' })).toMatchObject({
      body: { Success: true },
    });
  });

  test('of another network need no captcha while the mailbox has attempts left', async () => {
    await guess('ada@players.example', 1, 5);
    const { body } = await ask('ada+2@players.example', 2);
    expect(await tryDigits(body.Token, newestCode(), 2)).toMatchObject({ body: { Success: true } });
  });

  test('that are right are not counted', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { body } = await ask('ada@players.example', 1);
      expect(await tryDigits(body.Token, newestCode(), 1)).toMatchObject({ body: { Success: true } });
      await wait(40);
    }
    const wrong = server.database.kysely.selectFrom('mail_limit_events').where('kind', '=', 'wrong-code');
    expect(await wrong.select('event_id').execute()).toEqual([]);
  });

  test('are disabled for the rest of a day with many wrong ones, and the link still signs in', async () => {
    const checked = { CaptchaResult: 'email_code' };
    for (const network of [1, 2]) {
      await guess('ada@players.example', network, 5, checked);
      await guess('ada@players.example', network, 5, checked);
    }
    const asked = await ask('ada@players.example', 3);
    expect(await tryDigits(asked.body.Token, newestCode(), 3, checked)).toMatchObject({
      body: { Success: false, Error: 'link_only' },
    });
    const link = { InviteToken: newestToken(), Handle: asked.body.Token };
    expect(await post('/auth/authenticate_from_email_invite', link, 3)).toMatchObject({ body: { Success: true } });
    await wait(86_400);
    const { body } = await ask('ada@players.example', 3);
    expect(await tryDigits(body.Token, newestCode(), 3)).toMatchObject({ body: { Success: true } });
  });

  test("can't be guessed more often by fifty concurrent requests: only the newest mail's code is tried", async () => {
    const handles: [string | undefined, number][] = [];
    for (let network = 1; network <= 10; network += 1) {
      const { body } = await ask('ada@players.example', network);
      handles.push([body.Token, network]);
    }
    const codes = new Set(server.mails.map(({ data }) => (data as { code: string }).code));
    const wrong = Array.from({ length: 60 }, (_, number) => String(number).padStart(6, '0')).filter(
      (code) => !codes.has(code),
    );
    const guesses = handles.flatMap(([handle, network], index) =>
      wrong
        .slice(index * 5, index * 5 + 5)
        .map((code) => tryDigits(handle, code, network, { CaptchaResult: 'email_code' })),
    );
    expect(guesses).toHaveLength(50);
    const errors = (await Promise.all(guesses)).map(({ body }) => body.Error);
    expect(errors.filter((error) => error === 'wrong_code')).toHaveLength(5);
    expect(errors.filter((error) => error === 'replaced')).toHaveLength(45);
  });

  test('entered in a game are counted with the others', async () => {
    await guess('ada@players.example', 1, 5);
    await guess('ada@players.example', 2, 5);
    await askForGame('ada@players.example', 3, { CaptchaResult: 'email_login' });
    const withCode = { EmailCredentials: { Email: 'ada@players.example', Code: newestCode() } };
    expect(await askForGame('', 3, withCode)).toMatchObject({
      status: 403,
      body: { Code: 'CaptchaFailed', Fields: { CaptchaResult: 'email_code' } },
    });
    expect(await askForGame('', 3, { ...withCode, CaptchaResult: 'email_code' })).toMatchObject({
      body: { State: 'Authenticated' },
    });
  });
});

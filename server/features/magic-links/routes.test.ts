import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ApiError } from '#contract/api-error.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestApp, passingCaptchaToken, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let ada: string;
let chiyo: string;

beforeAll(async () => {
  // A large pool: the test is about who succeeds, not about waiting for connections.
  server = await createTestApp({ poolSize: 20 });
  await buildGames(server.database, ['gem-miner']);
  ada = await buildPlayer('ada@players.example');
  chiyo = await buildPlayer('chiyo@players.example');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => void server.mails.splice(0));

const buildPlayer = (email: string): Promise<string> =>
  buildAccount(server.database, { email, identities: [{ type: 'Email', id: email }] });

let people = 0;
const somebody = (): string => `somebody-${(people += 1)}@mail.example`;

async function askFor(email: string, options: { token?: string; more?: object } = {}) {
  const reply = await server
    .client(options.token)
    .invite.emailInvite({ CaptchaResult: passingCaptchaToken, Email: email, ...options.more });
  const data = server.mails.at(-1)?.data as { link: string; code: string; mark: string; askedAt: string };
  const token = new URL(data.link).searchParams.get('inviteToken') ?? '';
  return { handle: reply.Token ?? '', mark: reply.Mark, token, code: data.code, link: data.link, mail: data };
}

const useLink = (
  InviteToken: string,
  more: { Handle?: string; Nonce?: string; CaptchaResult?: string } = {},
  as?: string,
) => server.client(as).auth.authenticateFromEmailInvite({ InviteToken, ...more });

const accounts = () =>
  server.database.kysely
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();

const useCode = (Handle: string, Code: string, as?: string) =>
  server.client(as).auth.authenticateFromEmailCode({ Handle, Code });

describe('a link', () => {
  test('signs in at once in the requesting browser, and creates the account only then', async () => {
    const email = somebody();
    const before = await accounts();
    const asked = await askFor(email);
    expect(await accounts()).toEqual(before);
    expect(asked.mark).toBe(asked.mail.mark);
    const reply = await useLink(asked.token, { Handle: asked.handle });
    expect(reply).toMatchObject({ Success: true });
    const profile = await server.client(reply.Token).profile.get({});
    expect(profile).toMatchObject({ AccountId: reply.AccountId, Email: email });
    expect(profile.SocialIdentifiers).toEqual([{ Type: 'Email', Id: email }]);
  });

  test('finds the account again, however the address is written', async () => {
    const email = somebody();
    const first = await askFor(email);
    const { AccountId } = await useLink(first.token, { Handle: first.handle });
    await ageMails(40);
    const second = await askFor(`  ${email.toUpperCase()} `);
    expect(await useLink(second.token, { Handle: second.handle })).toMatchObject({ Success: true, AccountId });
  });

  test.each([
    ['\u212Aelvin-1@Mail.Example', 'kelvin-1@mail.example'],
    ['CAFE\u0301@MAIL.example', 'caf\u00e9@mail.example'],
    ['Ada@B\u00dcCHER.example', 'ada@xn--bcher-kva.example'],
  ])('for %j goes to %j, the stored form of the address', async (typed, normal) => {
    const asked = await askFor(typed);
    expect(server.mails.at(-1)?.to).toBe(normal);
    const { Token } = await useLink(asked.token, { Handle: asked.handle });
    const { SocialIdentifiers } = await server.client(Token).profile.get({});
    expect(SocialIdentifiers).toEqual([{ Type: 'Email', Id: normal }]);
  });

  test("asks for a click in any other browser, and opening it doesn't consume it", async () => {
    const asked = await askFor(somebody(), { more: { GameSystemName: 'gem-miner' } });
    for (let scan = 0; scan < 3; scan += 1) {
      const seen = await useLink(asked.token);
      expect(seen).toMatchObject({ Success: false, Error: 'confirmation_required' });
      expect(seen.Token).toBeUndefined();
      expect(seen.Confirmation).toMatchObject({ Game: 'gem-miner', Mark: asked.mark });
      expect(seen.Confirmation?.Email).toMatch(/^s\*+.*@mail\.example$/);
    }
    const { Confirmation } = await useLink(asked.token);
    const Nonce = Confirmation?.Nonce ?? '';
    await expect(useLink(asked.token, { Nonce })).rejects.toMatchObject({ code: 'CaptchaFailed' });
    expect(await useLink(asked.token, { Nonce: `${Nonce}x`, CaptchaResult: passingCaptchaToken })).toMatchObject({
      Error: 'confirmation_required',
    });
    expect(await useLink(asked.token, { Nonce, CaptchaResult: passingCaptchaToken })).toMatchObject({ Success: true });
  });

  test('is not completed by the handle of another link', async () => {
    const [asked, other] = [await askFor(somebody()), await askFor(somebody())];
    expect(await useLink(asked.token, { Handle: other.handle })).toMatchObject({ Error: 'confirmation_required' });
  });

  test('works once, even for fifty concurrent uses', async () => {
    const asked = await askFor(somebody());
    const tries = Array.from({ length: 50 }, () => useLink(asked.token, { Handle: asked.handle }));
    const replies = await Promise.all(tries);
    expect(replies.filter(({ Success }) => Success)).toHaveLength(1);
    expect(await useLink(asked.token, { Handle: asked.handle })).toEqual({ Success: false, Error: 'expired_or_used' });
  });

  test('ends after fifteen minutes', async () => {
    const asked = await askFor(somebody());
    await ageRows(server.database, 'mail_links', 14 * 60);
    expect(await server.client().invite.status({ Token: asked.handle })).toEqual({ Status: 'Waiting' });
    await ageRows(server.database, 'mail_links', 60);
    expect(await useLink(asked.token, { Handle: asked.handle })).toEqual({ Success: false, Error: 'expired_or_used' });
    expect(await server.client().invite.status({ Token: asked.handle })).toEqual({ Status: 'Expired' });
  });

  test('ends when a newer one is sent to its address, and the waiting page is notified', async () => {
    const email = somebody();
    const older = await askFor(email);
    await ageMails(40);
    const newest = await askFor(email);
    const replaced = { Success: false, Error: 'replaced' };
    expect(await useLink(older.token, { Handle: older.handle })).toEqual(replaced);
    expect(await useLink(older.token)).toEqual(replaced);
    expect(await useCode(older.handle, older.code)).toEqual(replaced);
    expect(await server.client().invite.status({ Token: older.handle })).toEqual({ Status: 'Replaced' });
    expect(await useLink(newest.token, { Handle: newest.handle })).toMatchObject({ Success: true });
  });

  test('requested by a stranger signs in the owner of the address, in another browser', async () => {
    const email = somebody();
    const own = await askFor(email);
    await ageMails(40);
    const ofStranger = await askFor(email);
    expect(await server.client().invite.status({ Token: own.handle })).toEqual({ Status: 'Replaced' });
    // The owner has the newest email, and the handle of the older one.
    const { Confirmation } = await useLink(ofStranger.token, { Handle: own.handle });
    const confirmed = { Handle: own.handle, Nonce: Confirmation?.Nonce ?? '', CaptchaResult: passingCaptchaToken };
    expect(await useLink(ofStranger.token, confirmed)).toMatchObject({ Success: true });
  });

  test.each(['', 'x', `fxm_${'A'.repeat(43)}`, `fxs_${'A'.repeat(43)}`, `fxh_${'A'.repeat(43)}`])(
    'that was never sent is unknown: %j',
    async (token) => {
      expect(await useLink(token)).toEqual({ Success: false, Error: 'unknown' });
    },
  );

  test('is stored only as a hash', async () => {
    const asked = await askFor(somebody());
    const rows = await server.database.kysely.selectFrom('mail_links').selectAll().execute();
    const kept = JSON.stringify(rows);
    for (const secret of [asked.token, asked.handle, asked.code]) expect(kept).not.toContain(secret);
    expect(server.logged.join('\n')).not.toContain(asked.token);
  });

  test('uses the configured address, whatever host the request names', async () => {
    const email = somebody();
    await server.app.inject({
      method: 'POST',
      url: '/api/v1/invite/email_invite',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'content-type': 'application/json' },
      payload: JSON.stringify({ CaptchaResult: passingCaptchaToken, Email: email }),
    });
    const data = server.mails.at(-1)?.data as { link: string } | undefined;
    expect(new URL(data?.link ?? '').origin).toBe('http://localhost:8080');
  });
});

describe('asking for a link', () => {
  test('answers the same whether or not there is an account', async () => {
    const [known, unknown] = ['ada@players.example', somebody()];
    const shape = (reply: object) =>
      Object.entries(reply).map(([name, value]) => [name, typeof value, String(value).length]);
    const replies = [];
    for (const Email of [known, unknown]) {
      replies.push(shape(await server.client().invite.emailInvite({ CaptchaResult: passingCaptchaToken, Email })));
    }
    expect(replies[0]).toEqual(replies[1]);
    // The same statements too: no account is looked up before the link is used.
    expect(server.mails.map(({ template }) => template)).toEqual(['sign-in', 'sign-in']);
  });

  test('has limits, the same for every caller', async () => {
    for (const email of [somebody(), 'chiyo@players.example']) {
      await askFor(email);
      await expect(askFor(email)).rejects.toMatchObject({ code: 'TooManyRequests', fields: { Email: 'wait 30' } });
    }
  });

  test('accepts at most five an hour, and one of fifty concurrent requests', async () => {
    const email = somebody();
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => askFor(email)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (let each = 0; each < 4; each += 1) {
      await ageMails(40);
      await askFor(email);
    }
    await ageMails(40);
    await expect(askFor(email)).rejects.toMatchObject({ code: 'TooManyRequests' });
  });

  test.each([
    'nobody',
    'a@b',
    'ada@example.com\r\nBcc: eve@evil.example',
    'ada@example.com\nX: y',
    'Ada <ada@example.com>',
    'ada\u202e@example.com',
  ])('rejects %j and sends nothing', async (Email) => {
    await expect(
      server.client().invite.emailInvite({ CaptchaResult: passingCaptchaToken, Email }),
    ).rejects.toMatchObject({
      code: 'InvalidRequest',
      fields: { Email: "isn't an email address" },
    });
    expect(server.mails).toEqual([]);
  });

  test('needs a passed captcha', async () => {
    await expect(
      server.client().invite.emailInvite({ CaptchaResult: 'nonsense', Email: somebody() }),
    ).rejects.toMatchObject({ code: 'CaptchaFailed', detail: 'Robot check error. Try again.' });
    expect(server.mails).toEqual([]);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'http://localhost:8080@evil.example/',
    'https://localhost:8080/',
    '/a\u0009/b',
  ])('rejects the redirect to %j', async (RedirectUri) => {
    await expect(askFor(somebody(), { more: { RedirectUri } })).rejects.toMatchObject({ code: 'InvalidRequest' });
  });

  test('redirects within the portal', async () => {
    const asked = await askFor(somebody(), { more: { RedirectUri: '/Games/gem-miner?x=1' } });
    expect(await useLink(asked.token, { Handle: asked.handle })).toMatchObject({
      RedirectUri: 'http://localhost:8080/Games/gem-miner?x=1',
    });
  });

  test('sends the mail in the requested language', async () => {
    await askFor(somebody(), { more: { Locale: 'fa' } });
    expect(server.mails.at(-1)).toMatchObject({ locale: 'fa' });
  });
});

describe('the six digits', () => {
  const wrong = (code: string): string => (code === '000000' ? '111111' : '000000');

  test('sign in in the requesting browser', async () => {
    const asked = await askFor(somebody());
    expect(await useCode(asked.handle, ` ${asked.code.slice(0, 3)} ${asked.code.slice(3)}`)).toMatchObject({
      Success: true,
    });
    expect(await server.client().invite.status({ Token: asked.handle })).toEqual({ Status: 'Used' });
    expect(await useLink(asked.token, { Handle: asked.handle })).toMatchObject({ Error: 'expired_or_used' });
  });

  test('have five attempts; then the code is disabled, and the link still works', async () => {
    const asked = await askFor(somebody());
    for (const left of [4, 3, 2, 1, 0]) {
      expect(await useCode(asked.handle, wrong(asked.code))).toEqual({
        Success: false,
        Error: 'wrong_code',
        TriesLeft: left,
      });
    }
    expect(await useCode(asked.handle, asked.code)).toEqual({ Success: false, Error: 'expired_or_used' });
    expect(await useLink(asked.token, { Handle: asked.handle })).toMatchObject({ Success: true });
  });

  test('have five attempts, even if two hundred are concurrent', async () => {
    const asked = await askFor(somebody());
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, guess) =>
        useCode(asked.handle, guess === Number(asked.code) ? wrong(asked.code) : String(guess).padStart(6, '0')),
      ),
    );
    const { length: tried } = replies.filter((reply) => reply.Success || reply.Error === 'wrong_code');
    expect(tried).toBe(5);
  });

  test('sign in once for fifty concurrent uses', async () => {
    const asked = await askFor(somebody());
    const replies = await Promise.all(Array.from({ length: 50 }, () => useCode(asked.handle, asked.code)));
    expect(replies.filter(({ Success }) => Success)).toHaveLength(1);
  });

  test('need the handle', async () => {
    const asked = await askFor(somebody());
    expect(await useCode(`fxh_${'A'.repeat(43)}`, asked.code)).toMatchObject({ Success: false });
    expect(await useCode(asked.token, asked.code)).toEqual({ Success: false, Error: 'unknown' });
  });
});

describe('in a session', () => {
  test('a guest becomes a player and keeps its AccountId and games', async () => {
    const accountId = await buildAccount(server.database, { guest: true, games: [{ game: 'gem-miner', uid: 'uid' }] });
    const { token: guest } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'gem-miner' });
    const email = somebody();
    const asked = await askFor(email, { token: guest });
    const reply = await useLink(asked.token, { Handle: asked.handle }, guest);
    expect(reply).toMatchObject({ Success: true, AccountId: accountId });
    const profile = await server.client(reply.Token).profile.get({});
    expect(profile).toMatchObject({ AccountId: accountId, Email: email });
    expect(profile.ConnectedGames.map(({ Game }) => Game)).toEqual(['gem-miner']);
    // The token from before the sign-in no longer works.
    await expect(server.client(guest).profile.get({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  });

  test('other sessions of a guest end when the guest registers', async () => {
    const { accountId, token: planted } = await makeGuest();
    const { token: kept } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'gem-miner' });
    await server.client(kept).profile.get({});
    const asked = await askFor(somebody(), { token: planted });
    const reply = await useLink(asked.token, { Handle: asked.handle }, planted);
    expect(reply).toMatchObject({ Success: true, AccountId: accountId });
    for (const token of [planted, kept])
      await eventually(
        async () =>
          (await server
            .client(token)
            .profile.get({})
            .catch((error: ApiError) => error.code)) === 'Unauthenticated',
      );
    expect(await server.client(reply.Token).profile.get({})).toMatchObject({ AccountId: accountId });
  });

  test('a guest that proves the address of a player is signed in there and may merge', async () => {
    const { accountId, token: guest } = await makeGuest();
    await ageMails(40);
    const asked = await askFor('chiyo@players.example', { token: guest });
    const reply = await useLink(asked.token, { Handle: asked.handle }, guest);
    expect(reply).toMatchObject({ Success: true, AccountId: chiyo });
    expect(reply.Merge?.MergeToken).toMatch(/^fxp_/);
    expect(accountId).not.toBe(reply.AccountId);
  });

  test('a link that a guest requested merges nothing in another browser', async () => {
    const { token: guest } = await makeGuest();
    const asked = await askFor(somebody(), { token: guest });
    const { Confirmation } = await useLink(asked.token);
    const { token: other } = await makeGuest();
    const clicked = { Nonce: Confirmation?.Nonce ?? '', CaptchaResult: passingCaptchaToken };
    const reply = await useLink(asked.token, clicked, other);
    expect(reply.Success).toBe(true);
    expect(reply.Merge).toBeUndefined();
    expect(await server.client(other).profile.get({})).toMatchObject({ SocialIdentifiers: [] });
  });

  test('an address is added to the requesting account, only in its live session', async () => {
    const darya = await buildPlayer(somebody());
    const { token } = await server.sessions.begin(darya);
    const email = somebody();
    const asked = await askFor(email, { token, more: { AddToAccount: true } });
    expect(server.mails.at(-1)).toMatchObject({ template: 'add-email' });
    expect(await useLink(asked.token, { Handle: asked.handle })).toEqual({ Success: false, Error: 'session_required' });
    const { token: eve } = await server.sessions.begin(chiyo);
    expect(await useLink(asked.token, { Handle: asked.handle }, eve)).toMatchObject({ Error: 'session_required' });
    const reply = await useLink(asked.token, { Handle: asked.handle }, token);
    expect(reply).toMatchObject({ Success: true, AccountId: darya });
    const { SocialIdentifiers } = await server.client(reply.Token).profile.get({});
    expect(SocialIdentifiers).toContainEqual({ Type: 'Email', Id: email });
  });

  test('an address that belongs to another account moves nothing and offers a merge', async () => {
    const { token } = await server.sessions.begin(ada);
    await ageMails(40);
    const asked = await askFor('chiyo@players.example', { token, more: { AddToAccount: true } });
    const reply = await useLink(asked.token, { Handle: asked.handle }, token);
    expect(reply).toMatchObject({ Success: true, AccountId: ada, Token: token });
    expect(reply.Merge?.MergeToken).toMatch(/^fxp_/);
    const { SocialIdentifiers } = await server.client(token).profile.get({});
    expect(SocialIdentifiers).toEqual([{ Type: 'Email', Id: 'ada@players.example' }]);
  });

  test("a signed-in player who opens another player's link gets that account, and nothing is merged", async () => {
    const email = somebody();
    const asked = await askFor(email);
    const { token } = await server.sessions.begin(ada);
    const reply = await useLink(asked.token, { Handle: asked.handle }, token);
    expect(reply.Success).toBe(true);
    expect(reply.AccountId).not.toBe(ada);
  });

  test('a session started by a game adds no address', async () => {
    const { token } = await server.sessions.begin(ada, { begunBy: 'Game', game: 'gem-miner' });
    await expect(askFor(somebody(), { token, more: { AddToAccount: true } })).rejects.toMatchObject({
      code: 'SignInAgain',
    });
    await expect(askFor(somebody(), { more: { AddToAccount: true } })).rejects.toMatchObject({
      code: 'Unauthenticated',
    });
  });
});

async function makeGuest() {
  const accountId = await buildAccount(server.database, { guest: true });
  const { token } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'gem-miner' });
  return { accountId, token };
}

/** Pretends that time has passed since the last emails. */
async function ageMails(seconds: number): Promise<void> {
  for (const table of ['mail_links', 'mail_limit_events'] as const) {
    const earlier = sql<Date>`created_at - make_interval(secs => ${seconds})`;
    await server.database.kysely.updateTable(table).set({ created_at: earlier }).execute();
  }
}

describe('a node whose clock is wrong', () => {
  test.each([
    ['ahead', 20],
    ['behind', -20],
  ])('by 20 minutes, %s, sends the mail and signs in', async (_, minutes) => {
    const right = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: right + minutes * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const email = somebody();
    const asked = await askFor(email);
    // By the database's clock, so that every node sends it in time.
    const lifeMs = (server.mails.at(-1)?.notAfter.getTime() ?? 0) - right;
    expect(Math.round(lifeMs / 60_000)).toBe(15);
    expect(Math.abs(Date.parse(asked.mail.askedAt) - right)).toBeLessThan(60_000);
    expect(await useLink(asked.token, { Handle: asked.handle })).toMatchObject({ Success: true });
  });
});

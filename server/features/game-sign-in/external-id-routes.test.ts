import { sql } from 'kysely';
import { decodeJwt } from 'jose';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ScopedLoginResult } from '#server/features/identities/identity-hosts.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createGameSignInTestApp } from '#server/testing/create-game-sign-in-test-app.ts';
import type { GameMailCodes } from './mail-codes.ts';

const game = 'gem-miner';
const sessionId = 'a-session-of-this-browser';
let server: Awaited<ReturnType<typeof createGameSignInTestApp>>;
let ada: string;
let guest: string;
let key: string;
let asked: Parameters<GameMailCodes['send']>[0][] = [];
let verdict: ScopedLoginResult;

beforeAll(async () => {
  server = await createGameSignInTestApp({
    mailCodes: {
      send: async (input) => void asked.push(input),
      consume: async ({ email, sessionId: given, code }) => {
        if (given !== sessionId) return { outcome: 'expired' };
        if (code === '333333') return { outcome: 'captcha-required' };
        if (code === '444444') return { outcome: 'link-only' };
        return code === '123456' ? { outcome: 'passed', email: email.toLowerCase() } : { outcome: 'wrong' };
      },
    },
    verifyLogin: async () => verdict,
  });
  await buildGames(server.database, [game, 'sky-courier']);
  ada = await buildAccount(server.database, {
    name: 'Ada',
    email: 'ada@players.example',
    identities: [{ type: 'Email', id: 'ada@players.example' }],
    games: [
      { game, uid: 'ada' },
      { game: 'sky-courier', uid: 'ada' },
    ],
  });
  guest = await buildAccount(server.database, { guest: true, games: [{ game, uid: 'guest' }] });
  key = await server.gameKeys.create(game);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  asked = [];
});

type Body = Omit<Parameters<ReturnType<typeof server.client>['auth']['authenticateWithExternalId']>[0], 'Game'>;
const enter = (body: Body, token?: string, Game = game) =>
  server.client(token).auth.authenticateWithExternalId({ Game, ...body });
const begin = async (accountId: string, restrictedTo?: string) =>
  (await server.sessions.begin(accountId, { begunBy: 'Email', game: restrictedTo })).token;
const sessionOf = (token: string | undefined) => server.sessions.find(`Bearer ${token}`);
const signature = (Type: string, Id: string, jti: string = randomUUID()) =>
  server.word(key, game, { sub: `${Type}:${Id}`, aud: 'fxid-external-id', jti });
const external = async (Id: string, options: { Type?: string; TransferFromAccountId?: string } = {}) => {
  const { Type = 'AW', TransferFromAccountId } = options;
  return {
    ExternalSocialIdentifier: { Type, Id },
    ExternalInfo: { Signature: await signature(Type, Id) },
    ...(TransferFromAccountId !== undefined && { AdditionalOptions: { TransferFromAccountId } }),
  };
};
const accountOf = (id: string) =>
  server.database.kysely
    .selectFrom('accounts')
    .select(['guest', 'email', 'email_validated'])
    .where('account_id', '=', id)
    .executeTakeFirst();
const ownerOf = async (type: string, id: string) =>
  (
    await server.database.kysely
      .selectFrom('social_identities')
      .select('account_id')
      .where('type', '=', type)
      .where('external_id', '=', id)
      .executeTakeFirst()
  )?.account_id;

test('accepts exactly one sign-in method, for an existing game', async () => {
  await expect(enter({})).rejects.toMatchObject({ code: 'InvalidRequest' });
  await expect(enter({ RefreshToken: 'a', ...(await external('both')) })).rejects.toMatchObject({
    code: 'InvalidRequest',
  });
  await expect(enter({ RefreshToken: 'a' }, undefined, 'no-such-game')).rejects.toMatchObject({ code: 'UnknownGame' });
});

describe('by an id from elsewhere', () => {
  test('creates an account for the game, and finds it again', async () => {
    const first = await enter(await external('new-1'));
    expect(first).toMatchObject({ State: 'Authenticated', Tokens: { Token: expect.any(String) as string } });
    expect(first.Tokens).not.toHaveProperty('GameToken');
    const session = await sessionOf(first.Tokens?.Token);
    expect(session).toMatchObject({ game });
    // Only the game knows the player: a guest, who can still register.
    expect(await accountOf(session?.accountId ?? '')).toMatchObject({ guest: true });
    const again = await enter(await external('new-1'));
    expect((await sessionOf(again.Tokens?.Token))?.accountId).toBe(session?.accountId);
  });

  test('is counted with the game and the type', async () => {
    const { Tokens } = await enter(await external('counted'));
    const { accountId = '' } = (await sessionOf(Tokens?.Token)) ?? {};
    const events = await server.database.kysely
      .selectFrom('analytics_events')
      .select(['event_id', 'fields'])
      .where('account_id', '=', accountId)
      .execute();
    expect(events).toEqual([{ event_id: 1101, fields: { S1: game, S2: 'AW' } }]);
  });

  test('returns a GameJwt if the game is connected', async () => {
    await server.database.kysely
      .insertInto('social_identities')
      .values({ type: 'AW', external_id: 'adas', game, account_id: ada })
      .execute();
    const { Tokens } = await enter(await external('adas'));
    expect(decodeJwt(Tokens?.GameToken ?? '')).toMatchObject({ sub: ada, aud: game, guest: false });
  });

  test('in a session, asks first whether to link the id', async () => {
    const portal = await begin(ada);
    const body = await external('transferred');
    const question = await enter(body, portal);
    expect(question).toEqual({
      State: 'NeedsTransfer',
      TransferOptions: [{ AccountId: ada, Name: 'Ada', Games: ['gem-miner', 'sky-courier'] }],
    });
    expect(await ownerOf('AW', 'transferred')).toBeUndefined();
    // The same signature works for the confirmation, because the offer consumed nothing.
    const answer = await enter({ ...body, AdditionalOptions: { TransferFromAccountId: ada } }, portal);
    expect(answer.State).toBe('Authenticated');
    expect(await sessionOf(answer.Tokens?.Token)).toMatchObject({ accountId: ada, game });
    expect(await ownerOf('AW', 'transferred')).toBe(ada);
    expect(await sessionOf(portal)).toMatchObject({ accountId: ada });
    expect(await enter({ ...body }, portal)).toMatchObject({ State: 'Refused' });
  });

  test("transfers no id to an account other than the session's", async () => {
    for (const token of [undefined, await begin(await buildAccount(server.database))]) {
      const reply = await enter(await external('stolen', { TransferFromAccountId: ada }), token);
      expect(reply).toMatchObject({ State: 'Refused', Hint: expect.any(String) as string });
    }
    // A game's session can't change a registered account.
    const restricted = await begin(ada, game);
    expect(await enter(await external('stolen', { TransferFromAccountId: ada }), restricted)).toMatchObject({
      State: 'Refused',
    });
    expect(await ownerOf('AW', 'stolen')).toBeUndefined();
  });

  test("a session limited to the game, also a guest's, gets no id", async () => {
    const token = await begin(guest, game);
    expect(await enter(await external('guests', { TransferFromAccountId: guest }), token)).toMatchObject({
      State: 'Refused',
    });
    const reply = await enter(await external('guests'), token);
    expect(await sessionOf(reply.Tokens?.Token)).toMatchObject({ game, accountId: await ownerOf('AW', 'guests') });
    expect(await ownerOf('AW', 'guests')).not.toBe(guest);
  });

  test('joins an account only in a fresh session', async () => {
    const { token, session } = await server.sessions.begin(ada);
    await server.database.kysely
      .updateTable('sessions')
      .set({ proved_at: sql`now() - interval '11 minutes'` })
      .where('session_id', '=', session.sessionId)
      .execute();
    await expect(enter(await external('stale', { TransferFromAccountId: ada }), token)).rejects.toMatchObject({
      code: 'SignInAgain',
    });
    expect(await ownerOf('AW', 'stale')).toBeUndefined();
  });

  test.each(['Email', 'Google', 'Apple', 'Firebase', 'Steam', 'Vkontakte', 'Facebook', 'Xsolla', 'Invented'])(
    'is rejected for types that players prove themselves, and for unknown ones: %s',
    async (Type) => {
      const reply = await enter(await external('ada@players.example', { Type }));
      expect(reply).toMatchObject({ State: 'Refused', Hint: expect.any(String) as string });
      expect(reply).not.toHaveProperty('Tokens');
    },
  );

  test('takes the types of platforms', async () => {
    expect(await enter(await external('42', { Type: 'Telegram' }))).toMatchObject({ State: 'Authenticated' });
  });

  test('is rejected without a signature, or with one for another subject, of another kind, or used before', async () => {
    const ExternalSocialIdentifier = { Type: 'AW', Id: 'victim' };
    const otherGame = await server.gameKeys.create('sky-courier');
    const signatures = [
      undefined,
      'nonsense',
      await signature('AW', 'somebody-else'),
      await signature('Telegram', 'victim'),
      // A player of the game may have such a name.
      await server.word(key, game, { sub: 'AW:victim', aud: 'fxid' }),
      await server.word(otherGame, game, { sub: 'AW:victim', aud: 'fxid-external-id' }),
    ];
    for (const Signature of signatures) {
      const reply = await enter({
        ExternalSocialIdentifier,
        ...(Signature !== undefined && { ExternalInfo: { Signature } }),
      });
      expect(reply).toEqual({ State: 'Refused', Hint: expect.any(String) as string });
    }
    expect(await ownerOf('AW', 'victim')).toBeUndefined();
    const body = await external('twice');
    const replies = await Promise.all(Array.from({ length: 20 }, () => enter(body)));
    expect(replies.filter(({ State }) => State === 'Authenticated')).toHaveLength(1);
  });
});

describe('by a refresh token', () => {
  const first = async (id: string) => (await enter(await external(id))).Tokens?.RefreshToken ?? '';

  test('continues with the next one, as the same player', async () => {
    const RefreshToken = await first('refresh-1');
    const reply = await enter({ RefreshToken });
    expect(reply.State).toBe('Authenticated');
    expect(reply.Tokens?.RefreshToken).not.toBe(RefreshToken);
    const session = await sessionOf(reply.Tokens?.Token);
    expect(session).toMatchObject({ accountId: await ownerOf('AW', 'refresh-1'), game });
    expect(await enter({ RefreshToken: reply.Tokens?.RefreshToken ?? '' })).toMatchObject({ State: 'Authenticated' });
  });

  test("that was used before ends its family and the family's sessions of the game", async () => {
    const stolen = await first('refresh-2');
    const account = (await ownerOf('AW', 'refresh-2')) ?? '';
    const thief = await enter({ RefreshToken: stolen });
    expect(await sessionOf(thief.Tokens?.Token)).toBeDefined();
    const elsewhere = await begin(account);
    expect(await enter({ RefreshToken: stolen })).toMatchObject({
      State: 'Refused',
      Hint: expect.any(String) as string,
    });
    expect(await enter({ RefreshToken: thief.Tokens?.RefreshToken ?? '' })).toMatchObject({ State: 'Refused' });
    expect(await sessionOf(thief.Tokens?.Token)).toBeUndefined();
    const live = await server.database.kysely
      .selectFrom('sessions')
      .select('game')
      .where('account_id', '=', account)
      .where('revoked_at', 'is', null)
      .execute();
    expect(live).toEqual([{ game: null }]);
    expect(await sessionOf(elsewhere)).toBeDefined();
  });

  test('another family keeps working', async () => {
    const one = await first('refresh-3');
    const other = await first('refresh-3');
    await enter({ RefreshToken: one });
    await enter({ RefreshToken: one });
    expect(await enter({ RefreshToken: other })).toMatchObject({ State: 'Authenticated' });
  });

  test('of 20 concurrent uses one succeeds, and then none', async () => {
    const RefreshToken = await first('refresh-4');
    const replies = await Promise.all(Array.from({ length: 20 }, () => enter({ RefreshToken })));
    const winners = replies.filter(({ State }) => State === 'Authenticated');
    expect(winners).toHaveLength(1);
    expect(await enter({ RefreshToken: winners[0]?.Tokens?.RefreshToken ?? '' })).toMatchObject({ State: 'Refused' });
  });

  test('is valid for its own game and 60 days', async () => {
    const RefreshToken = await first('refresh-5');
    expect(await enter({ RefreshToken }, undefined, 'sky-courier')).toMatchObject({ State: 'Refused' });
    const other = await first('refresh-6');
    await ageRows(server.database, 'refresh_tokens', 59 * 86_400);
    expect(await enter({ RefreshToken: other })).not.toMatchObject({ State: 'Refused' });
    await ageRows(server.database, 'refresh_tokens', 86_400);
    expect(await enter({ RefreshToken })).toMatchObject({ State: 'Refused' });
    for (const each of ['nonsense', `fxr_${'A'.repeat(43)}`]) {
      expect(await enter({ RefreshToken: each })).toMatchObject({ State: 'Refused' });
    }
  });
});

describe('by a code in a mail', () => {
  const Email = 'Somebody@Players.example';

  test('asks for the code, then signs in to the game', async () => {
    const question = await enter({ SessionId: sessionId, EmailCredentials: { Email }, Locale: 'de-AT' });
    expect(question).toEqual({ State: 'NeedsEmailConfirmation', Hint: 'S***@Players.example' });
    expect(asked).toEqual([expect.objectContaining({ email: Email, game, sessionId, locale: 'de' })]);
    const reply = await enter({ SessionId: sessionId, EmailCredentials: { Email, Code: '123456' } });
    expect(reply.State).toBe('Authenticated');
    const session = await sessionOf(reply.Tokens?.Token);
    expect(session).toMatchObject({ game, accountId: await ownerOf('Email', 'somebody@players.example') });
    expect(await accountOf(session?.accountId ?? '')).toEqual({
      guest: false,
      email: 'somebody@players.example',
      email_validated: true,
    });
  });

  test('finds the account of an address', async () => {
    const credentials = { Email: 'ada@players.example', Code: '123456' };
    const reply = await enter({ SessionId: sessionId, EmailCredentials: credentials });
    expect(await sessionOf(reply.Tokens?.Token)).toMatchObject({ accountId: ada, game });
    expect(reply.Tokens?.GameToken).toBeDefined();
  });

  test('rejects a wrong code, and a right one from another browser', async () => {
    const wrong = await enter({ SessionId: sessionId, EmailCredentials: { Email, Code: '000000' } });
    expect(wrong).toEqual({ State: 'Refused', Hint: 'The code is wrong. Try again.' });
    const elsewhere = await enter({
      SessionId: 'another-browser-session',
      EmailCredentials: { Email, Code: '123456' },
    });
    expect(elsewhere).toMatchObject({ State: 'Refused' });
  });

  test('forwards a captcha, and reports when one is required or only the link works', async () => {
    const given = { SessionId: sessionId, CaptchaResult: 'a token' };
    await enter({ ...given, EmailCredentials: { Email } });
    expect(asked).toMatchObject([{ captcha: 'a token' }]);
    await expect(enter({ ...given, EmailCredentials: { Email, Code: '333333' } })).rejects.toMatchObject({
      code: 'CaptchaFailed',
      fields: { CaptchaResult: 'email_code' },
    });
    const reply = await enter({ ...given, EmailCredentials: { Email, Code: '444444' } });
    expect(reply).toEqual({ State: 'Refused', Hint: expect.stringContaining('link in the mail') as string });
  });

  test.each([undefined, 'short'])("needs a SessionId that can't be guessed: %s", async (given) => {
    const body = { EmailCredentials: { Email }, ...(given !== undefined && { SessionId: given }) };
    await expect(enter(body)).rejects.toMatchObject({ code: 'InvalidRequest' });
    expect(asked).toEqual([]);
  });
});

describe('by an identity of the sign-in modal', () => {
  const login = (token?: string, TransferFromAccountId?: string) =>
    server.client(token).auth.authenticateToFxidAdapterForExternalId({
      AuthenticationType: 'Made up',
      Game: game,
      ...(TransferFromAccountId !== undefined && { AdditionalOptions: { TransferFromAccountId } }),
    });
  const proved = (externalId: string): ScopedLoginResult => ({
    outcome: 'proved',
    scope: undefined,
    proof: {
      identity: { type: 'Egs', externalId },
      name: 'Eve',
      email: { address: 'eve@players.example', verified: true },
    },
  });

  test('signs in to the game', async () => {
    verdict = proved('eve');
    const reply = await login();
    expect(reply).toMatchObject({ State: 'Authenticated', Email: 'e***@players.example' });
    const session = await sessionOf(reply.Tokens?.Token);
    expect(session).toMatchObject({ game, accountId: await ownerOf('Egs', 'eve') });
    expect(await accountOf(session?.accountId ?? '')).toMatchObject({ guest: false });
    expect(await enter({ RefreshToken: reply.Tokens?.RefreshToken ?? '' })).toMatchObject({ State: 'Authenticated' });
  });

  test('in a session, asks first, and registers a guest', async () => {
    verdict = proved('registering');
    const token = await begin(guest);
    expect(await login(token)).toMatchObject({ State: 'NeedsTransfer', TransferOptions: [{ AccountId: guest }] });
    expect(await login(token, guest)).toMatchObject({ State: 'Authenticated' });
    expect(await ownerOf('Egs', 'registering')).toBe(guest);
    expect(await accountOf(guest)).toMatchObject({ guest: false });
  });

  test('reports that it was rejected, and its game', async () => {
    verdict = { outcome: 'refused', reason: 'the vendor says no' };
    expect(await login()).toEqual({ State: 'Refused', Hint: 'Failed to login. Try again' });
    await expect(
      server.client().auth.authenticateToFxidAdapterForExternalId({ AuthenticationType: 'x', Game: 'no-such-game' }),
    ).rejects.toMatchObject({ code: 'UnknownGame' });
  });
});

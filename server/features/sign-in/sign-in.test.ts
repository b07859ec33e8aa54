// What a proof does with and without a session, and which notifications are sent. Through HTTP, with players of
// simulated Google.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintIdToken } from '#identities/firebase/simulator-tokens.server.ts';
import { listenForNodeSignals, sendSignalToNodes } from '#server/db/node-signals.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { signAssertion } from '#server/testing/create-game-test-app.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { createTestPlatform } from '#server/testing/test-platform.ts';

const game = 'gem-miner';
let server: TestApp;
let vendors: SimulatedVendors;
let key: string;

beforeAll(async () => {
  vendors = await simulateVendors();
  const telegram = createTestPlatform('telegram', {
    verify: (login) => {
      const externalId = String(Object.values(login)[0]);
      const guest = externalId.startsWith('guest');
      return { outcome: 'proved', guest, proof: { identity: { type: 'Telegram', externalId } } };
    },
  });
  server = await createTestApp({
    settings: { ...vendors.settings, platforms: telegram.settings },
    vendorFetch: vendors.fetch,
    platforms: [telegram.loaded],
  });
  await buildGames(server.database, ['gem-miner']);
  key = await createGameKeys(server.database, server.sealer).create(game);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

let people = 0;
const somebody = () => {
  people += 1;
  return { id: `90${people}`, name: `Person ${people}`, email: `somebody-${people}@players.example` };
};
type Person = ReturnType<typeof somebody>;

const by = async (providerId: 'google.com' | 'facebook.com', person: Person, session?: string) => {
  const Token = await mintIdToken({ person, providerId, issuedAt: new Date() });
  const login = { AuthenticationType: 'Firebase', FirebaseLogin: { Token } };
  const { Data } = await server.client(session).auth.authenticateToFxid(login);
  if (!Data) throw new Error('Nobody was signed in.');
  return Data;
};
const google = (person: Person, session?: string) => by('google.com', person, session);
const start = async (InitData: string, session?: string) =>
  server.client(session).auth.authenticateFromSocial({ Social: 'Telegram', Game: game, Telegram: { InitData } });
const fromGame = async (uid: string) => {
  const Token = await signAssertion(key, game, { sub: uid });
  const reply = await server.client().auth.authenticateFromGame({ Game: game, Token, Standalone: true });
  if (!reply.ConnectedData) throw new Error('Nobody was signed in.');
  return reply.ConnectedData;
};
const sessionOf = (token: string) => server.sessions.find(`Bearer ${token}`);
const waysOf = async (token: string) => (await server.client(token).profile.overview({})).Identities;
const mailsTo = (to: string) => server.mails.filter((mail) => mail.to === to);
const undoTokenOf = (to: string) => {
  const mail = mailsTo(to).at(-1);
  if (!mail) throw new Error(`No mail went to ${to}.`);
  return new URL(mail.data.link).searchParams.get('token') ?? '';
};
const grow = async (token: string, interval: string) => {
  const session = await sessionOf(token);
  await sql`update sessions set proved_at = proved_at - ${interval}::interval, last_seen_at = last_seen_at - ${interval}::interval
    where session_id = ${session?.sessionId}`.execute(server.database.kysely);
  // The node has it cached.
  await sendSignalToNodes(server.database.kysely, 'session-ended', session?.sessionId ?? '');
  await eventually(() => !server.sessions.remembered(`Bearer ${token}`));
};

test('no node has to forget anything when a new player signs in, or a known one', async () => {
  const signals = await listenForNodeSignals(server.database.connection, pino({ level: 'silent' }));
  const heard: string[] = [];
  signals.on('account', (accountId) => heard.push(accountId));
  const person = somebody();
  const { AccountId } = await google(person);
  expect((await google(person)).AccountId).toBe(AccountId);
  await signals.catchUp();
  expect(heard).toEqual([]);
  await server.database.kysely
    .updateTable('accounts')
    .set({ name: 'Other' })
    .where('account_id', '=', AccountId)
    .execute();
  await signals.catchUp();
  expect(heard).toEqual([AccountId]);
  await signals.close();
});

describe('a whole session', () => {
  test("can add a sign-in method while its proof is fresh, and notifies the account's address", async () => {
    const person = somebody();
    const { Token, AccountId } = await google(person);
    const added = await by('facebook.com', person, Token);
    expect(added.AccountId).toBe(AccountId);
    expect((await waysOf(added.Token)).map(({ Type }) => Type).sort()).toEqual(['Facebook', 'Google']);
    expect(mailsTo(person.email)).toMatchObject([{ template: 'identity-added', data: { identity: 'Facebook' } }]);
  });

  test('must sign in again when the proof is old, and is fresh afterwards', async () => {
    const person = somebody();
    const { Token, AccountId } = await google(person);
    await grow(Token, '11 minutes');
    await expect(by('facebook.com', person, Token)).rejects.toMatchObject({ status: 403, code: 'SignInAgain' });
    await expect(server.client(Token).profile.exportData({})).rejects.toMatchObject({ code: 'SignInAgain' });
    const again = await google(person, Token);
    expect(again.AccountId).toBe(AccountId);
    expect(await sessionOf(Token)).toBeUndefined();
    await server.client(again.Token).profile.exportData({});
    expect((await by('facebook.com', person, again.Token)).AccountId).toBe(AccountId);
  });

  test("ends after thirty days without use; a game's or handed-over one after one day", async () => {
    const person = somebody();
    const whole = await google(person);
    await grow(whole.Token, '29 days');
    expect(await sessionOf(whole.Token)).toBeDefined();
    await grow(whole.Token, '31 days');
    expect(await sessionOf(whole.Token)).toBeUndefined();
    const bound = await fromGame('idle');
    const fresh = await google(person);
    const { TempToken } = await server.client(fresh.Token).auth.createTempToken({});
    const handed = await server.client().auth.authenticateFromTempToken({ TempToken });
    for (const { Token } of [bound, handed]) {
      await grow(Token, '23 hours');
      expect(await sessionOf(Token)).toBeDefined();
      await grow(Token, '25 hours');
      expect(await sessionOf(Token)).toBeUndefined();
    }
  });
});

describe('a guest who registers', () => {
  test("keeps the account; only this session's identity still signs in, and another one once proved", async () => {
    const guest = await start('guest-a');
    // Another person added their identity to the same guest before.
    await server.database.kysely
      .insertInto('social_identities')
      .values({ type: 'Telegram', external_id: 'planted', account_id: guest.AccountId })
      .execute();
    const planted = await start('planted');
    expect(planted.AccountId).toBe(guest.AccountId);
    const person = somebody();
    const registered = await google(person, guest.Token);
    expect(registered.AccountId).toBe(guest.AccountId);
    for (const { Token } of [guest, planted]) expect(await sessionOf(Token)).toBeUndefined();
    expect((await start('planted')).AccountId).not.toBe(guest.AccountId);
    expect((await start('guest-a')).AccountId).toBe(guest.AccountId);
    const ways = await waysOf(registered.Token);
    expect(ways.map(({ Type, Id, Confirmed }) => `${Type} ${Id} ${Confirmed}`).sort()).toEqual([
      `Google ${person.id} true`,
      'Telegram guest-a true',
      'Telegram planted false',
    ]);
  });

  test('from a game only if the guest is unknown outside that game', async () => {
    const own = await fromGame('registers');
    const registered = await google(somebody(), own.Token);
    expect(registered.AccountId).toBe(own.AccountId);
    expect(await sessionOf(registered.Token)).not.toHaveProperty('game');
    const guest = await start('guest-b');
    const uid = (await server.client(guest.Token).profile.overview({})).Games[0]?.GameUid ?? '';
    const ofGame = await fromGame(uid);
    expect(ofGame.AccountId).toBe(guest.AccountId);
    expect((await google(somebody(), ofGame.Token)).AccountId).not.toBe(guest.AccountId);
    expect((await start('guest-b')).AccountId).toBe(guest.AccountId);
  });

  test('not from a handed-over session', async () => {
    const guest = await start('guest-c');
    const { TempToken } = await server.client(guest.Token).auth.createTempToken({});
    const { Token } = await server.client().auth.authenticateFromTempToken({ TempToken });
    const person = somebody();
    expect((await google(person, Token)).AccountId).not.toBe(guest.AccountId);
    expect(await sessionOf(guest.Token)).toBeDefined();
    await expect(server.client(Token).auth.createTempToken({})).rejects.toMatchObject({ code: 'SignInAgain' });
  });
});

describe('the link in a notification mail', () => {
  test('reverts an addition once, and ends all sessions', async () => {
    const person = somebody();
    const { Token } = await google(person);
    const thief = somebody();
    const { Token: stolen } = await by('facebook.com', thief, Token);
    const undo = { Token: undoTokenOf(person.email) };
    expect(await server.client().profile.undoIdentityChange(undo)).toEqual({ Change: 'added', Type: 'Facebook' });
    expect(await sessionOf(stolen)).toBeUndefined();
    const back = await google(person);
    expect((await waysOf(back.Token)).map(({ Type }) => Type)).toEqual(['Google']);
    await expect(server.client().profile.undoIdentityChange(undo)).rejects.toMatchObject({
      code: 'TokenExpiredOrUsed',
    });
  });

  test('restores a removed sign-in method', async () => {
    const person = somebody();
    const { Token, AccountId } = await google(person);
    const { Token: both } = await by('facebook.com', person, Token);
    await server.client(both).profile.removeIdentity({ Type: 'Google', Id: person.id });
    expect((await google(person)).AccountId).not.toBe(AccountId);
    // Another account has proved it since: it is not taken away.
    const undo = { Token: undoTokenOf(person.email) };
    await expect(server.client().profile.undoIdentityChange(undo)).rejects.toMatchObject({ code: 'IdentityTaken' });
    await sql`delete from social_identities where type = 'Google' and external_id = ${person.id}`.execute(
      server.database.kysely,
    );
    expect(await server.client().profile.undoIdentityChange(undo)).toEqual({ Change: 'removed', Type: 'Google' });
    expect((await google(person)).AccountId).toBe(AccountId);
  });

  test('keeps one sign-in method', async () => {
    const person = somebody();
    const { Token } = await google(person);
    const { Token: both } = await by('facebook.com', person, Token);
    const added = { Token: undoTokenOf(person.email) };
    await server.client(both).profile.removeIdentity({ Type: 'Google', Id: person.id });
    await expect(server.client().profile.undoIdentityChange(added)).rejects.toMatchObject({ code: 'LastIdentity' });
    for (const nonsense of ['fxu_x', 'x', `fxu_${'A'.repeat(43)}`])
      await expect(server.client().profile.undoIdentityChange({ Token: nonsense })).rejects.toMatchObject({
        code: 'TokenExpiredOrUsed',
      });
  });

  test('a removed address is notified with a link only if it was the first one', async () => {
    const person = somebody();
    const { Token, AccountId } = await google(person);
    const add = (external_id: string, age: string) =>
      sql`insert into social_identities (type, external_id, account_id, created_at)
        values ('Email', ${external_id}, ${AccountId}, now() - ${age}::interval)`.execute(server.database.kysely);
    await add('first@players.example', '1 year');
    await add('late@players.example', '1 minute');
    await server.client(Token).profile.removeIdentity({ Type: 'Email', Id: 'late@players.example' });
    expect(mailsTo('late@players.example')).toEqual([]);
    expect(mailsTo(person.email).at(-1)).toMatchObject({ template: 'identity-removed' });
    await server.client(Token).profile.removeIdentity({ Type: 'Email', Id: 'first@players.example' });
    expect(mailsTo('first@players.example')).toMatchObject([{ template: 'identity-removed' }]);
  });
});

test('the last sign-in method of the account stays; one for a single game may be removed', async () => {
  const person = somebody();
  const { Token, AccountId } = await google(person);
  await server.database.kysely
    .insertInto('social_identities')
    .values({ type: 'AW', external_id: 'joined', game, account_id: AccountId })
    .execute();
  const { profile } = server.client(Token);
  await expect(profile.removeIdentity({ Type: 'Google', Id: person.id })).rejects.toMatchObject({
    code: 'LastIdentity',
  });
  expect((await waysOf(Token)).map(({ Type, Game, Removable }) => `${Type} ${Game} ${Removable}`).sort()).toEqual([
    `AW ${game} true`,
    'Google undefined false',
  ]);
  await expect(profile.removeIdentity({ Type: 'AW', Id: 'joined' })).rejects.toMatchObject({ code: 'UnknownIdentity' });
  await profile.removeIdentity({ Type: 'AW', Id: 'joined', Game: game });
});

test("a game's assertion neither joins nor merges an account that is known outside the game", async () => {
  const person = somebody();
  const victim = await google(person);
  await server.database.kysely
    .insertInto('social_identities')
    .values({ type: 'AW', external_id: 'victims', game, account_id: victim.AccountId })
    .execute();
  const attacker = await google(somebody());
  const Signature = await signAssertion(key, game, { sub: 'AW:victims', aud: 'fxid-external-id' });
  const reply = await server.client(attacker.Token).auth.authenticateWithExternalId({
    Game: game,
    ExternalSocialIdentifier: { Type: 'AW', Id: 'victims' },
    ExternalInfo: { Signature },
  });
  expect(reply).not.toHaveProperty('TransferOptions');
  // The game gets a session for its own player, limited to the game.
  expect(await sessionOf(reply.Tokens?.Token ?? '')).toMatchObject({ accountId: victim.AccountId, game });
});

test('a player shares the address with a game, and stops sharing it', async () => {
  const { Token } = await google(somebody());
  const { profile, play } = server.client(Token);
  await expect(profile.shareEmail({ Game: game, Share: true })).rejects.toMatchObject({ code: 'GameNotConnected' });
  await play.chooseGame({ GameSystemName: game, WebPublishingPlatform: 'FxId' });
  expect((await profile.overview({})).Games).toMatchObject([{ Game: game, EmailShared: false }]);
  expect(await profile.shareEmail({ Game: game, Share: true })).toEqual({ EmailShared: true });
  expect(await server.client(Token).auth.userInfo({ Game: game })).toHaveProperty('Email');
  expect(await profile.shareEmail({ Game: game, Share: false })).toEqual({ EmailShared: false });
  expect(await server.client(Token).auth.userInfo({ Game: game })).not.toHaveProperty('Email');
});

// A game on a platform with guests whom the platform does not know: the real server and portal code, with a fake
// adapter for each.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '#contract/api.ts';
import type { ApiClient } from '#contract/client.ts';
import type { BrowserAdapter, BrowserHost } from '#platforms/port.browser.ts';
import { summarisePlatforms } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';
import { createStorage } from '#portal/storage.ts';
import type { PlatformEntry } from './platform-entry.ts';
import { createPlatformSession } from './platform-session.ts';
import { startPlatform } from './start-platform.ts';

/** `openGuestServer` of `server/testing/guest-server.ts`, with types that a browser project can use. */
interface GuestServer {
  client(token?: string): ApiClient<Api>;
  findSession(token: string): Promise<{ sessionId: string; accountId: string; game?: string } | undefined>;
  beginHanded(accountId: string): Promise<string>;
  accountsOf(accountId: string | undefined): Promise<object[]>;
  close(): Promise<void>;
}
const servers = import.meta.glob<(scopedGame: string) => Promise<GuestServer>>('../../server/testing/guest-server.ts', {
  import: 'openGuestServer',
});

const game = 'gem-miner';
/** In this game the platform's app belongs to the game's developer. */
const scopedGame = 'sky-courier';
const entry = summarisePlatforms({ kongregate: registry.kongregate })['kongregate'] as PlatformEntry;
const randomUUID = (): string => crypto.randomUUID();
let server: GuestServer;

beforeAll(async () => {
  const open = await servers['../../server/testing/guest-server.ts']?.();
  if (!open) throw new Error('There is no server/testing/guest-server.ts.');
  server = await open(scopedGame);
});
afterAll(() => server.close());

/** A tab: its storage outlives its pages. */
function openTab(playedGame = game) {
  const items = new Map<string, string>();
  const storage = createStorage(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }));
  const load = async (userId: string | undefined) => {
    let token: string | undefined;
    let known = userId;
    let host: BrowserHost | undefined;
    const dropped: Promise<unknown>[] = [];
    const adapter = {
      connect: async (given: BrowserHost) => {
        host = given;
        return {
          login: async () => ({ UserId: known ?? '0', IsGuest: known === undefined }),
          player: () => ({ userId: '', displayName: '', firstName: '', lastName: '', gender: 'unspecified' }),
          dispose: () => undefined,
        };
      },
      // An adapter without a manifest.
    } as unknown as BrowserAdapter;
    const session = createPlatformSession({
      entry,
      game: playedGame,
      storage,
      authenticate: (login) =>
        server.client(token).auth.authenticateFromSocial({ Social: entry.id, Game: playedGame, ...login }),
      token: () => token,
      begin: (begun) => {
        token = begun;
      },
      end: () => {
        token = undefined;
      },
      drop: (old) => void dropped.push(Promise.allSettled([server.client(old).auth.logout({})])),
      confirm: async () => expect.unreachable('this platform has no links that sign in'),
    });
    const played = await startPlatform(entry, {
      host: { log: { warn: () => undefined } } as never,
      calls: {},
      authenticate: (login) => session.signIn(login),
      authenticateByLink: (login) => session.signInByLink(login),
      signOut: () => session.signOut(),
      loadAdapter: async () => adapter,
    });
    session.restoreGuest();
    await played.signIn();
    return {
      token: () => token ?? '',
      session: async () => server.findSession(token ?? ''),
      signOutThere: () => {
        known = undefined;
        host?.events.playerChanged();
      },
      dropped,
    };
  };
  return { load, items };
}

test.each([
  ['the portal', game, false],
  ['a game', scopedGame, true],
])('in the scope of %s a guest survives a reload, and keeps everything after signing in', async (_, of, isScoped) => {
  const tab = openTab(of);
  const first = await tab.load(undefined);
  const guest = await first.session();
  const [before] = await server.accountsOf(guest?.accountId);
  expect(before).toMatchObject({ guest: true, game: of });
  expect((await (await tab.load(undefined)).session())?.sessionId).toBe(guest?.sessionId);
  const userId = randomUUID();
  const registered = await (await tab.load(userId)).session();
  expect(await server.accountsOf(registered?.accountId)).toEqual([{ ...before, name: 'Ken', guest: isScoped }]);
  expect(registered?.game).toBe(isScoped ? of : undefined);
  expect(await server.findSession(first.token()), 'the token of the guest').toBeUndefined();
  expect(tab.items.size, 'nothing is kept of somebody who can be proved').toBe(0);
  const elsewhere = await openTab(of).load(userId);
  expect((await elsewhere.session())?.accountId).toBe(registered?.accountId);
});

test('every tab has its own guest', async () => {
  const [one, two] = [await openTab().load(undefined), await openTab().load(undefined)];
  expect((await one.session())?.accountId).not.toBe((await two.session())?.accountId);
});

test.each([game, scopedGame])('in %s a guest who proves a known account continues as that account', async (of) => {
  const userId = randomUUID();
  const known = await (await openTab(of).load(userId)).session();
  const tab = openTab(of);
  const guest = await (await tab.load(undefined)).session();
  expect((await (await tab.load(userId)).session())?.accountId).toBe(known?.accountId);
  expect(await server.accountsOf(guest?.accountId), 'what he had as a guest').toMatchObject([{ guest: true }]);
});

test.each([game, scopedGame])("in %s a new player doesn't get the previous player's session", async (of) => {
  const page = await openTab(of).load(randomUUID());
  const before = (await page.session())?.accountId;
  const enter = (UserId: string, IsGuest: boolean) =>
    server
      .client(page.token())
      .auth.authenticateFromSocial({ Social: 'Kongregate', Game: of, Kongregate: { UserId, IsGuest } });
  expect((await enter(randomUUID(), false)).AccountId).not.toBe(before);
  expect((await enter('0', true)).AccountId).not.toBe(before);
});

test("a handed-over session is not the guest's own", async () => {
  const { accountId = '' } = (await (await openTab().load(undefined)).session()) ?? {};
  const token = await server.beginHanded(accountId);
  const Kongregate = { UserId: '0', IsGuest: true };
  const entered = await server
    .client(token)
    .auth.authenticateFromSocial({ Social: 'Kongregate', Game: game, Kongregate });
  expect(entered.AccountId).not.toBe(accountId);
});

test('when the player signs out at the platform, the session ends here and on the server', async () => {
  const page = await openTab().load(randomUUID());
  const [token, player] = [page.token(), await page.session()];
  page.signOutThere();
  await expect.poll(() => page.token()).not.toBe(token);
  expect((await page.session())?.accountId).not.toBe(player?.accountId);
  await Promise.all(page.dropped);
  expect(await server.findSession(token)).toBeUndefined();
});

test.each([
  ['agrees to', true],
  ['declines', false],
  ['is not able to read', undefined],
])('a player who %s a session from a link', async (_, answer) => {
  const seen: string[] = [];
  let token: string | undefined;
  const session = createPlatformSession({
    entry: { folder: 'fxlauncher', id: 'FxLauncher', title: 'FxId Launcher', loginKey: 'FxLauncher' },
    game,
    storage: createStorage(() => ({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined })),
    authenticate: async (login) => {
      seen.push(`exchanged ${JSON.stringify(login)}`);
      return { Token: 'handed' };
    },
    token: () => token,
    begin: (begun) => {
      token = begun;
    },
    end: () => undefined,
    drop: (dropped) => void seen.push(`dropped ${dropped}`),
    confirm: async (asked) => {
      // The session starts only after the player agrees.
      seen.push(`asked about ${asked}, signed in: ${String(token)}`);
      if (answer === undefined) throw new Error('no profile');
      return answer;
    },
  });
  const end = session.signInByLink({ LoginCode: 'fxt_1' });
  if (answer === undefined) await expect(end).rejects.toThrow('no profile');
  else expect(await end).toBe(answer);
  expect(token).toBe(answer === true ? 'handed' : undefined);
  expect(seen).toEqual([
    'exchanged {"FxLauncher":{"LoginCode":"fxt_1"}}',
    'asked about handed, signed in: undefined',
    ...(answer === true ? [] : ['dropped handed']),
  ]);
});

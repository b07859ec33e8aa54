// jsdom has no IndexedDB and no Web Locks: the device's records are in memory.
import { afterEach, expect, test, vi } from 'vitest';
import type { ParamsOf } from '#bridge/protocol.ts';
import type { PlatformStorage } from '#platforms/port.browser.ts';
import { endSession, beginSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { recordLogMessages } from '#portal/testing/record-log-messages.ts';
import { maxSaveKeys } from '#model/save.ts';
import { maxKeys } from './check-change.ts';
import { openGameSaves, type GameSavesOptions } from './open-game-saves.ts';

let opened: AbortController[] = [];
afterEach(() => {
  for (const game of opened) game.abort();
  opened = [];
  endSession();
});

interface StoredSave {
  revision: number;
  keys: Record<string, string>;
}

/** One save per session token. */
function openServer(saves: Record<string, StoredSave>) {
  const of = (token: string | undefined): StoredSave => (saves[token ?? ''] ??= { revision: 0, keys: {} });
  return mockApi({
    'saves.read': ({ token }) => ({ Revision: of(token).revision, Keys: of(token).keys, Bytes: 0, MaxBytes: 60 }),
    'saves.write': ({ token, body }) => {
      const save = of(token);
      if (body['BaseRevision'] !== save.revision) return problemResponse(409, 'SaveConflict');
      save.revision += 5;
      save.keys = { ...save.keys, ...(body['Set'] as Record<string, string>) };
      for (const key of body['Remove'] as string[]) delete save.keys[key];
      return { Revision: save.revision, UpdatedAt: '2026-01-01T00:00:00.000Z' };
    },
    'saves.restore': ({ token }) => ({ Revision: of(token).revision, UpdatedAt: '2026-01-01T00:00:00.000Z' }),
  });
}

function open(over: Partial<GameSavesOptions> = {}) {
  recordLogMessages();
  const emit = vi.fn<GameSavesOptions['emit']>();
  const openModal = vi.fn<GameSavesOptions['openModal']>(async () => undefined);
  const left = new AbortController();
  opened.push(left);
  const saves = openGameSaves({
    game: 'gem-miner',
    played: { entry: { folder: 'fxid', id: 'FxId', title: 'FxId' }, platform: {} } as never,
    deviceName: 'Chrome, Linux',
    readInfo: async () => ({ fxId: { userId: 'ada', guest: false } }) as never,
    emit,
    openModal,
    cover: (act) => act(),
    signal: left.signal,
    ...over,
  });
  return { saves, emit, openModal, leave: () => left.abort() };
}

test("uses the server's limit of keys", () => {
  expect(maxKeys).toBe(maxSaveKeys);
});

test('reads, writes and sends the save of the player', async () => {
  beginSession('t-ada');
  const server = { 't-ada': { revision: 3, keys: { level: '9' } } };
  const calls = openServer(server);
  const { saves } = open();
  expect(await saves.read({})).toEqual({ revision: 3, entries: [{ key: 'level', value: '9' }], maxBytes: 60 });
  await saves.write({ values: { level: '10' }, summary: 'Level 10' });
  expect(await saves.flush()).toEqual({ saved: true });
  expect(server['t-ada'].keys).toEqual({ level: '10' });
  expect(calls.find(({ name }) => name === 'saves.write')?.body).toMatchObject({
    Game: 'gem-miner',
    BaseRevision: 3,
    Summary: 'Level 10',
  });
  // The same at every start, and different on another device.
  const { saves: again } = open();
  await again.write({ values: { level: '11' } });
  await again.flush();
  localStorage.clear();
  beginSession('t-ada');
  const { saves: other } = open();
  await other.write({ values: { level: '12' } });
  await other.flush();
  const writes = calls.flatMap(({ name, body }) => (name === 'saves.write' ? [body] : []));
  expect(writes.map(({ Device }) => Device)).toEqual(['Chrome, Linux', 'Chrome, Linux', 'Chrome, Linux']);
  const ids = writes.map(({ DeviceId }) => DeviceId);
  expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), ids[0], expect.anything()]);
  expect(ids[2]).not.toBe(ids[0]);
});

test.each<[string, ParamsOf<'WriteSave'>, string]>([
  ['too many bytes', { values: { level: 'x'.repeat(60) } }, 'TooLarge'],
  ['half a character', { values: { level: '\ud800' } }, 'InvalidRequest'],
  ['a null character', { summary: '\0' }, 'InvalidRequest'],
])('rejects a save with %s, and stores nothing', async (_, params, code) => {
  beginSession('t-ada');
  const calls = openServer({});
  const { saves } = open();
  await saves.read({});
  await expect(saves.write(params)).rejects.toMatchObject({ code });
  expect(await saves.flush()).toEqual({ saved: true });
  expect(calls.map(({ name }) => name)).not.toContain('saves.write');
});

async function openConflict(over: Partial<GameSavesOptions> = {}) {
  beginSession('t-ada');
  const server = { 't-ada': { revision: 3, keys: { level: '9' } as Record<string, string> } };
  openServer(server);
  const opened = open(over);
  return {
    ...opened,
    server: server['t-ada'],
    changeElsewhere: () => Object.assign(server['t-ada'], { revision: 4, keys: { level: '11' } }),
  };
}

test('asks the player about a conflict', async () => {
  const { saves, openModal, server, changeElsewhere } = await openConflict();
  openModal.mockImplementation(async (_, props) => (props as { answer(choice: string): void }).answer('device'));
  await saves.read({});
  changeElsewhere();
  await saves.write({ values: { level: '12' }, summary: 'Level 12' });
  expect(await saves.flush()).toEqual({ saved: true });
  expect(openModal).toHaveBeenCalledExactlyOnceWith(
    'saveConflict',
    expect.objectContaining({ isCopy: false, other: expect.objectContaining({ summary: 'Level 12' }) as object }),
  );
  expect(server.keys).toEqual({ level: '12' });
});

test('lets the game resolve a conflict, and asks the player if it does not want to', async () => {
  const { saves, emit, openModal, server, changeElsewhere } = await openConflict();
  await saves.read({ resolvesConflicts: true });
  changeElsewhere();
  await saves.write({ values: { level: '12' } });
  const saving = saves.flush();
  await vi.waitFor(() => expect(emit).toHaveBeenCalledWith('SaveConflict', expect.anything()));
  expect(() => saves.resolveConflict({ keep: 'merged', values: { level: 'x'.repeat(99) } })).toThrow();
  saves.resolveConflict({ keep: 'merged', values: { level: '12+11' } });
  expect(await saving).toEqual({ saved: true });
  expect(server.keys).toEqual({ level: '12+11' });
  expect(openModal).not.toHaveBeenCalled();
  expect(emit).toHaveBeenCalledWith('SaveChanged', { revision: 4 });
  expect(() => saves.resolveConflict({ keep: 'device' })).toThrow('there is no conflict now');

  changeElsewhere();
  server.revision = 99;
  await saves.write({ values: { level: '13' } });
  void saves.flush();
  await vi.waitFor(() => expect(emit.mock.calls.filter(([name]) => name === 'SaveConflict')).toHaveLength(2));
  saves.resolveConflict({ keep: 'player' });
  await vi.waitFor(() => expect(openModal).toHaveBeenCalledTimes(1));
});

test('the save of a player without an account moves along when the player signs in', async () => {
  const server: Record<string, StoredSave> = {};
  openServer(server);
  let userId = '';
  const { saves, emit } = open({ readInfo: async () => ({ fxId: { userId, guest: userId === '' } }) as never });
  await saves.read({});
  await saves.write({ values: { level: '2' } });
  expect(await saves.flush()).toEqual({ saved: false });
  userId = 'ada';
  beginSession('t-ada');
  await vi.waitFor(() => expect(server['t-ada']?.keys).toEqual({ level: '2' }));
  await vi.waitFor(() => expect(emit).toHaveBeenCalledWith('SaveChanged', expect.anything()));
});

test('sends pending changes when the player leaves the game', async () => {
  beginSession('t-ada');
  const server = { 't-ada': { revision: 3, keys: {} as Record<string, string> } };
  openServer(server);
  const { saves, leave } = open();
  await saves.read({});
  await saves.write({ values: { level: '5' } });
  leave();
  await vi.waitFor(() => expect(server['t-ada'].keys).toEqual({ level: '5' }));
});

/** The storage of a platform on which only guests of ours play, or the player `userId`. */
function playOnPlatform() {
  const platform = { text: undefined as string | undefined, isFailing: false };
  const storage: PlatformStorage = {
    maxBytes: 900,
    minWritePauseMs: 0,
    read: async () => {
      if (platform.isFailing) throw new Error('The platform fails.');
      return platform.text;
    },
    write: async (text) => {
      if (platform.isFailing) throw new Error('The platform fails.');
      platform.text = text;
    },
  };
  const entry = { folder: 'crazygames', id: 'CrazyGames', title: 'CrazyGames', guestType: 'CrazyGamesGuest' };
  const played = { entry, platform: { storage: { open: async () => storage } } } as never;
  const levelThere = (): unknown =>
    platform.text === undefined
      ? undefined
      : new Map((JSON.parse(platform.text) as { entries: [string, string][] }).entries).get('level');
  const player = { userId: 'tab-guest', guest: true };
  const start = (over: Partial<GameSavesOptions> = {}) =>
    open({ played, readInfo: async () => ({ fxId: { ...player } }) as never, ...over });
  return { platform, player, levelThere, start };
}

const answerWith = (choice: 'device' | 'account') => async (_: unknown, props: unknown) =>
  (props as { answer(chosen: string): void }).answer(choice);

/** Another device of the same player writes, based on what is stored. */
function writeElsewhere(platform: { text: string | undefined }, level: string, isOverwriting = false) {
  const document = JSON.parse(platform.text ?? '{"writes":[]}') as { revision?: number; writes: unknown[] };
  const revision = Math.max(Date.now(), document.revision ?? 0) + 1;
  const writes = isOverwriting ? [] : document.writes;
  platform.text = JSON.stringify({
    ...document,
    revision,
    entries: [['level', level]],
    device: 'Another device',
    writes: [...writes, ['other', { revision, writeId: 'w' }]],
  });
}

test('a guest’s save is in the platform’s storage, and none of it in the account that is lost with the tab', async () => {
  beginSession('t-guest');
  const calls = openServer({});
  const { levelThere, start } = playOnPlatform();
  const { saves, leave } = start();
  expect(await saves.read({})).toMatchObject({ entries: [], maxBytes: 675 });
  await saves.write({ values: { level: '4' } });
  expect(await saves.flush()).toEqual({ saved: true });
  expect(levelThere()).toBe('4');
  leave();
  // In jsdom a device's records end with the page, as if they had been cleared.
  expect(await start().saves.read({})).toMatchObject({ entries: [{ key: 'level', value: '4' }] });
  expect(calls.map(({ name }) => name)).not.toContain('saves.write');
});

test('while the platform fails, the device has the save; later it is sent', async () => {
  beginSession('t-guest');
  openServer({});
  const { platform, levelThere, start } = playOnPlatform();
  const { saves } = start();
  await saves.read({});
  platform.isFailing = true;
  await saves.write({ values: { level: '5' } });
  expect(await saves.flush()).toEqual({ saved: false });
  expect(await saves.read({})).toMatchObject({ entries: [{ key: 'level', value: '5' }] });
  platform.isFailing = false;
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(levelThere()).toBe('5'));
});

test('asks about a save that another device has written to the platform', async () => {
  beginSession('t-guest');
  openServer({});
  const { platform, levelThere, start } = playOnPlatform();
  const { saves, openModal } = start();
  await saves.read({});
  await saves.write({ values: { level: '1' } });
  await saves.flush();
  openModal.mockImplementation(answerWith('device'));
  writeElsewhere(platform, '9');
  await saves.write({ values: { level: '2' } });
  expect(await saves.flush()).toEqual({ saved: true });
  expect(openModal).toHaveBeenCalledExactlyOnceWith(
    'saveConflict',
    expect.objectContaining({ platform: 'CrazyGames', account: expect.objectContaining({ device: 'Another device' }) }),
  );
  expect(levelThere()).toBe('2');
});

test('asks if another device has overwritten what this one had stored on the platform', async () => {
  beginSession('t-guest');
  openServer({});
  const { platform, levelThere, start } = playOnPlatform();
  const { saves, openModal } = start();
  await saves.read({});
  await saves.write({ values: { level: '6' } });
  await saves.flush();
  writeElsewhere(platform, '3', true);
  openModal.mockImplementation(answerWith('device'));
  // As when the player comes back to the game.
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(levelThere()).toBe('6'));
  expect(openModal).toHaveBeenCalledTimes(1);
  // A later save of another device that includes this one's is taken over without a question.
  writeElsewhere(platform, '7');
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(async () => expect(await saves.read({})).toMatchObject({ entries: [{ key: 'level', value: '7' }] }));
  expect(openModal).toHaveBeenCalledTimes(1);
});

test('a platform that has lost the save gets it again', async () => {
  beginSession('t-guest');
  openServer({});
  const { platform, levelThere, start } = playOnPlatform();
  const { saves, openModal } = start();
  await saves.read({});
  await saves.write({ values: { level: '8' } });
  await saves.flush();
  for (const lost of [undefined, 'not a save', '{"revision":1,"entries":[["level",7]],"writes":[]}']) {
    platform.text = lost;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(platform.text).not.toBe(lost));
    expect(levelThere()).toBe('8');
  }
  expect(openModal).not.toHaveBeenCalled();
});

test('rejects a save that is too large for the platform as a document', async () => {
  beginSession('t-guest');
  openServer({});
  const { platform, start } = playOnPlatform();
  const { saves } = start();
  await saves.read({});
  await expect(saves.write({ values: { level: 'x'.repeat(700) } })).rejects.toMatchObject({ code: 'TooLarge' });
  await saves.write({ values: { level: '"'.repeat(600) } });
  await expect(saves.flush()).rejects.toMatchObject({ code: 'TooLarge' });
  expect(platform.text).toBeUndefined();
});

test('the save on the platform moves to the account of a guest who signs in', async () => {
  beginSession('t-guest');
  const server: Record<string, StoredSave> = {};
  openServer(server);
  const { platform, player, levelThere, start } = playOnPlatform();
  const { saves, openModal } = start();
  await saves.read({});
  await saves.write({ values: { level: '3' } });
  expect(await saves.flush()).toEqual({ saved: true });
  Object.assign(player, { userId: 'ada', guest: false });
  beginSession('t-ada');
  await vi.waitFor(() => expect(server['t-ada']?.keys).toEqual({ level: '3' }));
  // Otherwise the next device would ask about it again.
  await vi.waitFor(() => expect(levelThere()).toBeUndefined());
  expect(JSON.parse(platform.text ?? '')).toMatchObject({ entries: [] });
  expect(openModal).not.toHaveBeenCalled();
});

test('asks about a save on the platform at a start with an account that has one too', async () => {
  beginSession('t-ada');
  const server: Record<string, StoredSave> = { 't-ada': { revision: 3, keys: { level: '9' } } };
  openServer(server);
  const { platform, player, levelThere, start } = playOnPlatform();
  Object.assign(player, { userId: 'ada', guest: false });
  writeElsewhere(platform, '12');
  const undecided = start();
  expect(await undecided.saves.read({})).toMatchObject({ entries: [{ key: 'level', value: '9' }] });
  expect(undecided.openModal).toHaveBeenCalledTimes(1);
  expect(levelThere()).toBe('12');
  undecided.leave();

  const openModal = vi.fn<GameSavesOptions['openModal']>(answerWith('device'));
  const { saves } = start({ openModal });
  expect(await saves.read({})).toMatchObject({ entries: [{ key: 'level', value: '12' }] });
  await vi.waitFor(() => expect(server['t-ada']?.keys).toEqual({ level: '12' }));
  await vi.waitFor(() => expect(levelThere()).toBeUndefined());
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { recordLogMessages } from '#portal/testing/record-log-messages.ts';
import { createMemoryDeviceSaves, openDeviceSaves, type DeviceSave } from './device-saves.ts';
import { holdSaveLock } from './hold-save-lock.ts';
import { sendUnsentSaves } from './send-unsent-saves.ts';
import { listUnsentSaves, markSave } from './unsent-saves.ts';
import { watchUnsentSaves } from './watch-unsent-saves.ts';

// jsdom has no Web Locks. Node's are those of browsers.
const { locks } = await vi.importActual<{ locks: LockManager }>('node:worker_threads');

const id = 'ada gem-miner';
const unsent: DeviceSave = {
  base: { revision: 3, entries: new Map([['level', '9']]) },
  pending: { set: new Map([['level', '10']]), remove: [], changedAt: '2026-01-01T00:00:00.000Z' },
  deviceName: 'Chrome, Linux',
};

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  beginSession('t-ada');
  recordLogMessages();
});
afterEach(() => {
  endSession();
  Reflect.deleteProperty(navigator, 'locks');
  localStorage.clear();
});

const written = { Revision: 8, UpdatedAt: '2026-01-01T00:00:00.000Z' };

async function storeUnsent(...ids: string[]) {
  const stored = createMemoryDeviceSaves();
  for (const each of ids) {
    await stored.write(each, unsent);
    markSave(each, true);
  }
  return stored;
}

test('a record is listed while it has something to send, except without an account', async () => {
  const saves = openDeviceSaves();
  await saves.write(id, unsent);
  await saves.write(' gem-miner', unsent);
  expect(listUnsentSaves()).toEqual([id]);
  await saves.write(id, { ...unsent, pending: undefined });
  expect(listUnsentSaves()).toEqual([]);
});

test('sends the saves of the signed-in player only', async () => {
  const stored = await storeUnsent(id, 'ben gem-miner', 'ada sky-courier');
  const calls = mockApi({ 'saves.write': written });
  const listing = openDeviceSaves();
  const write = vi.spyOn(stored, 'write').mockImplementation((...args) => listing.write(...args));
  await sendUnsentSaves('ada', stored);
  expect(calls.map(({ name, body }) => [name, body['Game'], body['BaseRevision'], body['Device']])).toEqual([
    ['saves.write', 'gem-miner', 3, 'Chrome, Linux'],
    ['saves.write', 'sky-courier', 3, 'Chrome, Linux'],
  ]);
  expect(listUnsentSaves()).toEqual(['ben gem-miner']);
  expect(write).toHaveBeenLastCalledWith(
    'ada sky-courier',
    expect.objectContaining({ base: expect.objectContaining({ revision: 8 }) as object, sent: undefined }),
  );
});

test.each([
  ['a conflict', 409, 'SaveConflict', []],
  ['a save that is too large', 413, 'SaveTooLarge', []],
  ['too many requests', 429, 'TooManyRequests', [id]],
  ['an outage', 503, 'Unavailable', [id]],
])('%s changes nothing on the device', async (_, status, code, listed) => {
  const stored = await storeUnsent(id);
  mockApi({
    'saves.write': () => problemResponse(status, code),
    'saves.read': { Revision: 5, Keys: { level: '11' }, Bytes: 0, MaxBytes: 60 },
  });
  await sendUnsentSaves('ada', stored);
  const { base, sent, pending } = (await stored.read(id)) ?? {};
  expect(base?.revision).toBe(3);
  expect((sent?.change ?? pending)?.set).toEqual(new Map([['level', '10']]));
  expect(listUnsentSaves()).toEqual(listed);
});

test('leaves a save alone that a game has open', async () => {
  const stored = await storeUnsent(id);
  const calls = mockApi({});
  const { isHeld, release } = await holdSaveLock(id);
  await sendUnsentSaves('ada', stored);
  expect([isHeld, calls]).toEqual([true, []]);
  release();
});

test('a game that is opened gets the save at once, and what the background receives later is not stored', async () => {
  const stored = await storeUnsent(id);
  const reply = Promise.withResolvers<object>();
  const calls = mockApi({ 'saves.write': () => reply.promise });
  const sending = sendUnsentSaves('ada', stored);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  const { isHeld, release } = await holdSaveLock(id);
  expect(isHeld).toBe(true);
  await sending;
  reply.resolve(written);
  // The game repeats the write with the same id.
  await new Promise((resolve) => void setTimeout(resolve));
  expect(await stored.read(id)).toMatchObject({ base: { revision: 3 }, sent: { writeId: calls[0]?.body['WriteId'] } });
  expect(listUnsentSaves()).toEqual([id]);
  release();
});

test('is tried when a player signs in, and when the network is back', async () => {
  endSession();
  markSave(id, true);
  const calls = mockApi({ 'profile.get': { AccountId: 'ada' } });
  watchUnsentSaves();
  beginSession('t-ada');
  // The list names a record that the browser has deleted.
  await vi.waitFor(() => expect(listUnsentSaves()).toEqual([]));
  markSave(id, true);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(listUnsentSaves()).toEqual([]));
  expect(calls.map(({ name, token }) => [name, token])).toEqual([
    ['profile.get', 't-ada'],
    ['profile.get', 't-ada'],
  ]);
});

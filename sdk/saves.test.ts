import { describe, expect, it, vi } from 'vitest';
import type { ParamsOf } from '../bridge/protocol.ts';
import type { SaveEntry } from '../bridge/shapes.ts';
import { createLazyModule } from './create-lazy-module.ts';
import { createLocalPortal } from './local-portal.ts';
import { createSaves } from './saves.ts';
import type { CallMethod, Sdk, SdkEvents } from './sdk.ts';
import { SdkError } from './sdk-error.ts';

function open(entries: SaveEntry[] = [], maxBytes = 100) {
  const stored = new Map(entries.map(({ key, value }) => [key, value]));
  const calls: [string, object][] = [];
  const listeners = new Map<string, (data: never) => void>();
  let refusal: SdkError | undefined;
  const call = (async (method: string, params: object = {}) => {
    calls.push([method, params]);
    if (refusal) throw refusal;
    if (method === 'ReadSave')
      return { revision: 1, entries: [...stored].map(([key, value]) => ({ key, value })), maxBytes };
    if (method === 'FlushSave') return { saved: true };
    if (method === 'WriteSave') {
      const { values = {}, remove = [] } = params as ParamsOf<'WriteSave'>;
      for (const key of remove) stored.delete(key);
      for (const [key, value] of Object.entries(values)) stored.set(key, value);
    }
    return {};
  }) as CallMethod;
  const on = ((event: string, listener: (data: never) => void) => {
    listeners.set(event, listener);
    return () => undefined;
  }) as Sdk['on'];
  const emit = <E extends keyof SdkEvents>(event: E, data: SdkEvents[E]): void => listeners.get(event)?.(data as never);
  return {
    saves: createSaves(call, on),
    stored,
    calls,
    emit,
    refuse: (error: SdkError | undefined) => (refusal = error),
    named: (method: string) => calls.flatMap(([name, params]) => (name === method ? [params] : [])),
  };
}

describe('values', () => {
  it.each([
    [{ level: 3 }, '{"level":3}'],
    ['Ada', 'Ada'],
    ['12', '"12"'],
    [12, '12'],
    [null, 'null'],
    // As compression libraries make it.
    ['\ud800 and \0', '\u0001"\\ud800 and \\u0000"'],
  ])('are saved and read: %j', async (value, text) => {
    const { saves, stored } = open();
    await saves.set('key', value);
    expect(stored.get('key')).toBe(text);
    expect(await open([{ key: 'key', value: text }]).saves.get('key')).toEqual(value);
  });

  it('written at the same time are one call, and the save is read once', async () => {
    const { saves, named } = open([{ key: 'coins', value: '1' }]);
    await saves.keys();
    await Promise.all([saves.set('level', 1), saves.set('level', 2), saves.remove('coins')]);
    expect(named('WriteSave')).toEqual([{ values: { level: '2' }, remove: ['coins'] }]);
    expect(await saves.keys()).toEqual(['level']);
    await saves.clear();
    expect(await saves.keys()).toEqual([]);
    expect(named('ReadSave')).toHaveLength(1);
  });

  it('are read again after the portal reported a change', async () => {
    const { saves, stored, emit } = open([{ key: 'level', value: '1' }]);
    expect(await saves.get('level')).toBe(1);
    stored.set('level', '9');
    emit('saveChanged', { revision: 2 });
    expect(await saves.get('level')).toBe(9);
  });

  it('with any key reach the portal, which rejects those that it does not allow', async () => {
    const { saves, named } = open();
    await saves.set('__proto__', 1);
    expect(named('WriteSave').map((params) => Object.keys((params as { values: object }).values))).toEqual([
      ['__proto__'],
    ]);
  });

  it('that are too large are not in the copy of the save', async () => {
    const { saves, refuse } = open([{ key: 'level', value: '1' }]);
    await saves.get('level');
    refuse(new SdkError('TooLarge', 'WriteSave', 'too large'));
    await expect(saves.set('level', 2)).rejects.toMatchObject({ code: 'TooLarge' });
    refuse(undefined);
    expect(await saves.get('level')).toBe(1);
  });
});

it('sends the summary with the next change, and flushes', async () => {
  const { saves, calls } = open();
  await saves.keys();
  void saves.setSummary('Level 2');
  void saves.set('level', 2);
  expect(await saves.flush()).toBe(true);
  expect(calls.slice(1)).toEqual([
    ['WriteSave', { values: { level: '2' }, remove: [], summary: 'Level 2' }],
    ['FlushSave', {}],
  ]);
});

describe('a conflict', () => {
  const conflict = {
    device: { entries: [{ key: 'level', value: '12' }], summary: 'Level 12' },
    account: {
      entries: [
        { key: 'level', value: '9' },
        { key: 'name', value: '"Ada"' },
      ],
    },
  };

  it('is resolved by the game, and values that it does not change keep their text', async () => {
    const { saves, emit, named } = open();
    await saves.onConflict(({ device, account }) => ({ values: { ...account.values, level: device.values['level'] } }));
    await saves.keys();
    expect(named('ReadSave')).toEqual([{ resolvesConflicts: true }]);
    emit('saveConflict', conflict);
    await vi.waitFor(() => expect(named('ResolveSaveConflict')).toHaveLength(1));
    expect(named('ResolveSaveConflict')).toEqual([{ keep: 'merged', values: { level: '12', name: '"Ada"' } }]);
  });

  it('is left to the player if the game fails', async () => {
    const later = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
    const { saves, emit, named } = open();
    await saves.onConflict(() => Promise.reject(new Error('a bug')));
    emit('saveConflict', conflict);
    await vi.waitFor(() => expect(named('ResolveSaveConflict')).toEqual([{ keep: 'player' }]));
    expect(() => later.mock.calls.at(-1)?.[0]()).toThrow('a bug');
    later.mockRestore();
  });
});

describe('the replacement for localStorage', () => {
  it('has the same interface', async () => {
    const { saves, stored } = open([{ key: 'level', value: '3' }]);
    const storage = await saves.localStorage();
    expect(storage.getItem('level')).toBe('3');
    expect(storage.getItem('toString')).toBeNull();
    storage.setItem('coins', 5 as unknown as string);
    (storage as unknown as Record<string, unknown>)['name'] = 'Ada';
    expect([storage.length, storage.key(1), storage['name'], Object.keys(storage)]).toEqual([
      3,
      'coins',
      'Ada',
      ['level', 'coins', 'name'],
    ]);
    storage.removeItem('level');
    delete storage['coins'];
    expect('name' in storage).toBe(true);
    await saves.flush();
    expect([...stored]).toEqual([['name', 'Ada']]);
    storage.clear();
    expect(storage.length).toBe(0);
  });

  it('throws if the save is full, as the browser does', async () => {
    const storage = await open([], 10).saves.localStorage();
    storage.setItem('a', '123456789');
    expect(() => storage.setItem('b', '1')).toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
    expect(storage.getItem('b')).toBeNull();
  });

  it("is the browser's localStorage without a portal", async () => {
    const own = { getItem: () => 'own' };
    vi.stubGlobal('localStorage', own);
    const { saves, refuse } = open();
    refuse(new SdkError('NotSupported', 'ReadSave', 'no portal'));
    expect(await saves.localStorage()).toBe(own);
    vi.unstubAllGlobals();
  });
});

it('is loaded with the first call, and again after a failure', async () => {
  const load = vi.fn(async () => open([{ key: 'level', value: '3' }]).saves);
  load.mockRejectedValueOnce(new Error('404'));
  const saves = createLazyModule(['get'], load);
  expect(load).not.toHaveBeenCalled();
  await expect(saves.get('level')).rejects.toMatchObject({ name: 'SdkError', code: 'Unknown', message: '404' });
  expect(await saves.get('level')).toBe(3);
  expect(await saves.get('level')).toBe(3);
  expect(load).toHaveBeenCalledTimes(2);
});

it('the simulated portal stores a save, and rejects one that is too large', async () => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  vi.stubGlobal('document', {});
  const portal = createLocalPortal();
  await portal.call('WriteSave', { values: { level: '3' }, summary: 'Level 3' });
  await expect(portal.call('WriteSave', { values: { a: 'x'.repeat(1e6) } })).rejects.toMatchObject({
    code: 'TooLarge',
  });
  expect(await createLocalPortal().call('ReadSave', {})).toMatchObject({
    entries: [{ key: 'level', value: '3' }],
    summary: 'Level 3',
  });
  vi.unstubAllGlobals();
});

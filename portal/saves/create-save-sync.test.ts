import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createFakeSaveServer, type FakeSaveServer } from '#portal/testing/fake-save-server.ts';
import { createSaveSync, type SaveChoice, type SaveSyncOptions } from './create-save-sync.ts';
import { createMemoryDeviceSaves, type DeviceSaves } from './device-saves.ts';
import { SaveRejectedError, type SaveBackend } from './save-backend.ts';
import type { SaveChange } from './save-changes.ts';

const at = new Date('2026-03-04T05:06:07.000Z');
const set = (entries: Record<string, string>, summary?: string): SaveChange => ({
  set: new Map(Object.entries(entries)),
  remove: [],
  summary,
  changedAt: at.toISOString(),
});

interface DeviceOptions extends Partial<SaveSyncOptions> {
  readonly server: FakeSaveServer;
  readonly stored?: DeviceSaves;
  readonly choice?: () => SaveChoice;
}

let ids = 0;

/** Timers run at once, so that nothing waits. */
async function openDevice({ server, stored = createMemoryDeviceSaves(), choice, ...more }: DeviceOptions) {
  const choose = vi.fn<SaveSyncOptions['choose']>(async () => choice?.());
  const onChanged = vi.fn<SaveSyncOptions['onChanged']>();
  const scheduled: (() => void)[] = [];
  const sync = await createSaveSync({
    id: 'ada gem-miner',
    deviceSaves: stored,
    backend: server.connect(),
    deviceName: 'Chrome, Linux',
    defaultMaxBytes: 1000,
    choose,
    chooseCopy: async () => undefined,
    onChanged,
    now: () => at,
    newId: () => `write-${(ids += 1)}`,
    timer: {
      after: (ms, act) => {
        // Only the pause between two writes; the others would repeat a test's own steps.
        if (ms <= 1000 && ms !== 250) queueMicrotask(act);
        else scheduled.push(act);
        return () => undefined;
      },
    },
    warn: () => undefined,
    ...more,
  });
  return { sync, choose, onChanged, stored, scheduled, entries: () => Object.fromEntries(sync.current().entries) };
}

describe('one device', () => {
  it('sends changes of one moment as one write, and reads them on another device', async () => {
    const server = createFakeSaveServer();
    const { sync } = await openDevice({ server });
    await sync.read();
    await sync.change(set({ level: '1' }));
    await sync.change(set({ level: '2', coins: '5' }, 'Level 2'));
    expect(server.writes()).toBe(0);
    expect(await sync.flush()).toBe(true);
    expect(server.writes()).toBe(1);
    const other = await openDevice({ server });
    expect(await other.sync.read()).toMatchObject({ summary: 'Level 2', revision: server.revision() });
    expect(other.entries()).toEqual({ level: '2', coins: '5' });
  });

  it('keeps changes on the device while offline, and sends them after a restart', async () => {
    const server = createFakeSaveServer();
    const { sync, stored } = await openDevice({ server });
    await sync.read();
    server.fault = 'down';
    await sync.change(set({ level: '3' }));
    expect(await sync.flush()).toBe(false);
    server.fault = 'none';
    const again = await openDevice({ server, stored });
    await again.sync.read();
    expect(Object.fromEntries(server.entries())).toEqual({ level: '3' });
    expect(again.choose).not.toHaveBeenCalled();
  });

  it('starts without a network, also before it has read anything', async () => {
    const server = createFakeSaveServer();
    server.fault = 'down';
    const { sync, entries } = await openDevice({ server });
    expect(await sync.read()).toMatchObject({ revision: 0, entries: new Map() });
    await sync.change(set({ level: '1' }));
    expect(entries()).toEqual({ level: '1' });
    server.fault = 'none';
    expect(await sync.flush()).toBe(true);
    expect(Object.fromEntries(server.entries())).toEqual({ level: '1' });
  });

  it('repeats a write whose reply was lost, without a second effect and without a question', async () => {
    const server = createFakeSaveServer();
    const { sync, stored } = await openDevice({ server });
    await sync.read();
    server.fault = 'reply-lost';
    await sync.change(set({ level: '4' }));
    expect(await sync.flush()).toBe(false);
    server.fault = 'none';
    const again = await openDevice({ server, stored });
    await again.sync.read();
    expect(again.choose).not.toHaveBeenCalled();
    expect(server.history).toHaveLength(1);
    expect(await again.sync.flush()).toBe(true);
  });

  it('starts the request in the event of a closing page', async () => {
    const server = createFakeSaveServer();
    const { sync } = await openDevice({ server });
    await sync.read();
    await sync.change(set({ level: '5' }));
    sync.flushWhileClosing();
    expect(server.writes()).toBe(1);
  });

  it('reports a rejected write, and sends it again with the next change', async () => {
    const server = createFakeSaveServer();
    const real = server.connect();
    let isRejecting = true;
    const backend: SaveBackend = {
      ...real,
      write: async (write) => {
        if (isRejecting) throw new SaveRejectedError('too large', true);
        return real.write(write);
      },
    };
    const { sync } = await openDevice({ server, backend });
    await sync.read();
    await sync.change(set({ level: '6' }));
    await expect(sync.flush()).rejects.toThrow('too large');
    isRejecting = false;
    await sync.change(set({ coins: '1' }));
    expect(await sync.flush()).toBe(true);
    expect(Object.fromEntries(server.entries())).toEqual({ level: '6', coins: '1' });
  });

  it('keeps the save of a player without an account on the device', async () => {
    const server = createFakeSaveServer();
    const { sync, stored } = await openDevice({ server, backend: undefined });
    await sync.change(set({ level: '7' }));
    expect(await sync.flush()).toBe(false);
    const again = await openDevice({ server, stored, backend: undefined });
    expect((await again.sync.read()).entries).toEqual(new Map([['level', '7']]));
    expect(server.writes()).toBe(0);
  });
});

describe('two devices', () => {
  async function openConflict(choice: () => SaveChoice) {
    const server = createFakeSaveServer();
    const here = await openDevice({ server, choice });
    const there = await openDevice({ server });
    await here.sync.read();
    await there.sync.read();
    await there.sync.change(set({ level: '9', coins: '1' }, 'Level 9'));
    await there.sync.flush();
    await here.sync.change(set({ level: '12' }, 'Level 12'));
    return { server, here, there };
  }

  it('asks with both saves, and keeps the save of the device if that is chosen', async () => {
    const { server, here, there } = await openConflict(() => 'device');
    expect(await here.sync.flush()).toBe(true);
    expect(here.choose).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ summary: 'Level 12', entries: new Map([['level', '12']]) }),
      expect.objectContaining({ summary: 'Level 9', updatedAt: '2026-01-01T00:00:00.000Z' }),
    );
    expect(Object.fromEntries(server.entries())).toEqual({ level: '12' });
    expect(here.onChanged).not.toHaveBeenCalled();
    there.sync.retry();
    await vi.waitFor(() => expect(there.entries()).toEqual({ level: '12' }));
    expect(there.onChanged).toHaveBeenCalledExactlyOnceWith(server.revision());
  });

  it("keeps the account's save if that is chosen, and the other one in the history", async () => {
    const { server, here } = await openConflict(() => 'account');
    expect(await here.sync.flush()).toBe(true);
    expect(here.entries()).toEqual({ level: '9', coins: '1' });
    expect(here.onChanged).toHaveBeenCalledTimes(1);
    expect(Object.fromEntries(server.entries())).toEqual({ level: '9', coins: '1' });
    expect(server.history).toContainEqual(new Map([['level', '12']]));
    await here.sync.change(set({ level: '10' }));
    expect(await here.sync.flush()).toBe(true);
    expect(here.choose).toHaveBeenCalledTimes(1);
  });

  it('saves the values that the game merged', async () => {
    const { server, here } = await openConflict(() => ({ entries: new Map([['level', '12, 9']]) }));
    await here.sync.flush();
    expect(Object.fromEntries(server.entries())).toEqual({ level: '12, 9' });
    expect(here.onChanged).toHaveBeenCalledTimes(1);
  });

  it('overwrites nothing without an answer, and asks again at the next read', async () => {
    let answer: SaveChoice;
    const { server, here } = await openConflict(() => answer);
    expect(await here.sync.flush()).toBe(false);
    expect(await here.sync.flush()).toBe(false);
    expect(here.choose).toHaveBeenCalledTimes(1);
    expect(Object.fromEntries(server.entries())).toEqual({ level: '9', coins: '1' });
    answer = 'device';
    expect((await here.sync.read()).entries).toEqual(new Map([['level', '12']]));
    expect(Object.fromEntries(server.entries())).toEqual({ level: '12' });
  });

  it('asks nothing if both have saved the same', async () => {
    const server = createFakeSaveServer();
    const here = await openDevice({ server });
    await here.sync.read();
    const there = await openDevice({ server });
    await there.sync.change(set({ level: '9' }));
    await there.sync.flush();
    await there.sync.change(set({ level: '12' }));
    await there.sync.flush();
    await here.sync.change(set({ level: '12' }));
    expect(await here.sync.flush()).toBe(true);
    expect(here.choose).not.toHaveBeenCalled();
  });

  it('asks about the copy of a merged account, and sends the answer to the server', async () => {
    const server = createFakeSaveServer();
    server.copy = { id: 'copy-1', summary: 'Level 3' };
    const chooseCopy = vi.fn<SaveSyncOptions['chooseCopy']>(async () => 'Copy');
    const { sync } = await openDevice({ server, chooseCopy });
    await sync.read();
    expect(chooseCopy).toHaveBeenCalledWith(
      server.copy ?? expect.objectContaining({ id: 'copy-1' }),
      expect.anything(),
    );
    expect(server.chosen).toEqual(['Copy']);
  });
});

describe('a guest who signs in', () => {
  const guest = { entries: new Map([['level', '2']]), changedAt: at.toISOString() };

  it('keeps the save if the account has none', async () => {
    const server = createFakeSaveServer();
    const stored = createMemoryDeviceSaves();
    await stored.write('ada gem-miner', { guest });
    const { sync, choose } = await openDevice({ server, stored });
    await sync.read();
    expect(Object.fromEntries(server.entries())).toEqual({ level: '2' });
    expect(choose).not.toHaveBeenCalled();
  });

  it('is asked if the account has one', async () => {
    const server = createFakeSaveServer();
    const before = await openDevice({ server });
    await before.sync.change(set({ level: '9' }));
    await before.sync.flush();
    const stored = createMemoryDeviceSaves();
    await stored.write('ada gem-miner', { guest });
    const { sync, choose } = await openDevice({ server, stored, choice: () => 'account' });
    expect((await sync.read()).entries).toEqual(new Map([['level', '9']]));
    expect(choose).toHaveBeenCalledTimes(1);
    expect(server.history).toContainEqual(guest.entries);
  });
});

// Every change writes a new value, so that a lost value would be noticed.
it('loses nothing with two devices that are online, offline, restarted and asked in any order', async () => {
  const step = fc.record({
    device: fc.constantFrom(0, 1),
    act: fc.constantFrom('change', 'change', 'flush', 'read', 'restart', 'down', 'reply-lost', 'up'),
    choice: fc.constantFrom<SaveChoice>('device', 'account', undefined),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const server = createFakeSaveServer();
      const stores = [createMemoryDeviceSaves(), createMemoryDeviceSaves()] as const;
      let choice: SaveChoice;
      const rejected = new Set<string>();
      const choose: SaveSyncOptions['choose'] = async (device, account) => {
        const loser = choice === 'device' ? account : choice === 'account' ? device : undefined;
        for (const value of loser?.entries.values() ?? []) rejected.add(value);
        return choice;
      };
      const openAt = (at_: 0 | 1) => openDevice({ server, stored: stores[at_], choose });
      const devices = [await openAt(0), await openAt(1)];
      const acknowledged: string[] = [];
      for (const [number, { device, act, choice: chosen }] of steps.entries()) {
        choice = chosen;
        const { sync } = devices[device] ?? (await openAt(0));
        if (act === 'change') {
          await sync.change(set({ [`${device}`]: `value ${number}` }));
          acknowledged.push(`value ${number}`);
        } else if (act === 'flush') await sync.flush();
        else if (act === 'read') await sync.read();
        else if (act === 'restart') {
          sync.stop();
          devices[device] = await openAt(device);
        } else server.fault = act === 'up' ? 'none' : act;
      }
      server.fault = 'none';
      choice = 'device';
      for (const device of [0, 1, 0, 1]) await devices[device]?.sync.read();
      for (const { sync } of devices) sync.retry();
      await vi.waitFor(() => expect(devices[0]?.entries()).toEqual(devices[1]?.entries()));
      expect(devices[0]?.entries()).toEqual(Object.fromEntries(server.entries()));
      // A value is current, in the history, replaced by a later value of its device, or rejected by the player.
      const known = new Set(server.history.flatMap((entries) => [...entries.values()]));
      const last = new Map(acknowledged.map((value) => [value, value]));
      for (const at_ of [0, 1]) {
        const mine = steps.flatMap(({ device, act }, number) =>
          device === at_ && act === 'change' ? [`value ${number}`] : [],
        );
        const newest = mine.at(-1);
        if (newest !== undefined && last.has(newest)) expect(known.has(newest) || rejected.has(newest)).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

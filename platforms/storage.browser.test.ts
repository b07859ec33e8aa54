import { expect, it } from 'vitest';
import { createStorage, splitIntoValues, type ValueStore } from './storage.browser.ts';

const host = { withPlatformTimeout: <T>(_: string, promise: Promise<T>) => promise };

/** A vendor with values of 16 bytes, which fails after some writes. */
function openValues() {
  const values = new Map<string, string>();
  const vendor = { writesLeft: Infinity };
  const store: ValueStore = {
    maxValueBytes: 16,
    get: async (keys) => Object.fromEntries(keys.map((key) => [key, values.get(key) ?? ''])),
    set: async (key, value) => {
      if (vendor.writesLeft === 0) throw new Error('The vendor fails.');
      vendor.writesLeft -= 1;
      expect(new TextEncoder().encode(value).length).toBeLessThanOrEqual(16);
      values.set(key, value);
    },
    remove: async (keys) => keys.forEach((key) => values.delete(key)),
  };
  const limits = { title: 'Vendor', maxBytes: 1000, minWritePauseMs: 0 };
  const storage = createStorage(host, { ...limits, ...splitIntoValues(store, 'save') });
  return { vendor, values, read: () => storage.read(), write: (text: string) => storage.write(text) };
}

it.each(['short', 'a text of more than one value', 'жжжжжжжжжж', '👾👾👾👾👾👾👾👾👾', '\uFEFFbegins with a mark'])(
  'stores %s and reads it back',
  async (text) => {
    const { read, write } = openValues();
    expect(await read()).toBeUndefined();
    await write(text);
    expect(await read()).toBe(text);
  },
);

it('keeps the earlier text if a write is interrupted anywhere, and removes what it left', async () => {
  const { vendor, values, read, write } = openValues();
  const earlier = 'the earlier text, in three parts of values';
  const later = 'the later text, which has some more parts than that';
  await write(earlier);
  for (let writesLeft = 0; writesLeft < 6; writesLeft += 1) {
    vendor.writesLeft = writesLeft;
    await expect(write(later)).rejects.toMatchObject({ code: 'Unknown' });
    expect(await read()).toBe(earlier);
    vendor.writesLeft = Infinity;
    await write(earlier);
    expect(values.size).toBe(2 + 3);
  }
  await write('short');
  expect(await read()).toBe('short');
  expect([...values.keys()].toSorted()).toEqual(['save', 'save-next']);
});

it('counts a text as not stored if a part is missing or the first value is not ours', async () => {
  const { values, read, write } = openValues();
  await write('a text of more than one value');
  values.delete([...values.keys()].find((key) => key.endsWith('-1')) ?? '');
  expect(await read()).toBeUndefined();
  values.set('save', 'written by another program');
  expect(await read()).toBeUndefined();
});

import { expect, it, vi } from 'vitest';
import { createNativeCapability } from './native.browser.ts';

const call = vi.fn(async () => 'answered');
const rules = { title: 'A platform', bridgeMethod: 'SendVendor', methods: 'Share StorageGet', call };

it('a listed call is passed on, with an object as parameters', async () => {
  expect(await createNativeCapability(rules).send('Share', { link: 'a' })).toBe('answered');
  await createNativeCapability({ ...rules, prefix: 'Vendor' }).send('VendorStorageGet', 'nonsense');
  expect(call.mock.calls).toEqual([
    ['Share', { link: 'a' }],
    ['StorageGet', {}],
  ]);
});

it.each(['Pay', 'Share StorageGet', 'Storage', 'share', '', ' ', 'toString', '__proto__'])(
  '%j is not passed on',
  async (method) => {
    for (const native of [createNativeCapability(rules), createNativeCapability({ ...rules, prefix: 'Vendor' })])
      await expect(native.send(method, {})).rejects.toMatchObject({ code: 'NotSupported' });
    await expect(createNativeCapability({ ...rules, prefix: 'Vendor' }).send('Share', {})).rejects.toThrow(
      'not passed on',
    );
  },
);

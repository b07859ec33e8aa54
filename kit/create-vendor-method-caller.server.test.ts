import { Type } from 'typebox';
import { expect, test, vi } from 'vitest';
import { createVendorMethodCaller } from './create-vendor-method-caller.server.ts';

const host = (status: number, body: object) => ({
  fetch: vi.fn(async () => ({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) })),
  key: 'k',
});

const askApi = createVendorMethodCaller(
  (method, form: Readonly<Record<string, string>>, { key }: ReturnType<typeof host>) => {
    if (method === 'orders.secret') throw new Error('It needs another key.');
    return { vendor: 'Vendor', url: `https://vendor.example/${method}`, form: { ...form, key }, timeoutMs: 1000 };
  },
);

test('every method is called as the API describes, and its reply has its own type', async () => {
  const vendor = host(200, { id: 7 });
  const reply = await askApi('orders.get', { count: '1' }, Type.Object({ id: Type.Integer() }), vendor);
  expect(reply).toEqual({ outcome: 'answered', answer: { id: 7 } });
  expect(vendor.fetch).toHaveBeenCalledWith(
    'https://vendor.example/orders.get',
    expect.objectContaining({ method: 'POST', body: 'count=1&key=k' }),
  );
});

test('an error names the method, and a failed request is thrown', async () => {
  await expect(askApi('orders.get', {}, Type.Null(), host(500, {}))).rejects.toThrow('answered 500 about orders.get');
  await expect(askApi('orders.secret', {}, Type.Null(), host(200, {}))).rejects.toThrow('another key');
});

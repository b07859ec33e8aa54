import { expect, it } from 'vitest';
import { adapter } from './adapter.browser.ts';

it('polls the server every second for three minutes, through its own call', async () => {
  const asked: object[] = [];
  const calls = {
    status: async (input: object) => {
      asked.push(input);
      return { Status: 'Payed' as const };
    },
  };
  expect(await adapter.tabWatch.fetchStatus(calls, 'order-1')).toBe('Payed');
  expect(asked).toEqual([{ PublicOrderId: 'order-1' }]);
  expect(adapter.tabWatch).toMatchObject({ everyMs: 1000, forMs: 180_000 });
});

// Tests the shared part of all simulated providers, with a provider that adds nothing else.
import { expect, test, vi } from 'vitest';
import { isSuccessStatus } from '#kit/simulator-webhooks.server.ts';
import { sendPayPage } from './simulator-pay-page.server.ts';
import { openSimulatedPortalForEachTest } from './simulator-portal.server.ts';
import { requireChosenAction, simulateProvider } from './simulator-provider.server.ts';

interface Payment {
  readonly id: string;
  isPaid: boolean;
}

const simulator = simulateProvider<Payment, { readonly type: string; readonly id: string }, 'pay'>({
  title: 'Vendor',
  accent: '#000',
  backOffice: 'office',
  settings: () => ({}),
  readAttemptId: ({ id }) => `attempt of ${id}`,
  listActions: ({ isPaid }) => (isPaid ? [] : ['pay']),
  performAction: (_, payment) => {
    payment.isPaid = true;
    return [{ type: 'paid', id: payment.id }];
  },
  sum: ({ isPaid }) => ({ chargedMinor: isPaid ? 500 : 0, returnedMinor: 0 }),
  writeWebhook: (event) => ({ body: JSON.stringify(event), headers: {} }),
  retryRules: { pausesMs: [0], isOver: isSuccessStatus },
  describe: ({ id, isPaid }) => ({ id, name: '<b>Gems</b>', price: '€5', state: isPaid ? 'paid' : 'open' }),
  switches: { late: 'Be late' },
  script: { path: '/script.js', file: new URL(import.meta.url) },
  pay: async (texts, { records, act }) => {
    const payment = records.get(texts['token'] ?? '');
    if (payment) await act(requireChosenAction(texts, ['pay']), payment);
    return { status: 'paid' };
  },
  mount: (app, { records, isOn }) => {
    records.add('p1', { id: 'p1', isPaid: false });
    app.get('/form', (_, reply) =>
      sendPayPage(reply, {
        provider: 'Vendor',
        accent: '#000',
        name: '</script><b>',
        price: '€5',
        token: '</script>',
        payUrl: 'pay',
        choices: { pay: 'Pay' },
        parentOrigin: isOn('late') ? 'http://shop.example' : undefined,
      }),
    );
  },
});

const portal = openSimulatedPortalForEachTest<{ type: string; id: string }>(simulator);

test('the form performs the choice, and the portal gets the webhook', async () => {
  expect(await portal().post('/pay', { token: 'p1', how: 'pay', card: '4242 4242 4242 4242' })).toMatchObject({
    status: 200,
  });
  expect(portal().received).toEqual([{ type: 'paid', id: 'p1' }]);
  expect(await portal().post('/pay', { token: 'p1', how: 'steal' })).toMatchObject({ status: 400 });
});

test('an invalid card number is rejected before anything happens', async () => {
  const { status, body } = await portal().post('/pay', { token: 'p1', how: 'pay', card: '4242' });
  expect({ status, body }).toMatchObject({ status: 200, body: { error: 'This is not a card number. Try again.' } });
  expect(portal().received).toEqual([]);
});

test('the form is a page that loads nothing and escapes its texts', async () => {
  const { body, headers } = await portal().app.inject('/form');
  expect(body).toContain('A simulation of Vendor: no money moves');
  expect(body.match(/<\/script>/g)).toHaveLength(1);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  await portal().post('/act', { toggle: 'late' });
  expect((await portal().app.inject('/form')).headers['content-security-policy']).toContain('frame-ancestors *');
});

test('the back office lists payments, simulates later events, and resends a webhook', async () => {
  const page = async () => (await portal().app.inject('/')).body;
  expect(await page()).toContain('A simulation of Vendor, as its office');
  expect(await page()).toContain('&lt;b>Gems&lt;/b>');
  expect(await portal().post('/act', { payment: 'p1', act: 'pay' })).toMatchObject({ status: 303 });
  await vi.waitFor(() => expect(portal().received).toHaveLength(1));
  await vi.waitFor(async () => expect(await page()).toContain('<td>200</td>'));
  expect(await page()).not.toContain('value="pay"');
  await portal().post('/act', { again: '1' });
  await vi.waitFor(() => expect(portal().received).toHaveLength(2));
  expect(portal().received[1]).toEqual(portal().received[0]);
});

test('impossible actions do nothing', async () => {
  for (const fields of [
    { payment: 'p1', act: 'refund' },
    { payment: 'p2', act: 'pay' },
    { again: '7' },
    { toggle: 'x' },
  ])
    expect(await portal().post('/act', fields as Record<string, string>)).toMatchObject({ status: 303 });
  expect(portal().received).toEqual([]);
});

test('an action returns unsent webhooks, and they are sent until they are accepted', async () => {
  const webhooks = await simulator.act('pay', { attemptId: 'attempt of p1' }, portal().place);
  expect(portal().received).toEqual([]);
  portal().answerWith = () => (portal().received.length < 2 ? 500 : 200);
  await simulator.send(webhooks, portal().place);
  expect(portal().received).toHaveLength(2);
  await expect(simulator.act('pay', { attemptId: 'x' }, portal().place)).rejects.toThrow('has no payment of attempt');
});

test('its script may be loaded by pages of other origins', async () => {
  expect((await portal().app.inject('/script.js')).headers['cross-origin-resource-policy']).toBe('cross-origin');
});

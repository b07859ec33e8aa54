import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mockApi, type RecordedCall } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { DeviceHandoffModal } from './DeviceHandoffModal.tsx';

const Device = {
  UserAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604',
  Network: '203.0.113.0/24',
  Country: 'DEU',
  AskedAt: '2026-01-01T00:00:00Z',
};

const begun = { HandoffId: 'h1', TokenLink: 'https://portal.example/LoginFromDevice#token=fxq_1', LivesSeconds: 60 };

async function open(answers: Readonly<Record<string, object | ((call: RecordedCall) => object)>> = {}) {
  const sent = mockApi({
    'handoffs.begin': begun,
    'handoffs.look': { Status: 'Asked', Device, LivesSeconds: 60 },
    'handoffs.answer': ({ body }: RecordedCall) => ({ Status: body['Number'] === '47' ? 'Confirmed' : 'Refused' }),
    ...answers,
  });
  const close = vi.fn<() => void>();
  const view = await renderInPortal(<DeviceHandoffModal game="gem miner" close={close} />, {
    path: '/play/gem%20miner?signed=secret',
  });
  const answered = () => sent.filter(({ name }) => name === 'handoffs.answer').map(({ body }) => body);
  return { ...view, sent, close, answered };
}

test('it shows the requesting device, and accepts it by its number', async () => {
  const { text, type, press, sent, answered } = await open();
  await waitFor(() => expect(text()).toContain('Safari on iOS wants to continue as you'));
  expect(text()).toContain('Germany');
  expect(sent[0]?.body, 'without what the address of the page holds').toEqual({
    RedirectUri: `${window.location.origin}/play/gem%20miner`,
  });
  await type('Number on that device', '۴۷');
  await press('Allow');
  await waitFor(() => expect(text()).toContain('Continue on your other device'));
  expect(answered()).toEqual([{ HandoffId: 'h1', Number: '47' }]);
});

test('it shows a QR code until a device requests; closing rejects', async () => {
  const { container, press, answered, close } = await open({
    'handoffs.look': { Status: 'Waiting', LivesSeconds: 60 },
  });
  await waitFor(() => expect(container.querySelector('svg.qr')).not.toBeNull());
  await press('Close');
  expect(close).toHaveBeenCalledOnce();
  expect(answered()).toEqual([{ HandoffId: 'h1' }]);
});

test('a wrong number ends the handoff, and a new code can be created', async () => {
  const { text, type, press, sent } = await open();
  await waitFor(() => expect(text()).toContain('wants to continue'));
  await type('Number on that device', '11');
  await press('Allow');
  await waitFor(() => expect(text()).toContain('Request denied'));
  await press('Get a new code');
  await waitFor(() => expect(sent.filter(({ name }) => name === 'handoffs.begin')).toHaveLength(2));
});

test('the player can reject the device', async () => {
  const { text, press, answered } = await open();
  await waitFor(() => expect(text()).toContain('wants to continue'));
  await press('Deny');
  expect(text()).toContain('Request denied');
  expect(answered()).toEqual([{ HandoffId: 'h1' }]);
});

test('a code expires even if the server is unreachable', async () => {
  const { text } = await open({
    'handoffs.begin': { ...begun, LivesSeconds: 0.1 },
    'handoffs.look': () => Promise.reject(new TypeError('no network')),
  });
  await waitFor(() => expect(text()).toContain('This code no longer works'));
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import type { apiClient } from '#portal/api.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { withDocumentConsent } from './with-document-consent.ts';

const request = { Game: 'miner', Sku: 'lamp', WebPublishingPlatform: 'FxId' } as const;
const refusal = new ApiError({ title: 'Refused', status: 409 }, { Code: 'DocumentsNotAccepted' });

/** @param accepts whether the player accepts */
function world(accepts: boolean, createPayment: () => Promise<never>) {
  beginSession('fxs_token');
  onTestFinished(() => endSession());
  const Documents = [{ Id: 'd1', DocumentType: { Value: 'TOS' }, Versions: [{ Id: 'v1' }] }];
  mockApi({ 'documents.listLatestUnaccepted': { Documents } });
  const openModal = vi.fn<(name: string, props: { onAccepted?: (id: string) => void }) => Promise<void>>(
    async (_, { onAccepted }) => {
      if (accepts) onAccepted?.('v1');
    },
  );
  const calls = { createPayment } as unknown as (typeof apiClient)['store'];
  return { openModal, calls: withDocumentConsent(calls, openModal, 'miner') };
}

test('a payment that waits for consent is created after the consent', async () => {
  const create = vi
    .fn<() => Promise<never>>()
    .mockRejectedValueOnce(refusal)
    .mockResolvedValueOnce('opened' as never);
  const { calls, openModal } = world(true, create);
  expect(await calls.createPayment(request)).toBe('opened');
  expect(openModal).toHaveBeenCalledExactlyOnceWith('documents', expect.objectContaining({ required: true }));
});

test('it is rejected after a decline, without a second question', async () => {
  const create = vi.fn<() => Promise<never>>().mockRejectedValue(refusal);
  await expect(world(false, create).calls.createPayment(request)).rejects.toBe(refusal);
  expect(create).toHaveBeenCalledOnce();
  await expect(world(true, create).calls.createPayment(request)).rejects.toBe(refusal);
  expect(create).toHaveBeenCalledTimes(3);
});

test("another rejection doesn't ask for consent", async () => {
  const fault = new Error('offline');
  const { calls, openModal } = world(true, async () => Promise.reject(fault));
  await expect(calls.createPayment(request)).rejects.toBe(fault);
  expect(openModal).not.toHaveBeenCalled();
});

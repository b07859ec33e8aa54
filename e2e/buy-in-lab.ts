import { apiBase } from '#contract/api-base.ts';
import { paymentScenarioParameterName } from '#lab/own-platforms/own-platform-scenario.ts';
import { acceptDocuments, createApiClient, expect, registerPlayer } from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

/** A new player buys in a game; the simulated provider takes the money. Returns the id of the order. */
export async function buyInLab(lab: LabServer): Promise<string> {
  const { token } = await registerPlayer(lab);
  await acceptDocuments(lab, token, 'gem-miner');
  const response = await fetch(`${lab.url}${apiBase}/store/create_payment`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      referer: `${lab.url}/play/gem-miner?${paymentScenarioParameterName}=paid`,
    },
    body: JSON.stringify({ Game: 'gem-miner', Sku: 'gems-100', WebPublishingPlatform: 'FxId' }),
  });
  const { TransactionId } = (await response.json()) as { TransactionId: string };
  const { store } = createApiClient(lab, token);
  await expect
    .poll(async () => (await store.getPaymentStatus({ PublicOrderId: TransactionId })).Status)
    .toMatch(/^(PayedWaitingForSending|Completed)$/);
  return TransactionId;
}

// A game on WizQ. Our own server proves the player through WizQ's commands, and purchases are passed to the page.
import {
  defineBrowserAdapter,
  type CreatedOrder,
  type BrowserPaymentHint,
  type PaymentReplyOf,
} from '../port.browser.ts';
import { startPlatformClient } from '../kit/waiting.browser.ts';
import type { ClientChannel } from '../kit/channel.browser.ts';
import { readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { describePerson, describePlayer } from '../kit/person.browser.ts';
import { openClient } from './client.browser.ts';
import type { wizq } from './platform.ts';

export const adapter = defineBrowserAdapter<typeof wizq>({
  async connect(host) {
    let user: UntrustedFields = {};
    const client = await startPlatformClient(
      'WizQ does not answer',
      () => openClient(host),
      async ({ call }) => void (user = await call('getUser', {}, 8000)),
    );
    const start = host.launchUrl.searchParams.get('wizq') ?? '';
    const language = readUntrustedText(user['Language'], 20);
    let number = 0;
    return {
      async login() {
        const command = { command: 'getUserId', number: (number += 1), start };
        return host.calls.proxyRequest({ Game: host.game, json: JSON.stringify(command) });
      },
      player: (account) =>
        describePlayer({
          ...describePerson(user['Name'], '', user['Photo'], 200),
          userId: readUntrustedText(user['UserId'], 64),
          gender: genders[Number(user['Gender'])] ?? 'unspecified',
          fallbackName: account?.name,
          language,
        }),
      purchases: { pay: (order) => pay(client, order) },
      gameUrl: () => host.data?.GameUrl,
      ...(language !== '' && { language }),
      dispose: client.close,
    };
  },
});

const genders = ['unspecified', 'male', 'female'] as const;

async function pay(
  client: ClientChannel,
  { reply }: CreatedOrder<PaymentReplyOf<typeof wizq>>,
): Promise<BrowserPaymentHint> {
  const { Status } = await client.callDialog('purchase', { SecuredOrderId: reply.SecuredOrderId });
  if (Status === 'Completed') return { outcome: 'completed' };
  return Status === 'Cancelled'
    ? { outcome: 'cancelled', message: 'The purchase was closed' }
    : { outcome: 'failed', message: 'The purchase failed' };
}

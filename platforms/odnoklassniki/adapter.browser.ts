// A game on Odnoklassniki. If its page doesn't respond, as on feature phones, the adapter identifies the player but has
// no capabilities.
import {
  defineBrowserAdapter,
  PlatformError,
  type CreatedOrder,
  type BrowserPaymentHint,
  type PaymentReplyOf,
} from '../port.browser.ts';
import { convertErrorToPaymentHint, startPlatformClient } from '../kit/waiting.browser.ts';
import { readUntrustedText } from '../kit/fields.browser.ts';
import { describePlayer } from '../kit/person.browser.ts';
import { createAds } from './ads.browser.ts';
import { connectToPage, openClient, readLaunch, type OkClient } from './client.browser.ts';
import { trackHiddenEdges } from './page-info.browser.ts';
import type { odnoklassniki } from './platform.ts';
import { createOkRestClient } from './rest.browser.ts';
import { createSocial, describeUser, readProfile } from './social.browser.ts';

export const adapter = defineBrowserAdapter<typeof odnoklassniki>({
  async connect(host) {
    const launch = readLaunch(host.launchUrl);
    const { userId, session, appId, payload } = launch;
    if (session.key === '') throw new PlatformError('Unknown', 'Failed to init.');
    const rest = createOkRestClient(host, launch);
    const open = () => openClient(host);
    const client =
      appId === '' ? undefined : await startPlatformClient('Failed to init.', open, (one) => connectToPage(host, one));
    const profile = await readProfile(host, rest);
    const ads = client && createAds(host, client);
    const page = client && trackHiddenEdges(host, client);
    const language = readUntrustedText(profile['locale'], 20);
    return {
      ...ads?.groups,
      ...(client && createSocial(host, client, rest, launch)),
      purchases: client && { pay: (order) => payInDialog(client, order) },
      login: async () => (userId === '' ? undefined : { QueryString: launch.query }),
      player: (account) => describePlayer({ ...describeUser(profile), userId, fallbackName: account?.name, language }),
      ...(payload !== '' && { payload }),
      ...(language !== '' && { language }),
      ...(page && { insets: page.insets }),
      dispose() {
        page?.stop();
        ads?.dispose();
        client?.close();
      },
    };
  },
});

/** The dialog's result is a hint: the platform queries our server before it takes the money. */
async function payInDialog(
  { ask }: OkClient,
  { sku, reply }: CreatedOrder<PaymentReplyOf<typeof odnoklassniki>>,
): Promise<BrowserPaymentHint> {
  const { Name, Description, Price, ExtraAttributes } = reply;
  try {
    // Without `true` the page would reload the game after the payment. Options and appearance are omitted.
    await ask('showPayment', [Name, Description, sku, Price, '', ExtraAttributes, 'ok', 'true', '']);
    return { outcome: 'completed' };
  } catch (error) {
    return convertErrorToPaymentHint(error);
  }
}

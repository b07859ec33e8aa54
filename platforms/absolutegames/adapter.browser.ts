// A game on ag.ru. What its page reports about a payment is a hint.
import { defineBrowserAdapter, PlatformError, type CapabilitiesOf, type BrowserPaymentHint } from '../port.browser.ts';
import { personDecisionTimeoutMs, startPlatformClient } from '../kit/waiting.browser.ts';
import { readUntrustedFields } from '../kit/fields.browser.ts';
import { addParameter } from '../kit/game-url.browser.ts';
import { createAds } from './ads.browser.ts';
import { isGuest, openClient, platformTitle, type AgClient } from './client.browser.ts';
import type { absolutegames } from './platform.ts';
import { trackPlayer, type AgPlayer } from './player.browser.ts';

export const adapter = defineBrowserAdapter<typeof absolutegames>({
  async connect(host) {
    const client = await startPlatformClient(
      `${platformTitle} does not answer`,
      () => openClient(host),
      ({ ask }) => ask('sayHello', null, 8000, () => true),
    );
    const player = trackPlayer(host, client);
    const ads = createAds(host, client);
    const { invite } = player.options();
    return {
      ...ads.units,
      signIn: player.signIn,
      purchases: host.data?.PaymentsUrl === undefined ? undefined : createPurchases(client, player),
      lifecycle: { loaded: ads.announce },
      gameUrl: (payload) => addParameter(host.data?.GameUrl, 'invite', payload),
      login: player.login,
      player: player.player,
      ...(invite !== '' && { payload: invite }),
      dispose() {
        ads.dispose();
        client.close();
      },
    };
  },
});

const createPurchases = (
  client: AgClient,
  { options }: AgPlayer,
): NonNullable<CapabilitiesOf<typeof absolutegames>['purchases']> => ({
  request() {
    const now = options();
    if (isGuest(now)) {
      client.send('authorize');
      throw new PlatformError('Unknown', 'Not authorized');
    }
    return {
      AppId: now.app_id,
      AuthKey: now.auth_key,
      GameSid: now.game_sid,
      PlayerId: now.player_id,
      Guest: now.guest,
      ...(now.debug !== '' && { Debug: now.debug }),
      ...(now.invite !== '' && { Invite: now.invite }),
    };
  },
  pay: ({ reply }) => client.ask('showPayment', reply.Token, personDecisionTimeoutMs, readPayment),
});

/** Undefined: the window has opened, but there is no result yet. */
function readPayment(result: unknown): BrowserPaymentHint | undefined {
  const { status, info } = readUntrustedFields(result);
  const { invoice } = readUntrustedFields(info);
  if (invoice !== undefined && invoice !== null && invoice !== '') return { outcome: 'completed' };
  if (status === false) return { outcome: 'failed', message: 'Window closed' };
  if (status === true && (info === null || info === undefined)) return undefined;
  return { outcome: 'failed', message: 'Unknown state' };
}

// A game on CrazyGames, through the platform's script. A capability that the script lacks is absent.
import { defineBrowserAdapter } from '../port.browser.ts';
import { tryOrFallback } from '../kit/waiting.browser.ts';
import { readUntrustedFields, readUntrustedText } from '../kit/fields.browser.ts';
import { createAds } from './ads.browser.ts';
import { loadClient, type CrazyGamesHost, type CrazyGamesSdk, type SystemInfo } from './client.browser.ts';
import { trackCurrentPlayer } from './current-player.browser.ts';
import type { crazygames } from './platform.ts';
import { createInviteLink, createSocial, forwardSdkEvents, invitePayloadKey } from './social.browser.ts';

export const adapter = defineBrowserAdapter<typeof crazygames>({
  async connect(host) {
    const sdk = await loadClient(host);
    const { game, data } = sdk;
    const [system, payload] = await Promise.all([readSystem(host, sdk), readPayload(host, sdk)]);
    if (game.loadingStart) game.loadingStart();
    else game.sdkGameLoadingStart?.();
    const language = readUntrustedText(system.locale, 20);
    const people = trackCurrentPlayer(host, sdk);
    const ads = createAds(host, sdk);
    const stopEvents = forwardSdkEvents(host, sdk);
    // In version 2 this is the type itself.
    const device = readUntrustedText(system.device) || readUntrustedText(readUntrustedFields(system.device)['type']);
    return {
      ...createSocial(host, sdk),
      ...ads.groups,
      signIn: people.signIn,
      // In app-store apps the platform doesn't allow payments with Xsolla.
      purchases: readUntrustedText(system.applicationType).endsWith('_store')
        ? undefined
        : {
            request: async () => ({ AccessToken: await people.requireToken() }),
            async pay(order) {
              const { payInPayStation } = await import('./pay-station.browser.ts');
              return payInPayStation(host, sdk, order, device !== 'desktop');
            },
          },
      storage: data && { open: async () => (await import('./storage.browser.ts')).openStorage(host, data) },
      lifecycle: {
        loaded() {
          if (game.loadingStop) game.loadingStop();
          else game.sdkGameLoadingStop?.();
          ads.announce();
        },
        started: () => game.gameplayStart?.(),
        stopped: () => game.gameplayStop?.(),
      },
      gameUrl: (given) =>
        tryOrFallback(host.log, 'A link of CrazyGames', undefined, () => createInviteLink(host, sdk, given)),
      login: people.login,
      player: (account) => people.describe(account, language),
      ...(payload !== '' && { payload }),
      ...(language !== '' && { language }),
      dispose() {
        stopEvents();
        people.dispose();
        ads.dispose();
      },
    };
  },
});

const readSystem = async (host: CrazyGamesHost, { user }: CrazyGamesSdk): Promise<SystemInfo> =>
  user.systemInfo ??
  tryOrFallback<SystemInfo>(host.log, 'The system information of CrazyGames', {}, async () =>
    host.withPlatformTimeout('CrazyGames (getSystemInfo)', Promise.resolve(user.getSystemInfo?.() ?? {}), answerMs),
  );

const readPayload = (host: CrazyGamesHost, { game }: CrazyGamesSdk): Promise<string> =>
  tryOrFallback(host.log, 'The invitation of CrazyGames', '', async () =>
    readUntrustedText(
      await host.withPlatformTimeout(
        'CrazyGames (getInviteParam)',
        Promise.resolve(game.getInviteParam?.(invitePayloadKey)),
        answerMs,
      ),
    ),
  );

const answerMs = 3000;

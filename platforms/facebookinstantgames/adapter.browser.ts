// A Facebook Instant Game: calls go through the page of the uploaded bundle. A capability that the client lacks is absent.
import { defineBrowserAdapter, PlatformError } from '../port.browser.ts';
import { tryOrFallback } from '../kit/waiting.browser.ts';
import { describePerson, describePlayer } from '../kit/person.browser.ts';
import { createAds } from './ads.browser.ts';
import { openClient, platformTitle, type InstantClient, type InstantGamesHost } from './client.browser.ts';
import type { facebookinstantgames } from './platform.ts';
import { createPurchases } from './purchases.browser.ts';
import { createSocial } from './social.browser.ts';

export const adapter = defineBrowserAdapter<typeof facebookinstantgames>({
  async connect(host) {
    const client = await openClient(host);
    const { session, supports, begin, call } = client;
    const locale = session.locale ?? '';
    const payload = writePayload(session.entryPointData);
    const ads = createAds(host, client);
    const show = (): void => {
      void tryOrFallback(host.log, `The start at ${platformTitle}`, undefined, begin);
      ads.preload();
    };
    return {
      ...ads.groups,
      ...createSocial(host, client),
      purchases: supports('payments.purchaseAsync') ? createPurchases(host, client) : undefined,
      storage: session.hasStorage
        ? { open: async () => (await import('./storage.browser.ts')).openStorage(host, client) }
        : undefined,
      lifecycle: {
        progress: (fraction) =>
          void tryOrFallback(host.log, `Progress at ${platformTitle}`, null, () =>
            call('setLoadingProgress', Math.round(fraction * 100)),
          ),
        loaded: show,
        // For games that don't report `loaded`.
        started: show,
      },
      login: () => readProof(host, client),
      player: (account) => ({
        ...describePlayer({
          // Facebook shows names and pictures itself, and games can't read them.
          ...describePerson('', '', '', 0),
          userId: session.playerId ?? '',
          fallbackName: account?.name,
          language: locale,
        }),
        // The context type: `fbinstant-solo`, `fbinstant-thread`.
        socialFlavor: `fbinstant-${session.contextType.toLowerCase()}`.slice(0, 40),
      }),
      ...(payload !== undefined && { payload }),
      ...(locale !== '' && { language: locale }),
      dispose: client.close,
    };
  },
});

/**
 * The player's id in this game. Players of before July 2026 may have an app-scoped id too, by which their account is
 * known.
 */
async function readProof(host: InstantGamesHost, { call }: InstantClient) {
  // Random, so that no two signatures are the same.
  const payload = `login:${crypto.randomUUID()}`;
  const [signed, player] = await Promise.all([
    tryOrFallback(host.log, `The app-scoped id of ${platformTitle}`, null, () => call('player.getSignedASIDAsync')),
    call('player.getSignedPlayerInfoAsync', payload).catch((error: unknown) => ({ error })),
  ]);
  const asid = signed?.asid ? { ApplicationScopedId: signed.asid, Signature: signed.signature } : undefined;
  if ('signature' in player)
    return asid ? { ...asid, PlayerSignature: player.signature } : { Signature: player.signature };
  if (asid) return asid;
  const { error: cause } = player;
  const code = cause instanceof PlatformError ? cause.code : 'Unknown';
  throw new PlatformError(code, 'Failed to retrieve getASIDAsync', { cause });
}

/** The data of the link, invitation or post that started the game. */
function writePayload(data: unknown): string | undefined {
  if (data === null || data === undefined) return undefined;
  return (typeof data === 'string' ? data : JSON.stringify(data)).slice(0, 2000);
}

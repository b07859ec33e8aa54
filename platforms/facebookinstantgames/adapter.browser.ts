// A Facebook Instant Game, through the platform's script. A capability that the client lacks is absent.
import { defineBrowserAdapter, PlatformError } from '../port.browser.ts';
import { tryOrFallback } from '../kit/waiting.browser.ts';
import { describePlayer } from '../kit/person.browser.ts';
import { createAds } from './ads.browser.ts';
import { openClient, platformTitle, type InstantGamesHost, type InstantPlayer } from './client.browser.ts';
import type { facebookinstantgames } from './platform.ts';
import { createPurchases } from './purchases.browser.ts';
import { createSocial, describeUser } from './social.browser.ts';

export const adapter = defineBrowserAdapter<typeof facebookinstantgames>({
  async connect(host) {
    const client = await openClient(host);
    const { sdk, supports, begin } = client;
    const { player, context } = sdk;
    const locale = sdk.getLocale() ?? '';
    const payload = writePayload(sdk.getEntryPointData());
    let asid: string | undefined;
    const ads = createAds(host, client);
    const show = (): void => {
      void tryOrFallback(host.log, `The start at ${platformTitle}`, undefined, begin);
      ads.preload();
    };
    return {
      ...ads.groups,
      ...createSocial(host, client),
      purchases: supports('payments.purchaseAsync') ? createPurchases(host, client) : undefined,
      lifecycle: {
        progress: (fraction) => sdk.setLoadingProgress(Math.round(fraction * 100)),
        loaded: show,
        // For games that don't report `loaded`.
        started: show,
      },
      async login() {
        const login = await readProof(host, player);
        asid = login.ApplicationScopedId;
        return login;
      },
      player: (account) => ({
        ...describePlayer({
          ...describeUser(player),
          userId: asid ?? player.getID() ?? '',
          fallbackName: account?.name,
          language: locale,
        }),
        // The context type: `fbinstant-solo`, `fbinstant-thread`.
        socialFlavor: `fbinstant-${context.getType().toLowerCase()}`.slice(0, 40),
      }),
      ...(payload !== undefined && { payload }),
      ...(locale !== '' && { language: locale }),
      dispose: () => undefined,
    };
  },
});

/** The app-scoped id, which Facebook's other apps share. Players without one get the id of this game. */
async function readProof(host: InstantGamesHost, player: InstantPlayer) {
  const signed = await tryOrFallback(host.log, `The id of ${platformTitle}`, undefined, async () =>
    host.withPlatformTimeout(`the id of ${platformTitle}`, Promise.resolve(player.getSignedASIDAsync?.()), answerMs),
  );
  const asid = signed?.getASID();
  if (signed && asid) return { ApplicationScopedId: asid, Signature: signed.getSignature() };
  try {
    // Random, so that no two signatures are the same.
    const info = player.getSignedPlayerInfoAsync(`login:${crypto.randomUUID()}`);
    return {
      Signature: (await host.withPlatformTimeout(`the player of ${platformTitle}`, info, answerMs)).getSignature(),
    };
  } catch (cause) {
    const code = cause instanceof PlatformError ? cause.code : 'Unknown';
    throw new PlatformError(code, 'Failed to retrieve getASIDAsync', { cause });
  }
}

// Both requests end before the portal's timeout.
const answerMs = 6000;

/** The data of the link, invitation or post that started the game. */
function writePayload(data: unknown): string | undefined {
  if (data === null || data === undefined) return undefined;
  return (typeof data === 'string' ? data : JSON.stringify(data)).slice(0, 2000);
}

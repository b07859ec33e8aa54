import i18next from 'i18next';
import type { AdUnit } from '#platforms/port.browser.ts';
import { backgroundApiClient } from '#portal/api.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { createStorage } from '#portal/storage.ts';
import { createRewardedVideo } from './rewarded-video.ts';

/** Undefined if the operator has no ad blocks, or the page has no separate origin for ads. */
export function findRewardedVideo(game: string): AdUnit | undefined {
  const blocks = runtimeConfig.portal?.PublicWebClientConfig?.Advertisement?.Yandex?.Rewarded;
  const { adsUrl = '' } = runtimeConfig;
  if (!blocks || !URL.canParse(adsUrl) || new URL(adsUrl).origin === window.location.origin) return undefined;
  return createRewardedVideo({
    game,
    readPlacements: async () => (await backgroundApiClient.games.publicConfig({ Game: game })).AdPlacements,
    storage: createStorage(() => window.localStorage),
    now: () => new Date(),
    async show() {
      const { showAdInFrame } = await import('./show-ad-in-frame.ts');
      const isTouch = window.matchMedia('(pointer: coarse)').matches;
      return showAdInFrame({
        address: adsUrl,
        blockId: isTouch ? blocks.MobileBlockId : blocks.DesktopBlockId,
        platform: isTouch ? 'touch' : 'desktop',
        texts: { title: i18next.t('advertisement'), close: i18next.t('close') },
      });
    },
  });
}

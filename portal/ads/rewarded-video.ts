// Rewarded videos on the portal itself, for operators with ad blocks and games with placements. Each placement has a
// cooldown.
import type { AdPlacement } from '#model/game.ts';
import type { AdResult, AdUnit } from '#platforms/port.browser.ts';
import { log } from '#portal/log.ts';
import type { SafeStorage } from '#portal/storage.ts';

export interface RewardedVideoDeps {
  readonly game: string;
  readonly readPlacements: () => Promise<readonly AdPlacement[]>;
  /** Stores when an ad was last seen, so that a reload does not skip the cooldown. */
  readonly storage: SafeStorage;
  readonly now: () => Date;
  readonly show: () => Promise<AdResult>;
}

export function createRewardedVideo({ game, readPlacements, storage, now, show }: RewardedVideoDeps): AdUnit {
  const keyOf = (place: AdPlacement): string => `ad ${game} ${place.Id}`;
  const find = async (placement: string | undefined): Promise<AdPlacement | undefined> =>
    (await readPlacements()).find(({ Kind, Id }) => Kind === 'Rewarded' && (placement ?? Id) === Id);
  const isDue = (place: AdPlacement): boolean => {
    const passedMs = now().getTime() - Number(storage.get(keyOf(place)) ?? 0);
    // A clock that was set back must not lock the player out.
    return passedMs < 0 || passedMs >= place.CooldownSeconds * 1000;
  };
  return {
    async ready(placement) {
      const place = await find(placement).catch((error: unknown) => {
        log.warn('The ad placements of the game could not be read.', error);
        return undefined;
      });
      return place !== undefined && isDue(place);
    },
    async show(placement) {
      const place = await find(placement);
      if (!place) return { outcome: 'failed', reason: 'AdsNotConnected' };
      if (!isDue(place)) return { outcome: 'failed', reason: 'Unknown' };
      const outcome = await show();
      if (outcome.outcome !== 'failed') storage.set(keyOf(place), String(now().getTime()));
      return outcome;
    },
  };
}

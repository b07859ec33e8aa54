import { LRUCache } from 'lru-cache';
import type { GameCard } from '#contract/discovery.ts';
import { chooseLocalizedText, type Locale } from '#model/locale.ts';
import { findNextMaintenanceChange, isInMaintenance } from '#model/maintenance.ts';
import { resolveGameUrl } from '#server/features/games/public-game-config.ts';
import type { CatalogueGame } from '#server/features/games/read-catalogue-games.ts';
import { describePicture } from '#server/features/pictures/describe-picture.ts';

export interface GameCardContext {
  readonly gamesUrl: string;
  readonly basePath: string;
  readonly now: () => Date;
}

const newForMs = 30 * 86_400_000;

export type BuildGameCard = (game: CatalogueGame, locale: Locale) => GameCard;

const maxKeptCards = 5000;

/** Keeps the cards of games that are shown often, until the game changes or the clock changes its card. */
export function createGameCardBuilder(context: GameCardContext): BuildGameCard {
  const kept = new LRUCache<string, KeptCard>({ max: maxKeptCards });
  return (game, locale) => {
    const key = `${locale} ${game.game}`;
    const known = kept.get(key);
    const now = context.now();
    const nowMs = now.getTime();
    // The clock follows the database's, so it may be set back.
    if (known?.game === game && nowMs >= known.fromMs && nowMs < known.untilMs) return known.card;
    const card = buildGameCard(game, locale, context);
    kept.set(key, { game, card, fromMs: nowMs, untilMs: findNextCardChange([game], now) });
    return card;
  };
}

interface KeptCard {
  /** The catalogue replaces a game that has changed. */
  readonly game: CatalogueGame;
  readonly card: GameCard;
  readonly fromMs: number;
  readonly untilMs: number;
}

function buildGameCard(game: CatalogueGame, locale: Locale, { gamesUrl, basePath, now }: GameCardContext): GameCard {
  const { card, titles, genre, tags, plays } = game;
  const wideArt = resolveGameUrl(game.game, gamesUrl, card.WideArt);
  const picture = describePicture(game, wideArt, basePath);
  return {
    GameSystemName: game.game,
    PlayGameType: card.PlayGameType,
    Title: chooseLocalizedText(titles, locale),
    Tagline: chooseLocalizedText(card.Tagline, locale),
    Genre: genre,
    WideArt: wideArt,
    SquareArt: resolveGameUrl(game.game, gamesUrl, card.SquareArt),
    InMaintenance: isInMaintenance(card.Maintenance, now()),
    Tags: [...tags],
    IsNew: isNewUntil(game) > now().getTime(),
    Plays: plays,
    ...(picture && { WidePicture: picture }),
    ...(!game.published && { Hidden: true }),
  };
}

/** When the clock changes one of the cards. */
export function findNextCardChange(games: readonly CatalogueGame[], now: Date): number {
  return games.reduce((next, each) => {
    const newUntil = isNewUntil(each);
    const maintenance = findNextMaintenanceChange(each.card.Maintenance, now);
    return Math.min(next, maintenance, newUntil > now.getTime() ? newUntil : Infinity);
  }, Infinity);
}

const isNewUntil = ({ released_at }: CatalogueGame): number => (released_at?.getTime() ?? -Infinity) + newForMs;

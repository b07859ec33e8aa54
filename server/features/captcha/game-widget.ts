// A game's own captcha widget: the site key is in the game's document, the secret in the server's configuration.
// Without both, the portal's widget is used.
import type { PublicGameConfig } from '#contract/config.ts';

interface GameWidget {
  readonly siteKey: string;
  readonly secrets: readonly string[];
}

export type FindGameWidget = (game: string | undefined) => Promise<GameWidget | undefined>;

export function createGameWidgetFinder(
  readGame: (game: string) => Promise<{ readonly config: PublicGameConfig } | undefined>,
  gameSecrets: Readonly<Record<string, string>> = {},
): FindGameWidget {
  return async (game = '') => {
    const secret = Object.hasOwn(gameSecrets, game) ? gameSecrets[game] : undefined;
    if (secret === undefined) return undefined;
    const siteKey = (await readGame(game))?.config.Turnstile?.SiteKey;
    return siteKey === undefined ? undefined : { siteKey, secrets: [secret] };
  };
}

// A game may have a captcha of its own: the site key stands in its document (`Turnstile`), the secret in the configuration of
// the server. It counts where there are both; everywhere else the portal's does.
import type { PublicGameConfig } from '#contract/config.ts';

export interface GameWidget {
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

// What everybody may know of a game. Art and screenshots are kept as paths on the game's own host and leave here as whole
// addresses.
import type { PublicGameConfig } from '#contract/config.ts';
import type { GameRow } from './read-games.ts';

/** With a platform, what other platforms need is left out. */
export function publicGameConfig(row: GameRow, gamesUrl: string, platform?: string): PublicGameConfig {
  const { StorePage, PlatformData } = row.config;
  const onHost = gameHost(row.game, gamesUrl);
  return {
    ...row.config,
    GameSystemName: row.game,
    StorePage: {
      ...StorePage,
      WideArt: onHost(StorePage.WideArt),
      SquareArt: onHost(StorePage.SquareArt),
      ...(StorePage.Logo !== undefined && { Logo: onHost(StorePage.Logo) }),
      Screenshots: StorePage.Screenshots.map(onHost),
    },
    ...(platform !== undefined && { PlatformData: onlyPlatform(PlatformData, platform) }),
  };
}

/** Makes a path on the game's own host a whole address; whole addresses stay as they are. */
export function gameHost(game: string, gamesUrl: string): (address: string) => string {
  const origin = gamesUrl.replace('{game}', game);
  return (address) => (address.startsWith('/') ? origin + address : address);
}

function onlyPlatform(data: PublicGameConfig['PlatformData'], platform: string): PublicGameConfig['PlatformData'] {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name === platform));
}

// Where the lab's pages are. They are on a host of their own, which is another site than the portal's: what a platform's page
// frames on the internet is a third party there, and it is one here.
import type { Config } from '#server/config.ts';

export interface LabPlace {
  /** Such as `http://lab.localhost:8080`. */
  readonly origin: string;
  /** Where the portal is, for the frame and for links; without a slash at its end. */
  readonly portalUrl: string;
  readonly portalOrigin: string;
  /** The origins of games, as a content policy writes them. */
  readonly gamesPattern: string;
  /** Where the art of a game is that its configuration names by a path. */
  readonly artUrl: (game: string, path: string) => string;
  readonly isLab: (hostname: string) => boolean;
}

export function labPlace({
  port,
  publicUrl,
  basePath,
  gamesUrl,
}: Pick<Config, 'port' | 'publicUrl' | 'basePath' | 'gamesUrl'>): LabPlace {
  return {
    origin: `http://${labHost}:${port}`,
    portalUrl: new URL(basePath, publicUrl).href.replace(/\/$/, ''),
    portalOrigin: publicUrl.origin,
    gamesPattern: gamesUrl.replace('{game}', '*'),
    artUrl: (game, path) => new URL(path, gamesUrl.replace('{game}', game)).href,
    isLab: (hostname) => hostname === labHost,
  };
}

const labHost = 'lab.localhost';

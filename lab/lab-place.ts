// Where the lab's pages are. They are on hosts of their own, which are other sites than the portal's: what a platform's page frames on
// the internet is a third party there, and it is one here. Each simulated platform has a host and so a site of its own, because browsers
// keep the storage of a framed page apart for each site around it: a session on one platform is not there on another.
import { fillGamesUrl } from '#model/fill-games-url.ts';
import type { Config } from '#server/config.ts';
import type { LabShare } from './share/share-lab.ts';

export interface LabPlace {
  /** Such as `http://lab.localhost:8080`. */
  readonly origin: string;
  /** Where a simulated platform frames games, such as `http://lab-telegram.localhost:8080`. */
  readonly originOf: (folder: string) => string;
  /** All origins of the lab, as a content policy writes them. */
  readonly originsPattern: readonly string[];
  /** Where the portal is, for the frame and for links; without a slash at its end. */
  readonly portalUrl: string;
  readonly portalOrigin: string;
  /** The origins of games, as a content policy writes them. */
  readonly gamesPattern: string;
  /** Where the art of a game is that its configuration names by a path. */
  readonly artUrl: (game: string, path: string) => string;
  readonly isLab: (hostname: string) => boolean;
  /** Whether a host is the one on which a simulated platform frames games. */
  readonly isHostOf: (folder: string, hostname: string) => boolean;
  /** In the network, for phones; absent: only this machine reaches the lab. */
  readonly share?: LabShare;
}

export function labPlace(
  { port, publicUrl, basePath, gamesUrl }: Pick<Config, 'port' | 'publicUrl' | 'basePath' | 'gamesUrl'>,
  share?: LabShare,
): LabPlace {
  const isLab = (hostname: string): boolean => /^lab(-[a-z0-9]+)?\.localhost$/.test(hostname);
  return {
    // A phone knows one address of this machine, and the gateway passes all pages of the lab on to one host.
    ...(share
      ? {
          share,
          origin: share.labOrigin,
          originOf: () => share.labOrigin,
          originsPattern: [share.labOrigin],
          isHostOf: (_, host) => isLab(host),
        }
      : {
          origin: `http://lab.localhost:${port}`,
          originOf: (folder) => `http://lab-${folder}.localhost:${port}`,
          originsPattern: [`http://lab.localhost:${port}`, `http://*.localhost:${port}`],
          isHostOf: (folder, host) => host === `lab-${folder}.localhost`,
        }),
    portalUrl: new URL(basePath, publicUrl).href.replace(/\/$/, ''),
    portalOrigin: publicUrl.origin,
    gamesPattern: fillGamesUrl(gamesUrl, '*'),
    artUrl: (game, path) => new URL(path, fillGamesUrl(gamesUrl, game)).href,
    isLab,
  };
}

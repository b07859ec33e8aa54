// Addresses of the lab's pages. They are on other hosts than the portal's, because on a real platform the framed portal
// is a third party, too. Each simulated platform has a host of its own: browsers partition the storage of a framed page
// by the site around it, so a session on one platform does not exist on another.
import { fillGamesUrl } from '#model/fill-games-url.ts';
import type { Config } from '#server/config.ts';
import type { LabShare } from './share/share-lab.ts';

export interface LabAddresses {
  /** Such as `http://lab.localhost:8080`. */
  readonly origin: string;
  /** Where a simulated platform frames games, such as `http://lab-telegram.localhost:8080`. */
  readonly originOf: (folder: string) => string;
  /** All origins of the lab, in the notation of a content security policy. */
  readonly originsPattern: readonly string[];
  /** The portal's address for frames and links, without a trailing slash. */
  readonly portalUrl: string;
  readonly portalOrigin: string;
  /** The origins of games, in the notation of a content security policy. */
  readonly gamesPattern: string;
  /** The address of a picture that a game's configuration names by a path. */
  readonly artUrl: (game: string, path: string) => string;
  readonly isLab: (hostname: string) => boolean;
  /** Whether this is the host on which a simulated platform frames games. */
  readonly isHostOf: (folder: string, hostname: string) => boolean;
  /** The lab's address in the local network, for phones. Without it only this machine reaches the lab. */
  readonly share?: LabShare;
}

export function buildLabAddresses(
  { port, publicUrl, basePath, gamesUrl }: Pick<Config, 'port' | 'publicUrl' | 'basePath' | 'gamesUrl'>,
  share?: LabShare,
): LabAddresses {
  const isLab = (hostname: string): boolean => /^lab(-[a-z0-9]+)?\.localhost$/.test(hostname);
  return {
    // A phone knows one address of this machine, so the gateway sends all pages of the lab to one host.
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

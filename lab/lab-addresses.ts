// Addresses of the lab's pages. They are on other hosts than the portal, because on a real platform the framed portal
// is a third party. Each simulated platform has its own host, because browsers partition the storage of a framed page
// by the site around it.
import { buildGameOrigin } from '#model/build-game-origin.ts';
import type { Config } from '#server/config.ts';
import type { LabShare } from './share/share-lab.ts';

export interface LabAddresses {
  readonly origin: string;
  /** The origin where a simulated platform frames games, such as `http://lab-telegram.localhost:8080`. */
  readonly originOf: (folder: string) => string;
  readonly originsPattern: readonly string[];
  readonly portalUrl: string;
  readonly portalOrigin: string;
  readonly gamesPattern: string;
  readonly artUrl: (game: string, path: string) => string;
  readonly isLab: (hostname: string) => boolean;
  readonly isHostOf: (folder: string, hostname: string) => boolean;
  readonly share?: LabShare;
}

export function buildLabAddresses(
  { port, publicUrl, basePath, gamesUrl }: Pick<Config, 'port' | 'publicUrl' | 'basePath' | 'gamesUrl'>,
  share?: LabShare,
): LabAddresses {
  const isLab = (hostname: string): boolean => /^lab(-[a-z0-9]+)?\.localhost$/.test(hostname);
  return {
    // A phone knows only one address of this machine, so all lab pages share one host.
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
    gamesPattern: buildGameOrigin(gamesUrl, '*'),
    artUrl: (game, path) => new URL(path, buildGameOrigin(gamesUrl, game)).href,
    isLab,
  };
}

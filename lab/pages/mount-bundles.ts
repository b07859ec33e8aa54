// Serves the bundles that adapters build for platforms which host a page of ours: `/lab/bundles/{platform}/{game}/…`, on
// the platform's host, with the hosts that the operator has to allow, and no others.
import type { FastifyInstance } from 'fastify';
import type { LabAddresses } from '#lab/lab-addresses.ts';
import type { SimulatedPlatform } from '#lab/vendors/load-vendors.ts';
import { Problem } from '#model/problem.ts';
import type { LabGame } from './start-page.ts';

interface BundlesDeps {
  readonly place: LabAddresses;
  readonly platforms: readonly SimulatedPlatform[];
  readonly readGames: () => Promise<readonly LabGame[]>;
}

/** The player's own parameters, which the lab adds for the scenario. */
const playerParameter = 'lab-player';

export function buildBundleUrl(
  { originOf }: LabAddresses,
  folder: string,
  game: string,
  { query, player }: { readonly query: Readonly<Record<string, string>>; readonly player: URL },
): string {
  const url = new URL(`${originOf(folder)}/lab/bundles/${folder}/${encodeURIComponent(game)}/index.html`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  url.searchParams.set(playerParameter, player.search);
  return url.href;
}

type ByPath = { Params: { folder: string; game: string; file: string }; Querystring: Record<string, string> };

export function mountBundles(app: FastifyInstance, { place, platforms, readGames }: BundlesDeps): void {
  app.get<ByPath>('/lab/bundles/:folder/:game/:file', async ({ params, query, hostname }, reply) => {
    const { folder, game, file } = params;
    const platform = platforms.find((each) => each.folder === folder);
    const found = (await readGames()).find((each) => each.game === game);
    if (!platform?.buildBundle || !found || !place.isHostOf(folder, hostname)) throw new Problem('NotFound');
    const { files, allowedHosts } = await platform.buildBundle(
      {
        game,
        title: found.title,
        orientation: undefined,
        playerUrl: `${place.portalUrl}/play/${encodeURIComponent(game)}/iframe/${folder}${query[playerParameter] ?? ''}`,
        webhookUrl: platform.place.hookUrl,
      },
      platform.simulator.settings(platform.place),
    );
    const content = Object.hasOwn(files, file) ? files[file] : undefined;
    if (content === undefined) throw new Problem('NotFound');
    const policy = [
      "default-src 'none'",
      `script-src 'self' ${new URL(platform.place.at).origin}`,
      "style-src 'self'",
      ...Object.entries(allowedHosts).map(([directive, hosts]) => `${directive} ${hosts.join(' ')}`),
      "base-uri 'none'",
      `frame-ancestors ${place.originOf(folder)}`,
    ];
    return reply
      .headers({
        'content-security-policy': policy.join('; '),
        // The simulated script reads the scenario from the address.
        'referrer-policy': 'unsafe-url',
        'cache-control': 'no-store',
      })
      .type(contentTypes[/[a-z]+$/.exec(file)?.[0] ?? ''] ?? 'text/plain; charset=utf-8')
      .send(content);
  });
}

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

// `npm start -- --share`: opens the lab to phones in the same network.
import { networkInterfaces } from 'node:os';
import { encodeQR } from 'qr';
import { buildGameOrigin, portOfGame } from '#model/build-game-origin.ts';
import type { Config } from '#server/config.ts';
import { adsHostLabel } from '#server/features/ads/ads-address.ts';
import { checkoutHostLabel } from '#server/features/checkout/checkout-address.ts';
import { captchaHostLabel } from '#server/features/captcha/captcha-address.ts';
import { findNetworkAddress } from './find-network-address.ts';
import { makeCertificate } from './make-certificate.ts';
import { openGateway, type Gateway, type GatewayPort } from './open-gateway.ts';

export interface LabShare {
  readonly address: string;
  readonly labOrigin: string;
  readonly config: Pick<Config, 'publicUrl' | 'gamesUrl'>;
}

export function planShare(
  wanted: string,
  { port, publicUrl }: Pick<Config, 'port' | 'publicUrl'>,
  interfaces = networkInterfaces(),
): LabShare {
  if (publicUrl.hostname !== 'localhost')
    throw new Error('--share sets its own addresses. Unset PUBLIC_URL and GAMES_URL.');
  const address = findNetworkAddress(wanted, interfaces);
  return {
    address,
    labOrigin: `https://${address}:${port + 2}`,
    config: { publicUrl: new URL(`https://${address}:${port}`), gamesUrl: `https://${address}:{game}` },
  };
}

/** Also lists games without a port, because another game has taken it. */
export function listGatewayPorts(
  share: LabShare,
  games: readonly string[],
  { port, gamesPort }: Pick<Config, 'port' | 'gamesPort'>,
): { readonly openings: readonly GatewayPort[]; readonly clashes: readonly string[] } {
  const openings: GatewayPort[] = [
    { port, target: { port }, what: 'The portal' },
    { port: Number(new URL(share.labOrigin).port), target: { port, host: `lab.localhost:${port}` }, what: 'The lab' },
  ];
  const clashes: string[] = [];
  for (const name of [checkoutHostLabel, captchaHostLabel, adsHostLabel, ...games]) {
    const own = portOfGame(name);
    if (openings.some((each) => each.port === own)) clashes.push(name);
    else
      openings.push({
        port: own,
        target: { port: gamesPort, host: `${name}.localhost:${gamesPort}` },
        what: `The game ${name}`,
      });
  }
  return { openings, clashes };
}

export async function startShare(
  share: LabShare,
  games: readonly string[],
  { config, now, say }: { readonly config: Config; readonly now: () => Date; readonly say: (text: string) => void },
): Promise<Gateway> {
  const { openings, clashes } = listGatewayPorts(share, games, config);
  const gateway = await openGateway(share.address, openings, await makeCertificate(share.address, now()));
  say(describeShare(share, games));
  for (const name of clashes) say(`${name} isn't available on phones: another game uses its port. Rename one of them.`);
  return gateway;
}

export function describeShare(
  { address, labOrigin, config: { publicUrl, gamesUrl } }: LabShare,
  games: readonly string[],
): string {
  return [
    '',
    `OPEN TO THE NETWORK: anyone who can reach ${address} can use this portal, its lab, the mailbox and all demo accounts,`,
    'until you stop it. Use it only in a network that you trust.',
    `  the lab      ${labOrigin}/lab`,
    `  the portal   ${publicUrl.origin}`,
    ...games.map((game) => `  ${game.padEnd(12)} ${buildGameOrigin(gamesUrl, game)}`),
    'Use these addresses on this machine too: links, emails and games point to them. Restart after you add games.',
    'The certificate is self-signed, so every browser warns once for each address: choose "Advanced" and continue. Open the',
    'address of a game once, if its frame stays empty. Service workers, push and passkeys need a certificate that the phone trusts.',
    'Scan this with a phone on the same network:',
    encodeQR(`${labOrigin}/lab`, 'ascii'),
  ].join('\n');
}

// Sharing the lab in the network: its address, the opened ports, and requests like those of a phone's browser. No
// traffic leaves this machine: the address is one of its loopback addresses.
import { X509Certificate } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildLabAddresses } from '#lab/lab-addresses.ts';
import { readLabArguments } from '#lab/developer-games/read-lab-arguments.ts';
import { renderStartPage } from '#lab/pages/start-page.ts';
import { portOfGame } from '#model/build-game-origin.ts';
import { findNetworkAddress } from './find-network-address.ts';
import { makeCertificate } from './make-certificate.ts';
import { openGateway } from './open-gateway.ts';
import { describeShare, listGatewayPorts, planShare } from './share-lab.ts';

const network = (...addresses: string[]): Record<string, NetworkInterfaceInfo[]> => ({
  lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true } as NetworkInterfaceInfo],
  eth0: [
    { address: 'fe80::1', family: 'IPv6', internal: false } as NetworkInterfaceInfo,
    ...addresses.map((address) => ({ address, family: 'IPv4', internal: false }) as NetworkInterfaceInfo),
  ],
});
const laptop = { port: 8080, gamesPort: 8081, publicUrl: new URL('http://localhost:8080') };
const share = planShare('', laptop, network('192.168.1.5'));

describe('the command line', () => {
  it('shares only with --share', () => {
    expect(readLabArguments([], '/made').share).toBeUndefined();
    expect(readLabArguments(['--share'], '/made').share).toBe('');
    expect(readLabArguments(['--game', 'a', '--share=10.0.0.7'], '/made')).toMatchObject({ share: '10.0.0.7' });
  });
});

describe('the address', () => {
  it('is the one in the home network, or the requested one', () => {
    expect(findNetworkAddress('', network('172.17.0.1', '10.0.0.7', '192.168.1.5'))).toBe('192.168.1.5');
    expect(findNetworkAddress('10.0.0.7', network('192.168.1.5', '10.0.0.7'))).toBe('10.0.0.7');
    expect(findNetworkAddress('127.0.0.2', network())).toBe('127.0.0.2');
  });

  it.each([
    ['8.8.8.8', network('192.168.1.5'), /not an IPv4 address of this machine. It has: 192.168.1.5/],
    ['phone', network('192.168.1.5'), /--share=phone is not an IPv4 address/],
    ['', network(), /isn't on a network/],
  ])('%j is refused with the remedy', (wanted, interfaces, text) => {
    expect(() => findNetworkAddress(wanted, interfaces)).toThrow(text);
  });

  it('conflicts with addresses set by an operator', () => {
    expect(() => planShare('', { ...laptop, publicUrl: new URL('https://play.example') }, network('10.0.0.7'))).toThrow(
      /Unset PUBLIC_URL/,
    );
  });
});

describe('the shared addresses', () => {
  it('are the portal, the lab and each game, each with its own port', () => {
    const { openings, clashes } = listGatewayPorts(share, ['gem-miner', 'sky-courier'], laptop);
    expect(openings.slice(0, 2)).toEqual([
      { port: 8080, target: { port: 8080 }, what: 'The portal' },
      { port: 8082, target: { port: 8080, host: 'lab.localhost:8080' }, what: 'The lab' },
    ]);
    expect(openings).toContainEqual({
      port: portOfGame('gem-miner'),
      target: { port: 8081, host: 'gem-miner.localhost:8081' },
      what: 'The game gem-miner',
    });
    expect(clashes).toEqual([]);
    expect(listGatewayPorts(share, ['gem-miner', 'gem-miner'], laptop).clashes).toEqual(['gem-miner']);
  });

  it('are listed with a QR code', () => {
    const text = describeShare(share, ['gem-miner']);
    expect(text).toContain('OPEN TO THE NETWORK: anyone who can reach 192.168.1.5');
    expect(text).toContain('https://192.168.1.5:8082/lab');
    expect(text).toContain(`https://192.168.1.5:${portOfGame('gem-miner')}`);
    expect(text).toMatch(/[█▀▄]{5}/);
  });

  it('are shown on the lab’s first page only if it is shared', () => {
    const config = { port: 8080, basePath: '/', ...share.config };
    const page = (place: ReturnType<typeof buildLabAddresses>) =>
      renderStartPage({ platforms: [], games: [], vendors: [], place }).body;
    const shared = buildLabAddresses(config, share);
    expect(page(shared)).toContain('QR code for https://192.168.1.5:8082/lab');
    expect(page(buildLabAddresses({ ...config, ...laptop, gamesUrl: 'http://{game}.localhost:8081' }))).not.toContain(
      'On your phone',
    );
    expect(shared.originOf('telegram')).toBe('https://192.168.1.5:8082');
    expect(shared.isHostOf('telegram', 'lab.localhost')).toBe(true);
    expect(shared.gamesPattern).toBe('https://192.168.1.5:*');
  });
});

describe('the gateway', async () => {
  const at = '127.0.0.2';
  const certificate = await makeCertificate(at, new Date());

  /** A server on this machine behind the gateway, its received requests, and a client like a phone. */
  async function start() {
    const asked: (IncomingHttpHeaders & { readonly path: string | undefined })[] = [];
    const server = createServer((request, reply) => {
      asked.push({ ...request.headers, path: request.url });
      reply.writeHead(303, { location: '/there', 'x-test': 'yes' }).end('body');
    }).listen(0, 'localhost');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port: target } = server.address() as AddressInfo;
    // Another process might take the port in between.
    const port = await freePort();
    const gateway = await openGateway(
      at,
      [{ port, target: { port: target, host: 'gem-miner.localhost:8081' }, what: 'A game' }],
      certificate,
    );
    onTestFinished(async () => {
      await gateway.close();
      server.close();
    });
    const ask = (path: string) =>
      new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
        get({ host: at, port, path, ca: certificate.cert, agent: false }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => (text += part));
          answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
        }).on('error', reject);
      });
    return { asked, ask, port, server };
  }

  it('forwards requests and responses unchanged', async () => {
    const { asked, ask } = await start();
    const { status, headers, text } = await ask('/index.html?lang=de');
    expect([status, headers['location'], headers['x-test'], text]).toEqual([303, '/there', 'yes', 'body']);
    expect(asked).toMatchObject([{ host: 'gem-miner.localhost:8081', path: '/index.html?lang=de' }]);
  });

  it('reports that the lab does not respond', async () => {
    const { ask, server } = await start();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await ask('/')).toMatchObject({ status: 502, text: expect.stringContaining("isn't responding") });
  });

  it('names the port that it can’t open', async () => {
    const { port } = await start();
    const again = openGateway(at, [{ port, target: { port: 1 }, what: 'The portal' }], certificate);
    await expect(again).rejects.toThrow(`The portal couldn't be opened at ${at}:${port}`);
  });

  it('has a certificate for its address that browsers can read', () => {
    const read = new X509Certificate(certificate.cert);
    expect(read.subjectAltName).toBe(`IP Address:${at}`);
    expect(read.checkIP(at)).toBe(at);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    const days = (Date.parse(read.validTo) - Date.now()) / 86_400_000;
    expect(days > 300 && days < 398).toBe(true);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.2');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

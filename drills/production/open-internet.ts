// Brings the internet of the drill up: the networks, their names, an authority, and everybody outside of the portal.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAuthority, type Authority } from './certificates.ts';
import { addresses, mailHost, vendorHosts, zone } from './internet.ts';
import { startNameServer } from './name-server.ts';
import { wireOthers, wirePortal } from './networks.ts';
import { firstMessage, ownNode, type Programs, type Started } from './processes.ts';
import type { Settings } from './portal-settings.ts';

export interface Internet {
  readonly authority: Authority;
  /** What lets programs trust it. */
  readonly trust: Settings;
  /** Waits to be told to begin. */
  readonly players: Started;
}

export interface InternetOptions {
  readonly programs: Programs;
  readonly folder: string;
  /** For the players' side. */
  readonly args: readonly string[];
  readonly env: Settings;
}

export async function openInternet({ programs, folder, args, env }: InternetOptions): Promise<Internet> {
  wirePortal();
  const resolver = join(folder, 'resolv.conf');
  writeFileSync(resolver, `nameserver ${addresses.nameServer}\noptions timeout:2 attempts:2\n`);
  execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf'], { timeout: 10_000 });
  // What programs share in memory is named after their numbers, and those are the same in every drill.
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', '/dev/shm'], { timeout: 10_000 });
  await startNameServer(zone, addresses.nameServer);
  const authority = createAuthority(folder);
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority.file, 'utf8')]);
  const trust = { NODE_EXTRA_CA_CERTS: authority.file };

  const { chain, key } = authority.sign('vendors', [
    ...vendorHosts.map(({ host }) => host),
    mailHost,
    'both.studio.example',
  ]);
  const elsewhere = (name: string, ...given: readonly string[]): Started =>
    programs.start(name, ['unshare', '--net', ...ownNode(`${name}.ts`), ...given], {
      env: { ...env, ...trust, DRILL_FOLDER: folder },
    });
  const vendors = elsewhere('vendors', chain, key);
  const players = elsewhere('players', ...args);
  // Before they say something they may not be in their namespaces.
  await Promise.all(
    [vendors, players].map(({ child }) => once(child, 'message', { signal: AbortSignal.timeout(90_000) })),
  );
  wireOthers({ players: players.pid, vendors: vendors.pid });
  const ready = [firstMessage('The vendors', vendors), firstMessage('The players', players)];
  for (const { child } of [vendors, players]) child.send('wired');
  await Promise.all(ready);
  return { authority, trust, players };
}

// Starts the drill's internet: networks, DNS, a certificate authority and all outside services.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createCertificateAuthority, type CertificateAuthority } from './certificates.ts';
import { addresses, mailHost, vendorHosts, dnsZone } from './internet.ts';
import { startNameServer } from './name-server.ts';
import { wireOthers, wirePortal } from './networks.ts';
import { waitForFirstMessage, nodeCommand, type ProcessGroup, type StartedProcess } from './processes.ts';
import type { EnvironmentSettings } from './portal-settings.ts';

export interface Internet {
  readonly authority: CertificateAuthority;
  /** Environment variables that make programs trust the authority. */
  readonly trust: EnvironmentSettings;
  readonly players: StartedProcess;
}

export interface InternetOptions {
  readonly programs: ProcessGroup;
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: EnvironmentSettings;
}

export async function openInternet({ programs, folder, args, env }: InternetOptions): Promise<Internet> {
  wirePortal();
  const resolver = join(folder, 'resolv.conf');
  writeFileSync(resolver, `nameserver ${addresses.nameServer}\noptions timeout:2 attempts:2\n`);
  execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf'], { timeout: 10_000 });
  // A separate /dev/shm: shared memory is named after process ids, which repeat in every drill.
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', '/dev/shm'], { timeout: 10_000 });
  await startNameServer(dnsZone, addresses.nameServer);
  const authority = createCertificateAuthority(folder);
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority.file, 'utf8')]);
  const trust = { NODE_EXTRA_CA_CERTS: authority.file };

  const { chain, key } = authority.sign('vendors', [
    ...vendorHosts.map(({ host }) => host),
    mailHost,
    'both.studio.example',
  ]);
  const elsewhere = (name: string, ...given: readonly string[]): StartedProcess =>
    programs.start(name, ['unshare', '--net', ...nodeCommand(`${name}.ts`), ...given], {
      env: { ...env, ...trust, DRILL_FOLDER: folder },
    });
  const vendors = elsewhere('vendors', chain, key);
  const players = elsewhere('players', ...args);
  // They are surely in their namespaces only after their first message.
  await Promise.all(
    [vendors, players].map(({ child }) => once(child, 'message', { signal: AbortSignal.timeout(90_000) })),
  );
  wireOthers({ players: players.pid, vendors: vendors.pid });
  const ready = [waitForFirstMessage('The vendors', vendors), waitForFirstMessage('The players', players)];
  for (const { child } of [vendors, players]) child.send('wired');
  await Promise.all(ready);
  return { authority, trust, players };
}

// Connects the three networks by virtual links. This process is in the portal's network. The first process of each
// other network configures its own end of the links.
import { execFileSync } from 'node:child_process';
import { addresses } from './internet.ts';

/** Runs in the portal's network, before the other networks exist. */
export function wirePortal(): void {
  ip('link', 'set', 'lo', 'up');
  const { nginx, haproxy, nameServer, nodes } = addresses;
  for (const address of [nginx, haproxy, nameServer, ...nodes]) ip('address', 'add', `${address}/32`, 'dev', 'lo');
}

/** Links the portal to each of the other networks and those to each other. The process ids identify the networks. */
export function wireOthers({ players, vendors }: { readonly players: number; readonly vendors: number }): void {
  lay('players', players);
  lay('vendors', vendors);
  ip('link', 'add', 'name', 'beside', 'type', 'veth', 'peer', 'name', 'across');
  ip('link', 'set', 'beside', 'netns', String(players));
  ip('link', 'set', 'across', 'netns', String(vendors));
  up('players', '81.2.69.1/24');
  up('vendors', '185.71.76.1/27');
  ip('route', 'add', `${addresses.yookassa}/32`, 'via', addresses.player);
  ip('route', 'add', addresses.players, 'via', addresses.player);
  ip('route', 'add', addresses.vendors, 'via', addresses.vendorCalls);
}

export function wirePlayers(): void {
  ip('link', 'set', 'lo', 'up');
  up('portal', `${addresses.player}/24`, `${addresses.yookassa}/32`);
  up('beside', '81.2.70.142/24');
  ip('route', 'add', 'default', 'via', '81.2.69.1');
  ip('route', 'add', 'local', addresses.players, 'dev', 'lo');
  ip('route', 'add', addresses.vendors, 'via', '81.2.70.1');
}

/** Runs in the vendors' network, where this machine owns all vendor addresses. */
export function wireVendors(): void {
  ip('link', 'set', 'lo', 'up');
  up('portal', `${addresses.vendorCalls}/27`);
  up('across', '81.2.70.1/24');
  ip('route', 'add', 'default', 'via', '185.71.76.1');
  ip('route', 'add', 'local', addresses.vendors, 'dev', 'lo');
}

function lay(name: string, pid: number): void {
  ip('link', 'add', 'name', name, 'type', 'veth', 'peer', 'name', 'portal', 'netns', String(pid));
}

function up(device: string, ...given: readonly string[]): void {
  ip('link', 'set', device, 'up');
  for (const address of given) ip('address', 'add', address, 'dev', device);
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10_000 });
}

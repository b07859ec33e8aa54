// The drill itself, in a network namespace of its own where nothing else is: see docs/decisions/0034-the-production-drill.md.
//   main.ts <folder for logs> <redis-server or nothing> [--short]
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { answerQuestion, type Control, type Told } from './control.ts';
import { createAuthority } from './certificates.ts';
import { ask } from './ask-through.ts';
import { checkOutgoingDoor } from './outgoing-door.ts';
import { addresses, gamesHost, mailHost, portalHost, studioHost, vendorHosts, zone } from './internet.ts';
import { listVendors } from './load-vendor.ts';
import { startNameServer } from './name-server.ts';
import { wireOthers, wirePortal } from './networks.ts';
import { createPortal } from './portal-program.ts';
import { portalSettings } from './portal-settings.ts';
import { createPrograms, firstMessage } from './processes.ts';
import { startHaproxy, startNginx } from './proxies.ts';
import { setUpPortal } from './set-up-portal.ts';
import { createSteps, type Ended } from './steps.ts';

const [folder = '', redisServer = ''] = process.argv.slice(2);
const isShort = process.argv.includes('--short');
const limitMs = 175_000;
let failed = 0;
let done = 0;

setTimeout(() => {
  process.stdout.write(`FAILED  The drill took longer than ${limitMs / 1000} s.\n`);
  process.exit(1);
}, limitMs).unref();

const tell = ({ step, fault, ms }: Ended): void => {
  if (fault === undefined) done += 1;
  else failed += 1;
  const word = fault === undefined ? 'ok    ' : 'FAILED';
  process.stdout.write(
    `${word}  ${step} (${(ms / 1000).toFixed(1)} s)${fault === undefined ? '' : `\n${indent(fault)}`}\n`,
  );
};
const indent = (text: string): string => text.replaceAll(/^/gm, '        ');

const programs = createPrograms(folder);
const steps = createSteps(tell);
// In a user namespace everybody is root but whoever is made somebody else; PostgreSQL must not be root.
const isMapped = process.env['DRILL_USER'] === 'mapped';
const as = isMapped ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];

await steps.group(async (step) => {
  await step('the internet of the drill', async () => {
    wirePortal();
    const resolver = join(folder, 'resolv.conf');
    writeFileSync(resolver, `nameserver ${addresses.nameServer}\noptions timeout:2 attempts:2\n`);
    execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf']);
    await startNameServer(zone, addresses.nameServer);
  });
  const authority = createAuthority(folder);
  const outside = authority.sign('vendors', [...vendorHosts.map(({ host }) => host), mailHost, 'both.studio.example']);
  const certificate = authority.sign('portal', [portalHost, `*.${gamesHost}`]);
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority.file, 'utf8')]);
  const trust = { NODE_EXTRA_CA_CERTS: authority.file };
  const node = (file: string, ...args: string[]) => [
    process.execPath,
    '--disable-proto=delete',
    join(import.meta.dirname, file),
    ...args,
  ];
  const vendors = programs.start('vendors', ['unshare', '--net', ...node('vendors.ts', outside.chain, outside.key)], {
    env: trust,
  });
  const browser = Object.fromEntries(
    ['CHROME_PATH', 'HEADLESS_SHELL_PATH'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ) as Record<string, string>;
  const players = programs.start(
    'players',
    ['unshare', '--net', ...node('players.ts', ...(isShort ? ['--short'] : []))],
    { env: { ...trust, ...browser, DRILL_AUTHORITY: authority.file, DRILL_FOLDER: folder } },
  );
  await step('the vendors answer under their own names', async () => {
    await Promise.all([started(vendors.child), started(players.child)]);
    wireOthers({ players: players.pid, vendors: vendors.pid });
    const ready = [firstMessage('The vendors', vendors), firstMessage('The players', players)];
    for (const { child } of [vendors, players]) child.send('wired');
    await Promise.all(ready);
  });

  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o711);
  let databaseUrl = '';
  await step('PostgreSQL and Redis', async () => {
    const database = programs.start('database', [...as, ...node('database.ts', join(folder, 'database'))]);
    databaseUrl = String(await firstMessage('The database', database));
    if (redisServer !== '')
      programs.start('redis', [redisServer, '--bind', '127.0.0.1', '--save', '', '--dir', folder]);
  });
  const redisUrl = redisServer === '' ? undefined : 'redis://127.0.0.1:6379';
  const settings = { ...portalSettings({ databaseUrl, redisUrl, dataDir }), ...trust };
  const portal = createPortal({ programs, settings, as });
  await step('two nodes start with production settings', async () => {
    await Promise.all([portal.startNode(0), portal.startNode(1)]);
  });
  await step('an operator sets the portal up by its commands', async () => {
    const secret = await setUpPortal(portal, isShort ? ['payments/stripe', 'payments/yookassa'] : listVendors());
    const { status } = await ask(`https://${studioHost}/secret`, {
      method: 'PUT',
      body: secret,
      headers: { 'content-type': 'text/plain' },
    });
    if (status !== 204) throw new Error(`The game's server answered ${status} to its secret.`);
  });
  await step('the outgoing door lets requests to the internet pass, and none to anywhere else', checkOutgoingDoor);
  startNginx({ programs, folder, certificate });
  startHaproxy({ programs, folder, certificate });

  const control: Control = {
    stopNode: (which) => portal.stopNode(which),
    startNode: (which, clock) =>
      portal.startNode(which, clock === undefined ? {} : { before: ['faketime', '-f', clock] }),
  };
  await new Promise<void>((resolve, reject) => {
    players.child.on('message', (told: Told) => {
      if ('ended' in told) tell(told.ended);
      else if ('over' in told) resolve();
      else void answerQuestion(players.child, told, control);
    });
    players.child.once('exit', () => reject(new Error(`The players' side ended:\n${players.output().slice(-2000)}`)));
    players.child.send('go');
  });
});
await programs.stopAll();
process.stdout.write(`${done} steps passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

/** Until the program itself runs: before, it is not in its namespace. */
async function started(child: { once(event: 'message', act: () => void): unknown }): Promise<void> {
  await new Promise<void>((resolve) => child.once('message', resolve));
}

// The drill itself, in an empty network namespace: see docs/decisions/0034-the-production-drill.md. main.ts <folder>
// <redis-server or nothing> [whole | short | filled]
import { chownSync, cpSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '#server/testing/eventually.ts';
import { sendRequest } from './send-request.ts';
import { runControlCommand, type PlayersMessage } from './control.ts';
import { fillPortal } from './fill-portal.ts';
import { addresses, consoleHost, gameName, gamesHost, portalHost, studioHost } from './internet.ts';
import { openInternet } from './open-internet.ts';
import { platformVendors } from './platform-journeys.ts';
import { checkEgressGuard } from './egress-guard.ts';
import { inviteOperators } from './invite-operators.ts';
import { createPortalProgram, type PortalProgram } from './portal-program.ts';
import { buildPortalSettings } from './portal-settings.ts';
import { createProcessGroup, waitForFirstMessage, nodeCommand, type StartedProcess } from './processes.ts';
import { startHaproxy, startNginx } from './proxies.ts';
import { setUpPortal } from './set-up-portal.ts';
import { createSteps, type StepResult, type Step } from './steps.ts';

const [folder = '', redisServer = '', form = 'whole'] = process.argv.slice(2);
const isShort = form === 'short';
const limitMs = 590_000;
const listenMs = 90_000;
const shortVendors = ['payments/stripe', 'payments/yookassa', 'payments/facebookpay'];
const wholeVendors = [...shortVendors, 'payments/xsolla', 'identities/firebase', 'identities/vkid', ...platformVendors];
// In a user namespace every process is root unless it switches its user; PostgreSQL and the portal must not run as
// root.
const isRoot = process.env['DRILL_USER'] === 'root';
const nobody = 65_534;
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const asPerson = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];
let failed = 0;
let passed = 0;

setTimeout(() => {
  process.stdout.write(`FAILED  The drill took longer than ${limitMs / 1000} s.\n`);
  process.exit(1);
}, limitMs).unref();

const programs = createProcessGroup(folder);
await createSteps(tell).group(run);
// When this process ends, the kernel ends all others of the namespace.
process.stdout.write(`${passed} steps passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

function tell({ step, fault, ms }: StepResult): void {
  if (fault === undefined) passed += 1;
  else failed += 1;
  process.stdout.write(`${fault === undefined ? 'ok    ' : 'FAILED'}  ${step} (${(ms / 1000).toFixed(1)} s)\n`);
  if (fault !== undefined) process.stdout.write(`${fault.replaceAll(/^/gm, '        ')}\n`);
}

async function run(step: Step): Promise<void> {
  const { authority, trust, players } = await step('the simulated vendors respond under their real host names', () =>
    openInternet({ programs, folder, args: [form], env: browserSettings() }),
  );
  const { databaseUrl, redisUrl } = await step('PostgreSQL and Redis', startStorage);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  if (isRoot) chownSync(dataDir, nobody, nobody);
  const settings = { ...buildPortalSettings({ databaseUrl, redisUrl, dataDir }), ...trust };
  const portal = createPortalProgram({ programs, settings, folder, as: isRoot ? asNobody : asPerson });
  await step(`two nodes of ${portal.kind} start with production settings`, () =>
    Promise.all([portal.startNode(0), portal.startNode(1)]),
  );
  const secret = form === 'filled' ? await fillPortal(step, portal, folder) : await setUp(step, portal);
  if (form !== 'filled') await inviteOperators(step, portal);
  await step("the game's server knows the secret of its deliveries", async () => {
    const headers = { 'content-type': 'text/plain' };
    const { status } = await sendRequest(`https://${studioHost}/secret`, { method: 'PUT', body: secret, headers });
    if (status !== 204) throw new Error(`The game's server answered ${status} to its secret.`);
  });
  await step('the outgoing proxy allows public addresses and no others', checkEgressGuard);
  const certificate = authority.sign('portal', [portalHost, consoleHost, `*.${gamesHost}`]);
  await step('nginx and haproxy listen', async () => {
    startNginx(programs, { folder, certificate });
    startHaproxy(programs, { folder, certificate });
    for (const address of [addresses.nginx, addresses.haproxy])
      await eventually(() => isListening({ host: address, port: 443 }), listenMs);
  });
  await untilOver(players, (told) => {
    if ('ended' in told) tell(told.ended);
    else void runControlCommand(players.child, told, portal);
  });
}

function setUp(step: Step, portal: PortalProgram): Promise<string> {
  return step('an operator sets the portal up with its commands', () => {
    const game = join(folder, gameName);
    cpSync(join(import.meta.dirname, '../../lab/games', gameName), game, { recursive: true });
    return setUpPortal(portal, game, isShort ? shortVendors : wholeVendors);
  });
}

function isListening(address: { readonly host: string; readonly port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function startStorage(): Promise<{ databaseUrl: string; redisUrl: string | undefined }> {
  // When started as root, the embedded PostgreSQL switches to another account itself.
  const command = [...(isRoot ? [] : asPerson), ...nodeCommand('database.ts'), join(folder, 'database')];
  const database = programs.start('database', command);
  if (redisServer !== '') programs.start('redis', [redisServer, '--bind', '127.0.0.1', '--save', '', '--dir', folder]);
  return {
    databaseUrl: String(await waitForFirstMessage('The database', database)),
    redisUrl: redisServer === '' ? undefined : 'redis://127.0.0.1:6379',
  };
}

function browserSettings(): Record<string, string> {
  const names = ['CHROME_PATH'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Resolves when the players' process has finished; forwards its messages until then. */
function untilOver(
  { child, output }: Pick<StartedProcess, 'child' | 'output'>,
  hear: (told: Exclude<PlayersMessage, { over: true }>) => void,
) {
  return new Promise<void>((resolve, reject) => {
    child.on('message', (told: PlayersMessage) => ('over' in told ? resolve() : hear(told)));
    child.once('exit', () => reject(new Error(`The players' side ended:\n${output().slice(-2000)}`)));
    child.send('go');
  });
}

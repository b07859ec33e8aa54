// Sets up a new portal from a content folder, in the order of the operators' guide.
import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '#server/testing/eventually.ts';
import { addresses } from './internet.ts';
import { loadVendor } from './load-vendor.ts';
import type { PortalProgram } from './portal-program.ts';
import { portalPorts } from './portal-settings.ts';
import { registerDeliveryWebhook } from './set-up-portal.ts';
import type { Step } from './steps.ts';

export const exampleGame = { game: 'sky-hop', sku: 'stars_100' } as const;

const lacks = ['there are no games', 'the portal has no Terms of Service', 'no legal contact', 'no payment provider'];

/**
 * Returns the webhook secret of the game's server.
 * @param folder the drill's folder, with the nodes' logs
 */
export async function fillPortal(step: Step, portal: PortalProgram, folder: string): Promise<string> {
  for (const name of ['content', 'games'])
    cpSync(join(import.meta.dirname, '../../docs/examples', name), join(folder, name), { recursive: true });
  await step('an empty portal logs what is missing', async () => {
    // The node logs these warnings after it has started to serve requests.
    const log = (): string => readFileSync(join(folder, 'node-1.log'), 'utf8');
    for (const lack of lacks) await eventually(() => log().includes(lack));
  });
  const key = await step('an operator creates a key, and its status call lists the same', async () => {
    const [made = ''] = (await portal.run('operator-key', ['create', 'desk', 'content'])).split('\n');
    const told = JSON.stringify(await readMissing(made));
    for (const lack of lacks) assert.ok(told.includes(lack), told);
    return made;
  });
  const push = ['push', join(folder, 'content'), '--yes'];
  await step('one content push fills the portal and lists what content folders cannot hold', async () => {
    const told = await portal.run('content', push);
    assert.match(told, /Before you open the portal: sky-hop can't be played/);
    assert.match(told, /(npm run games -- add|fxid games add) sky-hop <folder>/);
    assert.match(told, /but no payment provider\.\n.*(npm run settings --|fxid settings) payments/);
  });
  return step('with the game files and the keys of a provider nothing is missing', async () => {
    await portal.run('games', ['add', exampleGame.game, join(folder, 'games', exampleGame.game)]);
    const stripe = await loadVendor('payments/stripe');
    await portal.run('settings', ['payments/stripe'], JSON.stringify(stripe.settings()));
    assert.match(await portal.run('content', ['check']), /Nothing is missing/);
    assert.deepEqual(await readMissing(key), []);
    assert.match(await portal.run('content', push), /No changes/);
    return registerDeliveryWebhook(portal, exampleGame.game);
  });
}

async function readMissing(key: string): Promise<unknown> {
  const address = `http://${addresses.nodes[0]}:${portalPorts.portal}/api/v1/operator/content/missing`;
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return (JSON.parse(text) as { Missing: unknown }).Missing;
}

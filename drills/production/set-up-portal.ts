// Sets up a new portal with the commands of the operators' guide: a game, its products, payment providers, sign-in
// methods and the game's webhook.
import { demoGames } from '#lab/demo/demo-games.ts';
import { demoProducts } from '#lab/demo/demo-products.ts';
import { toMajorUnits } from '#model/money.ts';
import { gameName, studioHost } from './internet.ts';
import { loadVendor } from './load-vendor.ts';
import type { PortalProgram } from './portal-program.ts';

export async function setUpPortal(
  portal: PortalProgram,
  gameFolder: string,
  vendors: readonly string[],
): Promise<string> {
  await publishDemoGame(portal, gameFolder);
  await Promise.all([setDemoProducts(portal), setUpVendors(portal, vendors)]);
  return registerDeliveryWebhook(portal, gameName);
}

type CommandRunner = Pick<PortalProgram, 'run'>;

export async function publishDemoGame(portal: CommandRunner, gameFolder: string): Promise<void> {
  await portal.run('games', ['add', gameName, gameFolder]);
  const document = JSON.parse(await portal.run('games', ['show', gameName])) as { Config: object };
  const config = demoGames.find(({ game }) => game === gameName)?.config;
  const Config = { ...document.Config, StorePage: config?.StorePage, Store: config?.Store };
  await portal.run('games', ['set', gameName], JSON.stringify({ ...document, Config }));
}

export async function setDemoProducts(portal: CommandRunner): Promise<void> {
  await portal.run('products', ['set', gameName], JSON.stringify(products()));
}

export async function registerDeliveryWebhook(portal: PortalProgram, game: string): Promise<string> {
  const told = await portal.run('hooks', ['set', game, `https://${studioHost}/hooks`]);
  const [secret] = /whsec_\S+/.exec(told) ?? [];
  if (secret === undefined) throw new Error(`npm run hooks told no secret:\n${told}`);
  return secret;
}

async function setUpVendors(portal: PortalProgram, vendors: readonly string[]): Promise<void> {
  for (const vendor of vendors) {
    const ofGame = vendor.startsWith('platforms/') ? ['--game', gameName] : [];
    const placed = await loadVendor(vendor);
    await portal.run('settings', [vendor, ...ofGame], JSON.stringify(placed.settings()));
  }
}

const products = (): object[] =>
  demoProducts
    .filter(({ game }) => game === gameName)
    .map(({ sku, names, type, quantity, pricesMinor }) => ({
      Sku: sku,
      Names: names,
      ProductType: type,
      Quantity: quantity,
      Prices: Object.fromEntries(
        Object.entries(pricesMinor).map(([currency, minor]) => [currency, toMajorUnits({ minor, currency })]),
      ),
    }));

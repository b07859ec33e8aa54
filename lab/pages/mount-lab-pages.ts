// The lab's pages: /lab, /lab/{platform}/{game}, /lab/traffic, and the history of an order. Requests on other hosts are
// redirected to the lab's.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LabAddresses } from '#lab/lab-addresses.ts';
import { networkFaultParameterName } from '#lab/faults/network-faults.ts';
import { saveFaultParameterName } from '#lab/faults/save-faults.ts';
import { addScenarioToUrl, isOwnPlatform } from '#lab/own-platforms/own-platform-scenario.ts';
import type { DemoSignIn } from '#lab/own-platforms/sign-in-demo-player.ts';
import { labPath, parseLabOptions, toScenario, type LabOptions } from '#lab/model/lab-options.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import type { SimulatedPlatform } from '#lab/vendors/load-vendors.ts';
import { isOrderId, readOrderHistory } from '#lab/orders/read-order-history.ts';
import { renderOrderPage } from '#lab/orders/order-page.ts';
import { apiBase } from '#contract/api-base.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as manifests from '#platforms/registry.ts';
import type { Database } from '#server/db/database.ts';
import { redirectSafely } from '#server/http/safe-redirect.ts';
import { buildBundleUrl, mountBundles } from './mount-bundles.ts';
import { renderHostPage } from './host-page.ts';
import { renderUnknownOptionsPage } from './unknown-options-page.ts';
import { sendLabPage, type LabPage } from './send-lab-page.ts';
import { renderStartPage, type LabGame, type LabPlatform } from './start-page.ts';
import { renderTrafficPage } from './traffic-page.ts';

export interface LabPagesDeps {
  readonly place: LabAddresses;
  readonly platforms: readonly SimulatedPlatform[];
  readonly vendors: readonly { readonly folder: string; readonly title: string }[];
  readonly readGames: () => Promise<readonly LabGame[]>;
  readonly database: () => Database;
  readonly createCode: DemoSignIn['createCode'];
}

type ByPath = { Params: { folder: string; game: string } };

export function mountLabPages(app: FastifyInstance, deps: LabPagesDeps): void {
  const { place, platforms, readGames } = deps;
  const vendorPages = deps.vendors.flatMap(({ folder, title }) =>
    pagesOfVendors
      .filter((path) => app.hasRoute({ method: 'GET', url: `/lab/vendors/${folder}${path}` }))
      .map((path) => ({ title, href: `${place.portalUrl}/lab/vendors/${folder}${path}` })),
  );
  const known: readonly LabPlatform[] = [
    ownPlatform,
    ...platforms.map(({ folder, title }) => ({ folder, title, note: 'in a frame' })),
  ];
  const send = (reply: FastifyReply, page: LabPage) => sendLabPage(reply, place, page);
  const onLabHost = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (place.isLab(request.hostname)) return done();
    redirectSafely(reply, `${place.origin}${request.url}`, [place.portalOrigin, place.origin]);
  };
  const here = { onRequest: onLabHost };

  // Other paths don't exist on the lab's host: a session of the portal would not be valid there.
  app.addHook('onRequest', (request, reply, done) => {
    if (place.isLab(request.hostname) && !/^\/lab(?:[/?]|$)/.test(request.url))
      redirectSafely(reply, `${place.origin}/lab`, [place.origin]);
    else done();
  });

  mountBundles(app, { place, platforms, readGames });
  app.get('/lab', here, async (_, reply) =>
    send(reply, renderStartPage({ platforms: known, games: await readGames(), vendors: vendorPages, place })),
  );
  app.get('/lab/traffic', here, async (_, reply) => send(reply, renderTrafficPage()));
  app.get('/lab/open', here, async (request, reply) => {
    const { platform = '', game = '', ...words } = request.query as Readonly<Record<string, string>>;
    const read = parseLabOptions(Object.entries(words));
    if (read.outcome === 'refused') return send(reply, renderUnknownOptionsPage(read.unknown, 400));
    const missing = await unknownPlace(platform, game);
    if (missing.length > 0) return send(reply, renderUnknownOptionsPage(missing, 404));
    const origin = platforms.some(({ folder }) => folder === platform) ? place.originOf(platform) : place.origin;
    return redirectSafely(reply, origin + labPath(platform, game, read.choice), [origin]);
  });
  app.get<{ Params: { order: string } }>('/lab/orders/:order', here, async ({ params: { order } }, reply) => {
    const story = isOrderId(order) ? await readOrderHistory(deps.database(), order) : undefined;
    if (story) return send(reply, renderOrderPage(story));
    return send(reply, renderUnknownOptionsPage([{ name: 'order', value: order, known: [] }], 404));
  });
  app.get<ByPath>('/lab/:folder/:game', here, async (request, reply) => {
    const { folder, game } = request.params;
    const missing = await unknownPlace(folder, game);
    if (missing.length > 0) return send(reply, renderUnknownOptionsPage(missing, 404));
    const { searchParams } = new URL(request.url, place.origin);
    const read = parseLabOptions(searchParams);
    if (read.outcome === 'refused') return send(reply, renderUnknownOptionsPage(read.unknown, 400));
    const { choice } = read;
    const platform = platforms.find((each) => each.folder === folder);
    if (!platform)
      return redirectSafely(reply, await ownAddress(place, game, choice, deps.createCode), [place.portalOrigin]);
    const origin = place.originOf(folder);
    if (!place.isHostOf(folder, request.hostname)) return redirectSafely(reply, `${origin}${request.url}`, [origin]);
    const { title: gameTitle = game } = (await readGames()).find((each) => each.game === game) ?? {};
    const player = buildSimulatedPlayer(choice.player, folder, choice.lang);
    const { playerUrl, posted } = await startOf(place, game, platform, {
      ...choice,
      isLanguageAsked: searchParams.has('lang'),
    });
    return send(
      reply,
      renderHostPage({
        folder,
        title: platform.title,
        game,
        gameTitle,
        choice,
        player,
        playerUrl,
        posted,
        at: platform.place.at,
        place,
        assumptions: platform.assumptions,
      }),
    );
  });

  async function unknownPlace(folder: string, game: string) {
    const games = (await readGames()).map((each) => each.game);
    const folders = known.map((each) => each.folder);
    return [
      ...(folders.includes(folder) ? [] : [{ name: 'platform', value: folder, known: folders }]),
      ...(games.includes(game) ? [] : [{ name: 'game', value: game, known: games }]),
    ];
  }
}

/** Simulators' pages that need a link: payments, a launcher, connected accounts. */
const pagesOfVendors = ['/', '/launcher', '/settings/connections'];

const ownPlatform: LabPlatform = { folder: 'fxid', title: 'FxId', note: 'our own portal, no frame' };

/** Signs the previous player out, then starts the chosen player's session. */
async function ownAddress(
  { portalUrl }: LabAddresses,
  game: string,
  choice: LabOptions,
  createCode: DemoSignIn['createCode'],
): Promise<string> {
  const { lang, network, save, player } = choice;
  const url = new URL(`${portalUrl}/play/${encodeURIComponent(game)}`);
  url.searchParams.set('lang', lang);
  if (network !== 'usual') url.searchParams.set(networkFaultParameterName, network);
  if (save !== 'usual') url.searchParams.set(saveFaultParameterName, save);
  addScenarioToUrl(url, ownPlatform.folder, choice);
  const code = await createCode(player, url.pathname + url.search);
  const signIn = new URL(`${portalUrl}/LoginWithTempToken`);
  signIn.searchParams.set('lang', lang);
  if (code !== undefined) signIn.searchParams.set('token', code);
  const begin = new URL(`${portalUrl}/lab/begin`);
  begin.searchParams.set('to', code === undefined ? url.href : signIn.href);
  return begin.href;
}

/** How the platform opens the player: an address, or a form that is posted into the frame. */
async function startOf(
  addresses: LabAddresses,
  game: string,
  { folder, simulator, place }: SimulatedPlatform,
  choice: LabOptions & { readonly isLanguageAsked: boolean },
): Promise<{ readonly playerUrl: string; readonly posted: Readonly<Record<string, string>> | undefined }> {
  const player = buildSimulatedPlayer(choice.player, folder, choice.lang);
  const { query = {}, fragment, post, bundle } = await simulator.launch(player, toScenario(choice), place);
  const path = post ? callPath(folder, post.call, game) : `/play/${encodeURIComponent(game)}/iframe/${folder}`;
  const url = new URL(addresses.portalUrl + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  // The chosen language wins over the player's profile.
  if (choice.isLanguageAsked) url.searchParams.set('lang', choice.lang);
  if (choice.network !== 'usual') url.searchParams.set(networkFaultParameterName, choice.network);
  if (choice.save !== 'usual') url.searchParams.set(saveFaultParameterName, choice.save);
  if (isOwnPlatform(folder)) addScenarioToUrl(url, folder, choice);
  if (fragment !== undefined) url.hash = fragment;
  return {
    playerUrl: bundle ? buildBundleUrl(addresses, folder, game, { ...bundle, player: url }) : url.href,
    posted: post?.fields,
  };
}

function callPath(folder: string, call: string, game: string): string {
  const { routes = {} } = (manifests as Readonly<Record<string, PlatformManifest>>)[folder] ?? {};
  const { path } = routes[call] ?? {};
  if (path === undefined) throw new Error(`${folder} has no call ${call} for its page to post to.`);
  return apiBase + path.replace('{Game}', encodeURIComponent(game));
}

// Random histories of sign-ins, guests, merges, transfers, undos and payments by an honest player, a malicious stranger
// and a malicious game. Whatever happens, the stranger and the game never reach what the player has.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseDrillSize } from './testing/drill-size.ts';
import { hostileGame, otherGame, startTrustServer, TrustModel, type TrustServer } from './testing/trust-model.ts';

let server: TrustServer;
beforeAll(async () => {
  server = await startTrustServer();
});
afterAll(() => server[Symbol.asyncDispose]());

/** `pick` selects among the available tokens, people and games. */
type Act = (world: TrustModel, pick: number) => Promise<void>;

const games = [hostileGame, otherGame];
const of = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];
const side = (pick: number) => (pick % 2 === 0 ? ('This' as const) : ('Other' as const));

/** Signs in, and merges if that is offered, like a person who believes that both accounts are theirs. */
async function comeIn(
  world: TrustModel,
  who: 'player' | 'stranger',
  token: string,
  session: string | undefined,
  pick: number,
) {
  const reply = await world.signIn(who, token, session);
  if (!reply) return undefined;
  const { Merge, Token, AccountId } = reply;
  if (!Merge) return { Token, AccountId };
  const merged = await world.attempt(`${who} merges, keeping ${side(pick)}`, () =>
    world.client(Token).profile.confirmMerge({ MergeToken: Merge.MergeToken, Keep: side(pick) }),
  );
  return merged ? { Token: merged.Token, AccountId: merged.AccountId } : { Token, AccountId };
}

async function leaveLink(world: TrustModel, token: string | undefined): Promise<void> {
  const reply = await world.attempt('the stranger leaves a link', () => world.client(token).auth.createTempToken({}));
  if (reply) world.planted.push(reply.TempToken);
}

const acts: Record<string, Act> = {
  'the player signs in by Google': async (world, pick) => {
    const reply = await comeIn(world, 'player', await world.idToken('player', 'google.com'), world.browser, pick);
    world.came(reply?.Token, reply?.AccountId);
  },
  'the player signs in by Facebook': async (world, pick) => {
    const reply = await comeIn(world, 'player', await world.idToken('player', 'facebook.com'), world.browser, pick);
    world.came(reply?.Token, reply?.AccountId);
  },
  'the player starts a game on Telegram': async (world, pick) => {
    const session = pick % 3 === 0 ? world.browser : undefined;
    await world.telegram(world.player.telegram, of(games, pick) ?? otherGame, session);
  },
  'the player plays as a guest of a platform': async (world, pick) => {
    world.browser ??= await world.telegram(`guest-${world.player.telegram}`, of(games, pick) ?? otherGame, undefined);
  },
  'the player comes from the hostile game': async (world) => {
    const Token = await world.word(`uid-${world.player.id}`);
    const reply = await world.attempt('the player comes from the game', () =>
      world.client().auth.authenticateFromGame({ Game: hostileGame, Token, Standalone: true }),
    );
    world.hold(reply?.ConnectedData?.Token);
    world.browser ??= reply?.ConnectedData?.Token;
  },
  'the player connects the hostile game': async (world) => {
    const Token = await world.word(`uid-${world.player.id}`);
    const asked = await world.attempt('the player is invited to connect', () =>
      world.client().auth.authenticateFromGame({ Game: hostileGame, Token }),
    );
    const ConnectToken = asked?.NotConnectedData?.ConnectToken;
    if (ConnectToken === undefined) return;
    const { invite } = world.client(world.browser);
    await world.attempt('the player looks', () => invite.connectFromGame({ Game: hostileGame, ConnectToken }));
    await world.attempt('the player connects', () => invite.updateConnectGameInvite({ ConnectToken, Accept: true }));
  },
  'the player plays on the portal': async (world, pick) => {
    const GameSystemName = of(games, pick) ?? otherGame;
    await world.attempt(`the player plays ${GameSystemName}`, () =>
      world.client(world.browser).play.chooseGame({ GameSystemName, WebPublishingPlatform: 'FxId' }),
    );
  },
  'the player opens a link that lies in wait': async (world) => {
    const TempToken = world.planted.pop();
    // A signed-in player is asked before another account replaces their own.
    if (TempToken === undefined || world.browser !== undefined) return;
    const reply = await world.attempt('the player opens the link', () =>
      world.client().auth.authenticateFromTempToken({ TempToken }),
    );
    world.browser = reply?.Token;
  },
  'the player signs out': async (world) => {
    const token = world.browser;
    world.browser = undefined;
    if (token !== undefined) await world.attempt('the player signs out', () => world.client(token).auth.logout({}));
  },
  'the player undoes a merge': async (world) => {
    const { profile } = world.client(world.browser);
    const overview = await world.attempt('the player looks at his profile', () => profile.overview({}));
    const MergeId = overview?.Merges[0]?.MergeId;
    if (MergeId !== undefined) await world.attempt('the player undoes a merge', () => profile.undoMerge({ MergeId }));
  },
  'the player undoes a change of how he signs in': async (world) => {
    const Token = world.undoToken();
    if (Token === undefined) return;
    const done = await world.attempt('the player undoes a change', () =>
      world.client().profile.undoIdentityChange({ Token }),
    );
    if (done) world.browser = undefined;
  },
  'the player transfers what he has at MY.GAMES': async (world) => {
    const { mygames } = world.client(world.browser);
    const login = await world.myGamesCode('player');
    const info = await world.attempt('the player asks MY.GAMES', () => mygames.info({ Game: otherGame, ...login }));
    const TransferToken = info?.TransferToken;
    if (TransferToken === undefined) return;
    await world.attempt('the player transfers', () => mygames.transfer({ Game: otherGame, TransferToken }));
  },

  'the stranger signs in': async (world, pick) => {
    const provider = pick % 2 === 0 ? 'google.com' : 'facebook.com';
    const session = pick % 3 === 0 ? undefined : of(world.held, pick);
    const reply = await comeIn(world, 'stranger', await world.idToken('stranger', provider), session, pick);
    world.hold(reply?.Token);
  },
  "the stranger signs in by Facebook with the player's address": async (world, pick) => {
    const token = await world.idToken('stranger', 'facebook.com', true);
    world.hold((await comeIn(world, 'stranger', token, undefined, pick))?.Token);
  },
  'the stranger starts a game on Telegram': async (world, pick) => {
    const { telegram } = world.stranger;
    const InitData = pick % 2 === 0 ? telegram : `guest-${telegram}`;
    const session = pick % 3 === 0 ? of(world.held, pick) : undefined;
    world.hold(await world.telegram(InitData, of(games, pick) ?? otherGame, session));
  },
  'the stranger plants a guest': async (world, pick) => {
    const token = await world.telegram(`guest-${world.stranger.telegram}`, of(games, pick) ?? otherGame, undefined);
    world.hold(token);
    if (token !== undefined) await leaveLink(world, token);
  },
  'the stranger leaves a link for the player': async (world, pick) => {
    await leaveLink(world, of(world.held, pick));
  },
  'the stranger transfers from MY.GAMES into whatever he holds': async (world, pick) => {
    const mine = await world.attempt('the stranger signs in by MY.GAMES', async () =>
      world.client().auth.authenticateToFxid({
        AuthenticationType: 'MyGames',
        MyGamesLogin: await world.myGamesCode('stranger'),
      }),
    );
    const token = mine?.Data?.Token;
    world.hold(token);
    await world.attempt('the stranger plays', () =>
      world.client(token).play.chooseGame({ GameSystemName: otherGame, WebPublishingPlatform: 'FxId' }),
    );
    const { mygames } = world.client(of(world.held, pick));
    const login = await world.myGamesCode('stranger');
    const info = await world.attempt('the stranger asks MY.GAMES', () => mygames.info({ Game: otherGame, ...login }));
    const TransferToken = info?.TransferToken;
    if (TransferToken === undefined) return;
    await world.attempt('the stranger transfers', () => mygames.transfer({ Game: otherGame, TransferToken }));
  },
  'the stranger connects what the game says is his': async (world, pick) => {
    const Token = await world.word((await world.playersUid()) ?? '');
    const asked = await world.attempt('the stranger is invited to connect', () =>
      world.client().auth.authenticateFromGame({ Game: hostileGame, Token }),
    );
    world.hold(asked?.ConnectedData?.Token);
    const ConnectToken = asked?.NotConnectedData?.ConnectToken;
    if (ConnectToken === undefined) return;
    const { invite } = world.client(of(world.held, pick));
    await world.attempt('the stranger looks', () => invite.connectFromGame({ Game: hostileGame, ConnectToken }));
    await world.attempt('the stranger connects', () => invite.updateConnectGameInvite({ ConnectToken, Accept: true }));
  },

  'the game vouches for the player': async (world, pick) => {
    const { telegram } = world.player;
    await world.vouch('Telegram', pick % 2 === 0 ? telegram : `guest-${telegram}`);
  },
  "the game gives the player's id to the stranger": async (world, pick) => {
    const session = of(world.held, pick);
    const profile = await world.attempt('the stranger reads his profile', () => world.client(session).profile.get({}));
    await world.vouch('Telegram', world.player.telegram, session, profile?.AccountId);
  },
  'the game imports the player': async (world) => {
    const imported = { SocialIdentifierType: 'Telegram', SocialIdentifier: world.player.telegram };
    const reply = await world.attempt('the game imports the player', () =>
      world.asGame().auth.authenticateFromImport({ GameSystemName: hostileGame, ...imported }),
    );
    world.hold(reply?.Token);
  },
  'the game speaks for its player': async (world) => {
    const Token = await world.word((await world.playersUid()) ?? '');
    const reply = await world.attempt('the game speaks for its player', () =>
      world.client().auth.authenticateFromGame({ Game: hostileGame, Token, Standalone: true }),
    );
    world.hold(reply?.ConnectedData?.Token);
  },

  'a player orders in the other game': async (world) => world.payments.buy(otherGame, world.accounts.portal),
  'a player pays in the other game': async (world, pick) => world.payments.pay(pick, pick % 3 > 0),
  'a player gets money back': async (world, pick) => world.payments.refund(pick),
  'a device brings a purchase in the other game': async (world) =>
    world.payments.claim(otherGame, world.accounts.portal),
  'the game orders for itself': async (world) => world.payments.plant(),
  "the game signs a payment by the portal's next number": async (world, pick) =>
    world.payments.attack(pick, world.accounts.portal),
};

/** Actions that are only harmful together and in this order happen more often than the rest. */
const often = [
  'the stranger plants a guest',
  'the player opens a link that lies in wait',
  'the player signs in by Google',
  'the game orders for itself',
  "the game signs a payment by the portal's next number",
  'a device brings a purchase in the other game',
];
const act = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Object.keys(acts)) },
  { weight: 1, arbitrary: fc.constantFrom(...often) },
);
const step = fc.tuple(act, fc.nat(11));
const histories = chooseDrillSize(25, 3000);
const timeout = 60_000 + histories * 1000;

test('a stranger or a game never reaches what the player has proved', { timeout }, async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14, size: 'max' }), async (history) => {
    const world = new TrustModel(server);
    for (const [name, pick] of history) await acts[name]?.(world, pick);
    const trespasses = await world.trespasses();
    expect(trespasses, [...world.story, ...world.payments.story].join('\n')).toEqual([]);
  });
  await fc.assert(property, { numRuns: histories });
});

test('the honest player still reaches the account', async () => {
  const world = new TrustModel(server);
  await acts['the player comes from the hostile game']?.(world, 0);
  await acts['the player signs in by Google']?.(world, 0);
  const first = await world.client(world.browser).profile.overview({});
  expect(first.Account.Guest).toBe(false);
  expect(first.Games.map(({ Game }) => Game)).toEqual([hostileGame]);
  await acts['the player signs in by Facebook']?.(world, 0);
  const second = await world.client(world.browser).profile.overview({});
  expect(second.Identities.map(({ Type }) => Type).sort()).toEqual(['Facebook', 'Google']);
  expect(await world.trespasses()).toEqual([]);
});

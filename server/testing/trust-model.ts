// The model for the trust tests: an honest player, a stranger, and a game that works for the stranger, against the real
// server. Their actions succeed or are rejected; the invariants are checked in the database and by trying every
// credential that the stranger and the game hold.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '#contract/api-error.ts';
import type { Api } from '#contract/api.ts';
import type { ApiClient } from '#contract/client.ts';
import { mintIdToken, type FirebaseProviderId } from '#identities/firebase/simulator-tokens.server.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { listPlatformProviders } from '#server/features/orders/providers/load-providers.ts';
import { buildGames } from './build-accounts.ts';
import { buildStore } from './build-store.ts';
import { signAssertion } from './create-game-test-app.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { PaymentsModel, type VendorAccount } from './payments-model.ts';
import { simulateVendors, type SimulatedVendors } from './simulated-vendors.ts';
import { createTestPlatform, type TestPlatform } from './test-platform.ts';

/** The game that works for the stranger, and an honest one. */
export const hostileGame = 'gem-miner';
export const otherGame = 'sky-courier';

export interface TrustServer extends AsyncDisposable {
  readonly app: TestApp;
  readonly vendors: SimulatedVendors;
  readonly key: string;
  /** A platform with payments. The other game sells there with the portal's account, the hostile one with its own. */
  readonly shop: TestPlatform;
  readonly accounts: { readonly portal: VendorAccount; readonly hostile: VendorAccount };
}

export async function startTrustServer(): Promise<TrustServer> {
  const vendors = await simulateVendors();
  // An id that begins with "guest-" is a browser that the platform does not know.
  const telegram = createTestPlatform('telegram', {
    verify: (login) => {
      const externalId = String(Object.values(login)[0]);
      const guest = externalId.startsWith('guest-');
      return { outcome: 'proved', guest, proof: { identity: { type: 'Telegram', externalId } } };
    },
  });
  const shop = createTestPlatform('vkontaktecom');
  const platforms = [telegram.loaded, shop.loaded];
  const app = await createTestApp({
    settings: { ...vendors.settings, platforms: { ...telegram.settings, ...shop.settings } },
    vendorFetch: vendors.fetch,
    platforms,
    providers: listPlatformProviders(platforms),
    poolSize: 10,
  });
  await buildGames(app.database, [hostileGame, otherGame]);
  for (const game of [hostileGame, otherGame]) await buildStore(app.database, game);
  const accounts = {
    portal: { secret: undefined, games: [], count: 0 },
    hostile: { secret: 'the key of the hostile developer', games: [hostileGame], count: 0 },
  };
  const own = { Secret: accounts.hostile.secret };
  await app.money.deps.settings.write('platforms', shop.loaded.folder, own, { game: hostileGame });
  await app.database.kysely.updateTable('games').set({ import_allowed: true }).execute();
  const key = await createGameKeys(app.database, app.sealer).create(hostileGame);
  return {
    app,
    vendors,
    key,
    shop,
    accounts,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await vendors[Symbol.asyncDispose]();
    },
  };
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly telegram: string;
}

let people = 0;

function newPerson(name: string): Person {
  people += 1;
  const id = String(5_000_000 + people);
  return { id, name, email: `${name}-${people}@players.example`, telegram: `tg-${name}-${people}` };
}

type Acting = 'player' | 'stranger';

export class TrustModel {
  readonly player = newPerson('player');
  readonly stranger = newPerson('stranger');
  browser: string | undefined;
  readonly held: string[] = [];
  readonly refresh: string[] = [];
  readonly planted: string[] = [];
  /** Accounts that the player has signed in to on the portal with their own proof. */
  readonly ownAccounts = new Set<string>();
  readonly story: string[] = [];
  readonly payments: PaymentsModel;
  readonly #server: TrustServer;

  constructor(server: TrustServer) {
    this.#server = server;
    this.payments = new PaymentsModel(server.app, server.shop, server.accounts.hostile);
  }

  get accounts(): TrustServer['accounts'] {
    return this.#server.accounts;
  }

  client(token?: string): ApiClient<Api> {
    return this.#server.app.client(token);
  }

  /** A rejection is a valid outcome; a server error is not. */
  async attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work();
      this.story.push(what);
      return result;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      this.story.push(`${what}: ${error.code}`);
      return undefined;
    }
  }

  /** An ID token of a person at a provider. A stranger's may contain the player's address. */
  async idToken(who: Acting, providerId: FirebaseProviderId, withPlayersAddress = false): Promise<string> {
    const person = this[who];
    const email = withPlayersAddress ? this.player.email : person.email;
    const { id, name } = person;
    return mintIdToken({ person: { id, name, email }, providerId, issuedAt: new Date() });
  }

  async signIn(who: Acting, token: string, session: string | undefined) {
    return this.attempt(`${who} proves himself${session === undefined ? '' : ' in a session'}`, async () => {
      const reply = await this.client(session).auth.authenticateToFxid({
        AuthenticationType: 'Firebase',
        FirebaseLogin: { Token: token },
      });
      return reply.Data;
    });
  }

  came(token: string | undefined, accountId: string | undefined): void {
    if (token === undefined || accountId === undefined) return;
    this.browser = token;
    this.ownAccounts.add(accountId);
  }

  hold(...tokens: readonly (string | undefined)[]): void {
    for (const token of tokens) if (token !== undefined) this.held.push(token);
  }

  word(sub: string, aud = 'fxid'): Promise<string> {
    return signAssertion(this.#server.key, hostileGame, { sub, aud, jti: randomUUID() });
  }

  asGame(): ApiClient<Api> {
    return this.client(this.#server.key);
  }

  myGamesCode(who: Acting): Promise<{ Code: string }> {
    // The simulated vendor's login has this type.
    return this.#server.vendors.login('mygames', this[who]) as Promise<{ Code: string }>;
  }

  async playersUid(): Promise<string | undefined> {
    const { rows } = await sql<{ game_uid: string }>`
      select c.game_uid from connected_games c join social_identities i using (account_id)
      where c.game = ${hostileGame} and i.external_id = any(${this.#idsOf('player')}) limit 1`.execute(this.#db);
    return rows[0]?.game_uid ?? `uid-${this.player.id}`;
  }

  undoToken(): string | undefined {
    const mail = this.#server.app.mails.findLast(
      ({ to, template }) => to === this.player.email && template.startsWith('identity-'),
    );
    return mail && (new URL(mail.data.link).searchParams.get('token') ?? undefined);
  }

  /** Violations: access that the stranger or the game must not have. Must be empty. */
  async trespasses(): Promise<string[]> {
    await this.#tryEverything();
    const own = await this.#accountsOfPlayer();
    const found: string[] = [];
    const { rows: identities } = await sql<{ type: string; external_id: string }>`
      select type, external_id from social_identities
      where account_id = any(${own}::uuid[]) and external_id = any(${this.#idsOf('stranger')}) and confirmed and game is null
    `.execute(this.#db);
    for (const { type, external_id } of identities)
      found.push(`${type} ${external_id} signs in to the player's account`);
    for (const token of this.held) {
      const session = await this.#server.app.sessions.find(`Bearer ${token}`);
      if (!session || !own.includes(session.accountId)) continue;
      if (session.game !== hostileGame)
        found.push(`a session of ${session.game ?? 'the portal'} of the player's account`);
      else if (!(await this.#plays(session.accountId))) found.push('a session of a game that the player does not play');
    }
    const { portal } = this.accounts;
    found.push(...(await this.payments.findLosses(() => portal)));
    return found;
  }

  get #db() {
    return this.#server.app.database.kysely;
  }

  #idsOf(who: Acting): string[] {
    const { id, telegram } = this[who];
    return [id, telegram, `guest-${telegram}`];
  }

  /** Accounts with an identity that the player has proved on the portal, or that the player has signed in to there. */
  async #accountsOfPlayer(): Promise<string[]> {
    const { rows } = await sql<{ account_id: string }>`
      select account_id from social_identities
      where external_id = any(${this.#idsOf('player')}) and confirmed and game is null
      union select account_id from accounts where account_id = any(${[...this.ownAccounts]}::uuid[]) and merged_into is null
    `.execute(this.#db);
    return rows.map(({ account_id }) => account_id);
  }

  async #plays(accountId: string): Promise<boolean> {
    const { rows } = await sql`
      select from connected_games where account_id = ${accountId} and game = ${hostileGame}
      union all select from social_identities where account_id = ${accountId} and game = ${hostileGame} and confirmed
    `.execute(this.#db);
    return rows.length > 0;
  }

  async #tryEverything(): Promise<void> {
    for (const provider of ['google.com', 'facebook.com'] as const) {
      this.hold((await this.signIn('stranger', await this.idToken('stranger', provider), undefined))?.Token);
    }
    const withAddress = await this.idToken('stranger', 'facebook.com', true);
    this.hold((await this.signIn('stranger', withAddress, undefined))?.Token);
    const { telegram } = this.stranger;
    for (const InitData of [telegram, `guest-${telegram}`])
      this.hold(await this.telegram(InitData, otherGame, undefined));
    const login = await this.myGamesCode('stranger');
    const byMyGames = await this.attempt('the stranger comes by MY.GAMES', () =>
      this.client().auth.authenticateToFxid({ AuthenticationType: 'MyGames', MyGamesLogin: login }),
    );
    this.hold(byMyGames?.Data?.Token);
    await this.vouch('Telegram', this.player.telegram);
    await this.vouch('Telegram', `guest-${this.player.telegram}`);
    for (const token of this.refresh.splice(0)) {
      const reply = await this.attempt('a refresh token', () =>
        this.client().auth.authenticateWithExternalId({ Game: hostileGame, RefreshToken: token }),
      );
      this.hold(reply?.Tokens?.Token);
    }
  }

  async telegram(InitData: string, Game: string, session: string | undefined): Promise<string | undefined> {
    const reply = await this.attempt(`a start of ${Game} on Telegram by ${InitData}`, () =>
      this.client(session).auth.authenticateFromSocial({ Social: 'Telegram', Game, Telegram: { InitData } }),
    );
    if (reply && InitData.includes(this.player.telegram)) this.ownAccounts.add(reply.AccountId);
    return reply?.Token;
  }

  async vouch(Type: string, Id: string, session?: string, TransferFromAccountId?: string): Promise<void> {
    const Signature = await this.word(`${Type}:${Id}`, 'fxid-external-id');
    const reply = await this.attempt(`the game vouches for ${Type} ${Id}`, () =>
      this.client(session).auth.authenticateWithExternalId({
        Game: hostileGame,
        ExternalSocialIdentifier: { Type, Id },
        ExternalInfo: { Signature },
        ...(TransferFromAccountId !== undefined && { AdditionalOptions: { TransferFromAccountId } }),
      }),
    );
    this.hold(reply?.Tokens?.Token);
    if (reply?.Tokens?.RefreshToken !== undefined) this.refresh.push(reply.Tokens.RefreshToken);
  }
}

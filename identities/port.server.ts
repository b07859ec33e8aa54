// The server adapter of a sign-in method verifies logins and handles its own API calls. The core finds or creates the
// account and starts the session. An adapter reads neither the environment nor the database.
import type { Static, TObject } from 'typebox';
import type { Fetch } from '#model/fetch.server.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { RouteGroup, InputOfRoute, ReplyOfRoute } from '#model/route.ts';
import type { IdentityManifest } from './port.ts';

export type VerifyLoginResult =
  | { readonly outcome: 'proved'; readonly proof: VerifiedProof }
  /** For the log and developers: no secrets and no complete vendor response. */
  | { readonly outcome: 'refused'; readonly reason: string };

export type SettingsCheckResult =
  | { readonly outcome: 'accepted' }
  /** The service does not accept the id, the secret or the key. `reason`: its error code, without anything secret. */
  | { readonly outcome: 'rejected'; readonly reason: string }
  /** It could not be reached, or its response says nothing about the settings. */
  | { readonly outcome: 'unknown'; readonly reason: string };

export interface IdentityHost<Settings = unknown> {
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly log: { warn(data: object, text: string): void };
  /** Without a trailing slash, such as `https://play.example`. */
  readonly portalUrl: string;
  /** The settings of the call's game, or else the portal's; already validated. */
  readonly settings: Settings;
}

export interface SignInResult {
  readonly Token: string;
  readonly AccountId: string;
  /** Set if the identity belongs to another account: this token previews and confirms a merge. */
  readonly Merge?: { readonly MergeToken: string };
}

/** Stored per player and game. `secrets` are encrypted. Only the game's own server may get a token from them. */
export interface StoredConnection {
  readonly externalId: string;
  /** The player's name at the service. */
  readonly name?: string;
  readonly secrets: Readonly<Record<string, unknown>>;
}

export interface IdentityTools {
  /** Signs in, or adds the identity to the account of the caller's session. Throws ProofRefused for a refusal. */
  signIn(verdict: VerifyLoginResult, options?: { game?: string; marketingEnabled?: boolean }): Promise<SignInResult>;
  /** Stores a proof for ten minutes. The returned token redeems it once, for that game. */
  storeProof(proof: VerifiedProof, game: string): Promise<string>;
  redeemProof(token: string, game: string): Promise<VerifiedProof>;
  /** Whether another account has the identity and plays the game. */
  canTransfer(proof: VerifiedProof, game: string): Promise<boolean>;
  /** Moves the identity, and its former account's data in the game, to the signed-in account. */
  transfer(proof: VerifiedProof, game: string): Promise<void>;
  /** Saves what `change` returns; `undefined` deletes the connection. Throws Conflict while another change runs. */
  changeConnection(
    game: string,
    change: (kept: StoredConnection | undefined) => Promise<StoredConnection | undefined>,
  ): Promise<void>;
  /** For calls with a game's key: the connection of that game's player. Throws GameNotConnected for an unknown player. */
  findPlayerConnection(gameUid: string): Promise<StoredConnection | undefined>;
  changePlayerConnection(
    gameUid: string,
    change: (kept: StoredConnection | undefined) => Promise<StoredConnection | undefined>,
  ): Promise<void>;
}

type LoginOf<M extends IdentityManifest> = M extends { login: { block: infer B extends TObject } } ? Static<B> : never;
type SettingsOf<M extends IdentityManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;
type RoutesOf<M extends IdentityManifest> = M extends { routes: infer A extends RouteGroup }
  ? A
  : Readonly<Record<string, never>>;

type AdapterCalls<A extends RouteGroup, Settings> = {
  readonly [C in keyof A]: (
    input: InputOfRoute<A[C]>,
    host: IdentityHost<Settings>,
    tools: IdentityTools,
  ) => Promise<ReplyOfRoute<A[C]>>;
};

export interface ServerAdapter<M extends IdentityManifest = IdentityManifest> {
  /** Absent: the shared sign-in calls do not accept this method. */
  readonly verify?: (login: LoginOf<M>, host: IdentityHost<SettingsOf<M>>) => Promise<VerifyLoginResult>;
  readonly calls: AdapterCalls<RoutesOf<M>, SettingsOf<M>>;
  /**
   * Asks the service whether it accepts the settings, by a request that changes nothing there. Absent: the service has no
   * such request.
   */
  readonly checkSettings?: (host: IdentityHost<SettingsOf<M>>) => Promise<SettingsCheckResult>;
  /** Ends the tokens of a removed connection at the service. Called again later if it rejects. */
  readonly revokeConnection?: (
    secrets: StoredConnection['secrets'],
    host: IdentityHost<SettingsOf<M>>,
  ) => Promise<void>;
}

/** An adapter of any manifest, for the loader. Its arguments are already validated. */
export interface AnyServerAdapter {
  verify?(this: void, login: unknown, host: IdentityHost): Promise<VerifyLoginResult>;
  readonly calls: ServerAdapter['calls'];
  checkSettings?(this: void, host: IdentityHost): Promise<SettingsCheckResult>;
  revokeConnection?(this: void, secrets: StoredConnection['secrets'], host: IdentityHost): Promise<void>;
}

export const defineServerAdapter = <const M extends IdentityManifest>(
  _: M,
  adapter: ServerAdapter<M>,
): ServerAdapter<M> => adapter;

// The server adapter of a sign-in method. It verifies logins and implements its API calls. The core finds or creates
// the account, starts the session, and stores and encrypts data. An adapter reads neither the environment nor the
// database.
import type { Static, TObject } from 'typebox';
import type { Fetch } from '#model/fetch.server.ts';
import type { Proof } from '#model/proof.ts';
import type { Area, Input, Reply } from '#model/route.ts';
import type { IdentityManifest } from './port.ts';

export type VerifyLoginResult =
  | { readonly outcome: 'proved'; readonly proof: Proof }
  /** `reason` is for the log and developers. It contains no secrets and no complete vendor response. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** What the core passes to an adapter. */
export interface IdentityHost<Settings = unknown> {
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly log: { warn(data: object, text: string): void };
  /** The portal's URL without a trailing slash, such as `https://play.example`. */
  readonly portalUrl: string;
  /** The settings of the call's game, else the portal's, validated against the manifest's schema. */
  readonly settings: Settings;
}

export interface SignInResult {
  readonly Token: string;
  readonly AccountId: string;
  /**
   * Set if the identity belongs to another account: a token that previews and confirms a merge. The session stays the
   * caller's.
   */
  readonly Merge?: { readonly MergeToken: string };
}

/** What is stored per player and game for a service. `secrets` are encrypted at rest and never leave the server. */
export interface StoredConnection {
  readonly externalId: string;
  readonly secrets: Readonly<Record<string, unknown>>;
}

/** What the core does for an adapter's API calls. */
export interface IdentityTools {
  /**
   * Signs in the proved player, or adds the identity to the account of the caller's session. Throws ProofRefused if the
   * verdict is a refusal.
   */
  signIn(verdict: VerifyLoginResult, options?: { game?: string; marketingEnabled?: boolean }): Promise<SignInResult>;
  /** Stores a proof for ten minutes and returns a token that redeems it once, for that game. */
  storeProof(proof: Proof, game: string): Promise<string>;
  /** Redeems a token of `storeProof`. Throws TokenExpiredOrUsed. */
  redeemProof(token: string, game: string): Promise<Proof>;
  /** Whether another account has the identity and plays the game. */
  canTransfer(proof: Proof, game: string): Promise<boolean>;
  /** Moves the identity, and its former account's data in the game, to the signed-in account. */
  transfer(proof: Proof, game: string): Promise<void>;
  /**
   * Changes the stored connection of the signed-in player to a connected game. Throws Conflict while another change
   * runs. The return value of `change` is saved; `undefined` deletes the connection.
   */
  changeConnection(
    game: string,
    change: (kept: StoredConnection | undefined) => Promise<StoredConnection | undefined>,
  ): Promise<void>;
}

type LoginOf<M extends IdentityManifest> = M extends { login: { block: infer B extends TObject } } ? Static<B> : never;
type SettingsOf<M extends IdentityManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;
type RoutesOf<M extends IdentityManifest> = M extends { routes: infer A extends Area }
  ? A
  : Readonly<Record<string, never>>;

export type AdapterCalls<A extends Area, Settings> = {
  readonly [C in keyof A]: (
    input: Input<A[C]>,
    host: IdentityHost<Settings>,
    tools: IdentityTools,
  ) => Promise<Reply<A[C]>>;
};

export interface ServerAdapter<M extends IdentityManifest = IdentityManifest> {
  /** Verifies the manifest's login block. Absent: the shared sign-in calls don't accept it. */
  readonly verify?: (login: LoginOf<M>, host: IdentityHost<SettingsOf<M>>) => Promise<VerifyLoginResult>;
  /** Implements all of the manifest's API calls. */
  readonly calls: AdapterCalls<RoutesOf<M>, SettingsOf<M>>;
}

/** An adapter of any manifest, for the loader: the contract has checked the block, and the schema the settings. */
export interface AnyServerAdapter {
  verify?(this: void, login: unknown, host: IdentityHost): Promise<VerifyLoginResult>;
  readonly calls: ServerAdapter['calls'];
}

export const defineServerAdapter = <const M extends IdentityManifest>(
  _: M,
  adapter: ServerAdapter<M>,
): ServerAdapter<M> => adapter;

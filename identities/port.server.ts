// What the server adapter of a way to sign in is. It declares how a login is verified and what its own calls do; the core
// performs: it finds or makes the account, begins the session, keeps and seals. An adapter reads no environment and no database.
import type { Static, TObject } from 'typebox';
import type { Fetch } from '#model/fetch.server.ts';
import type { Proof } from '#model/proof.ts';
import type { Area, Input, Reply } from '#model/route.ts';
import type { IdentityManifest } from './port.ts';

export type Verdict =
  | { readonly outcome: 'proved'; readonly proof: Proof }
  /** `reason` is for the log and the developer; it holds no secret and nothing that the vendor sent back in full. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** What an adapter gets to work with. */
export interface IdentityHost<Settings = unknown> {
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly log: { warn(data: object, text: string): void };
  /** Where the portal is, without a slash at its end, such as `https://play.example`. */
  readonly portalUrl: string;
  /** The settings for the game of the call, else those of the portal; checked against the manifest's schema. */
  readonly settings: Settings;
}

export interface SignedIn {
  readonly Token: string;
  readonly AccountId: string;
  /** The identity belongs to another account: a token that shows and confirms a merge. The session is the caller's own. */
  readonly Merge?: { readonly MergeToken: string };
}

/** What a service keeps for one player and one game. `secrets` are sealed at rest and never leave the server. */
export interface Connection {
  readonly externalId: string;
  readonly secrets: Readonly<Record<string, unknown>>;
}

/** What the core does for an adapter's own calls. */
export interface Tools {
  /** Signs in whoever was proved; in a session, adds the identity to that account. A refusal is thrown as ProofRefused. */
  signIn(verdict: Verdict, options?: { game?: string; marketingEnabled?: boolean }): Promise<SignedIn>;
  /** Keeps a proof for ten minutes and gives a token that takes it back once, for that game. */
  keepProof(proof: Proof, game: string): Promise<string>;
  /** Throws TokenExpiredOrUsed. */
  takeProof(token: string, game: string): Promise<Proof>;
  /** Whether another account holds the identity and plays the game. */
  canTransfer(proof: Proof, game: string): Promise<boolean>;
  /** Gives the signed-in account the identity and what its former account has in the game. */
  transfer(proof: Proof, game: string): Promise<void>;
  /**
   * Changes what this service keeps for the signed-in player and a game that is connected. One change at a time: another
   * one meanwhile is refused as a Conflict. What `change` returns is saved; `undefined` removes it.
   */
  changeConnection(
    game: string,
    change: (kept: Connection | undefined) => Promise<Connection | undefined>,
  ): Promise<void>;
}

type LoginOf<M extends IdentityManifest> = M extends { login: { block: infer B extends TObject } } ? Static<B> : never;
type SettingsOf<M extends IdentityManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;
type RoutesOf<M extends IdentityManifest> = M extends { routes: infer A extends Area }
  ? A
  : Readonly<Record<string, never>>;

export type OwnCalls<A extends Area, Settings> = {
  readonly [C in keyof A]: (input: Input<A[C]>, host: IdentityHost<Settings>, tools: Tools) => Promise<Reply<A[C]>>;
};

export interface ServerAdapter<M extends IdentityManifest = IdentityManifest> {
  /** How the login block of the manifest is verified. Absent: nobody signs in by it through the common calls. */
  readonly verify?: (login: LoginOf<M>, host: IdentityHost<SettingsOf<M>>) => Promise<Verdict>;
  /** The manifest's own calls, all of them. */
  readonly calls: OwnCalls<RoutesOf<M>, SettingsOf<M>>;
}

/** Declares the server adapter of a manifest. */
export const defineServerAdapter = <const M extends IdentityManifest>(
  _: M,
  adapter: ServerAdapter<M>,
): ServerAdapter<M> => adapter;

// What the server half of a platform is. It declares how a login of the platform is verified; the core performs: it finds or
// makes the account and begins the session. A half reads no environment and no database.
import type { Static, TObject } from 'typebox';
import type { Fetch } from '#model/fetch.server.ts';
import type { Proof } from '#model/proof.ts';
import type { PlatformManifest } from './port.ts';

export type Verdict =
  /** `guest`: the platform knows the browser, not the person. */
  | { readonly outcome: 'proved'; readonly proof: Proof; readonly guest: boolean }
  /** `reason` is for the log and the developer; it holds no secret and nothing that the platform sent back in full. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** What a half gets to work with. */
export interface PlatformHost<Settings = unknown> {
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly log: { warn(data: object, text: string): void };
  /** The game that is played on the platform. */
  readonly game: string;
  /** Where the portal is, without a slash at its end, such as `https://play.example`. */
  readonly portalUrl: string;
  /** The settings for the game, else those of the portal; checked against the manifest's schema. */
  readonly settings: Settings;
}

type LoginOf<M extends PlatformManifest> = M extends { login: { block: infer B extends TObject } } ? Static<B> : never;
type SettingsOf<M extends PlatformManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;

export interface ServerHalf<M extends PlatformManifest = PlatformManifest> {
  /** How the login block of the manifest is verified. Absent: nobody signs in by this platform. */
  readonly verify?: (login: LoginOf<M>, host: PlatformHost<SettingsOf<M>>) => Promise<Verdict>;
}

/** Declares the server half of a manifest. */
export const serverHalf = <const M extends PlatformManifest>(_: M, half: ServerHalf<M>): ServerHalf<M> => half;

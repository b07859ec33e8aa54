// What the server half of a platform is. It declares how a login of the platform is verified; the core performs: it finds or
// makes the account and begins the session. A half reads no environment and no database.
import type { Static, TObject } from 'typebox';
import type { PlatformManifest } from './port.ts';

export interface ProvedIdentity {
  readonly type: string;
  readonly externalId: string;
}

/** Who somebody has proved to be. The first identity is the one by which the account is found. */
export interface Proof {
  readonly identities: readonly [ProvedIdentity, ...ProvedIdentity[]];
  readonly name?: string;
  /** An address that the platform tells us, for the profile alone: it never finds or joins an account. */
  readonly email?: { readonly address: string; readonly verified: boolean };
}

export type Verdict =
  /** `guest`: the platform knows the browser, not the person. */
  | { readonly outcome: 'proved'; readonly proof: Proof; readonly guest: boolean }
  /** `reason` is for the log and the developer; it holds no secret and nothing that the platform sent back in full. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** The one door for outgoing requests: https only, public addresses only, no redirects, 10 s and 1 MB at most. */
export type Fetch = (
  address: string,
  options?: {
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly timeoutMs?: number;
  },
) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}>;

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

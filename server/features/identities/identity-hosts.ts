// The tools that the core gives an identity's server adapter.
import type { VerifiedProof } from '#model/proof.ts';
import type { IdentityHost, VerifyLoginResult } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { IdentityScope } from '#server/features/sign-in/scoped-identities.ts';
import { createCountedFetch } from '#server/http/with-vendor-call-metrics.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { LoadedIdentityAdapter } from './load-identity-adapters.ts';

export interface IdentityDeps {
  readonly identities: readonly LoadedIdentityAdapter[];
  readonly settings: AdapterSettings;
  readonly fetch: SafeFetch;
  readonly now: () => Date;
  readonly log: Log;
  readonly portalUrl: URL;
}

export type ScopedLoginResult =
  | { readonly outcome: 'proved'; readonly proof: VerifiedProof; readonly scope: IdentityScope }
  | Exclude<VerifyLoginResult, { outcome: 'proved' }>;

export type VerifyLogin = (
  authenticationType: string,
  body: Readonly<Record<string, unknown>>,
  game: string | undefined,
) => Promise<ScopedLoginResult>;

export interface ScopedIdentityHost {
  readonly host: IdentityHost;
  readonly scope: IdentityScope;
}

/** Throws NotConfigured if the identity is not configured for the game. */
export async function createIdentityHost(
  deps: IdentityDeps,
  of: LoadedIdentityAdapter,
  game: string | undefined,
): Promise<ScopedIdentityHost> {
  const { folder, manifest } = of;
  const trusted = manifest.settings && (await deps.settings.readTrusted('identities', folder, manifest.settings, game));
  if (manifest.settings && trusted === undefined)
    throw new Problem('NotConfigured', `Sign-in with ${manifest.title} is not set up here.`, { param: manifest.title });
  const { fetch, now, log, portalUrl } = deps;
  const host = {
    fetch: createCountedFetch(fetch, folder),
    now,
    log,
    portalUrl: portalUrl.href.replace(/\/$/, ''),
    settings: trusted?.settings,
  };
  return { host, scope: trusted?.scope };
}

export function createVerifyLogin(deps: IdentityDeps): VerifyLogin {
  return async (authenticationType, body, game) => {
    const found = deps.identities.find(({ manifest }) => isMeant(manifest, authenticationType));
    const { login } = found?.manifest ?? {};
    if (!found?.adapter?.verify || !login)
      throw new Problem('NotConfigured', `Login provider ${authenticationType} is not supported.`, {
        param: authenticationType,
      });
    const block = body[login.key];
    if (block === undefined)
      throw new Problem('InvalidRequest', `${login.key} is required for this type of authentication.`, {
        fields: { [login.key]: 'is required' },
      });
    const { host, scope } = await createIdentityHost(deps, found, game);
    const verdict = await found.adapter.verify(block, host);
    if (verdict.outcome === 'proved') return { ...verdict, scope };
    deps.log.warn({ identity: found.manifest.id, reason: verdict.reason }, 'A login was refused.');
    return verdict;
  };
}

export function requireProof(verdict: VerifyLoginResult): VerifiedProof {
  if (verdict.outcome === 'refused') throw new Problem('ProofRefused');
  return verdict.proof;
}

function isMeant({ id, providers }: LoadedIdentityAdapter['manifest'], authenticationType: string): boolean {
  return id === authenticationType || providers.includes(authenticationType);
}

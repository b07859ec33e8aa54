// A Trusted Types policy that allows only our service workers, and the operator's remote-debug script and tag manager.
// Browsers without Trusted Types run the same check.
import type { RuntimeConfig } from '#model/runtime-config.ts';

/** The only policy name that the content security policy allows. */
const policyName = 'fxid';

type AllowedScripts = Pick<RuntimeConfig, 'debugTools' | 'remoteDebugUrl' | 'tagManager'>;

/** @param config needed only for the operator's scripts */
export function trustedScriptUrl(url: string, config: AllowedScripts = {}): string {
  policy ??= createPolicy((globalThis as TrustedTypesGlobal).trustedTypes);
  // TypeScript lacks this type; functions that accept it are typed with strings.
  return policy.createScriptURL(url, config) as string;
}

/** Returns the full URL, or throws. */
export function requireAllowedScriptUrl(url: string, origin: string, config: AllowedScripts): string {
  const address = URL.canParse(url, origin) ? new URL(url, origin) : undefined;
  const isWorker =
    address?.origin === origin && /\/(service|push)-worker\.js$/.test(address.pathname) && address.search === '';
  const isRemoteDebug = config.debugTools === true && address?.href === hrefOf(config.remoteDebugUrl);
  const isTagManager = address?.href === hrefOf(config.tagManager?.url);
  if (address === undefined || !(isWorker || isRemoteDebug || isTagManager))
    throw new TypeError(`No script may be loaded from ${url.slice(0, 200)}: portal/trusted-types.ts lists what may.`);
  return address.href;
}

interface ScriptPolicy {
  createScriptURL(url: string, config: AllowedScripts): unknown;
}

interface TrustedTypesGlobal {
  readonly trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
}

let policy: ScriptPolicy | undefined;

function createPolicy(trustedTypes: TrustedTypesGlobal['trustedTypes']): ScriptPolicy {
  const rules: ScriptPolicy = {
    createScriptURL: (url, config) => requireAllowedScriptUrl(url, globalThis.location.origin, config),
  };
  return trustedTypes?.createPolicy(policyName, rules) ?? rules;
}

function hrefOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).href : undefined;
}

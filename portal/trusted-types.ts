// Pages accept a script's address only from this policy. It lets two pass: our own service worker, and the remote-debug
// script that the operator has configured. Where the browser knows no trusted types, the same check is made.
import type { RuntimeConfig } from '#model/runtime-config.ts';

/** The name that the pages' policy allows, and no other. */
const policyName = 'fxid';

type AllowedScripts = Pick<RuntimeConfig, 'debugTools' | 'remoteDebugUrl'>;

/**
 * An address that may be given to `script.src` or `serviceWorker.register`.
 * @param config is needed for the remote-debug script only
 */
export function trustedScriptUrl(url: string, config: AllowedScripts = {}): string {
  policy ??= createPolicy((globalThis as TrustedTypesGlobal).trustedTypes);
  // The browser's own type is not in the library of types; everything that takes it is typed as taking text.
  return policy.createScriptURL(url, config) as string;
}

/** The rule by itself: the address in full, or an error. */
export function allowedScriptUrl(url: string, origin: string, config: AllowedScripts): string {
  const address = URL.canParse(url, origin) ? new URL(url, origin) : undefined;
  const isWorker =
    address?.origin === origin && address.pathname.endsWith('/service-worker.js') && address.search === '';
  const isRemoteDebug = config.debugTools === true && address?.href === hrefOf(config.remoteDebugUrl);
  if (address === undefined || !(isWorker || isRemoteDebug))
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
    createScriptURL: (url, config) => allowedScriptUrl(url, globalThis.location.origin, config),
  };
  return trustedTypes?.createPolicy(policyName, rules) ?? rules;
}

function hrefOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).href : undefined;
}

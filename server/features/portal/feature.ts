import type { PortalConfig } from '#contract/config.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import type { Config } from '#server/config.ts';
import type { Infrastructure } from '#server/infrastructure.ts';

export type PublicPortalConfig = Required<Pick<RuntimeConfig<PortalConfig>, 'signIn' | 'portal'>>;

export interface PortalFeatureDeps extends Pick<Infrastructure, 'log'> {
  readonly readConfig: () => Promise<PortalConfig>;
  readonly addSignInMethods: (configured: PortalConfig) => Promise<PublicPortalConfig>;
  readonly readPushKey: () => Promise<string>;
  readonly turnstile: Config['turnstile'];
}

export function createPortalFeature(deps: PortalFeatureDeps) {
  const { log, readConfig, addSignInMethods, turnstile } = deps;
  let pushKey: string | undefined;
  const readPushKey = async (): Promise<string | undefined> => {
    try {
      pushKey = await deps.readPushKey();
    } catch (error) {
      log.warn({ err: error }, 'Reading the key for push messages failed; the last known one is used.');
    }
    return pushKey;
  };
  const readPublic = async (): Promise<PublicPortalConfig> => {
    const { signIn, portal } = await addSignInMethods(await readConfig());
    const WebPushPublicKey = portal.WebPushPublicKey ?? (await readPushKey());
    const withKeys = { ...portal, Turnstile: { SiteKey: turnstile.siteKey } };
    return { signIn, portal: WebPushPublicKey === undefined ? withKeys : { ...withKeys, WebPushPublicKey } };
  };
  return { readPublic, readPortal: async (): Promise<PortalConfig> => (await readPublic()).portal };
}

import type { PortalConfig } from '#contract/config.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createVerifyLogin, type IdentityDeps } from './identity-hosts.ts';
import { listSignInMethods, addSignInConfig } from './list-sign-in-methods.ts';
import { createIdentityHandlers, createIdentityRoutes } from './routes.ts';
import type { IdentityToolsDeps } from './identity-tools.ts';
import { defineRevokeServicesJob } from './revoke-services-job.ts';
import { createServiceRoutes } from './service-routes.ts';

export interface IdentitiesFeatureDeps extends Omit<IdentityDeps, 'portalUrl'>, IdentityToolsDeps {
  readonly config: Infrastructure['config'];
  readonly jobs: Infrastructure['jobs'];
}

export function createIdentitiesFeature({ config, ...rest }: IdentitiesFeatureDeps) {
  const deps = { ...rest, portalUrl: new URL(config.basePath, config.publicUrl) };
  const { identities, settings } = deps;
  const verifyLogin = createVerifyLogin(deps);
  return {
    verifyLogin,
    addSignInMethods: async (configured: PortalConfig) => {
      const signIn = await listSignInMethods(identities, settings);
      return { signIn, portal: addSignInConfig(configured, signIn, identities) };
    },
    routes: {
      ...createIdentityHandlers(deps),
      auth: createIdentityRoutes(verifyLogin, deps),
      profile: createServiceRoutes(deps),
    },
    jobs: [defineRevokeServicesJob(deps)],
  };
}

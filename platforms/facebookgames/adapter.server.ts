// Games on Facebook's canvas. One of the portal's payment providers, which is available only there, takes the money.
import { Problem } from '#model/problem.ts';
import { defineServerAdapter } from '../port.server.ts';
import { facebookgames } from './platform.ts';
import { verifySignedLaunch, verify } from './verify.server.ts';

export const adapter = defineServerAdapter(facebookgames, {
  verify,
  calls: {
    // Only passes the signed request on: the sign-in from the player's page consumes it, so posting it again leads to a
    // page without a player.
    async authenticate(posted, host) {
      const { SignedRequest: signed = posted.signed_request, FbLocale: locale = posted.fb_locale } = posted;
      if (signed === undefined) throw new Problem('InvalidRequest', 'signed_request is missing.');
      const start = verifySignedLaunch(signed, host);
      if (start.outcome === 'refused') {
        host.log.warn({ game: host.game, reason: start.reason }, 'A launch on Facebook was refused.');
        throw new Problem('ProofRefused', start.reason);
      }
      return new URLSearchParams({ signed_request: signed, ...(locale && { fb_locale: locale }) }).toString();
    },
  },
});

// Games on Facebook's canvas. The money is taken by a provider of the portal's, which is offered there alone.
import { Problem } from '#model/problem.ts';
import { defineServerAdapter } from '../port.server.ts';
import { facebookgames } from './platform.ts';
import { readSignedStart, verify } from './verify.server.ts';

export const adapter = defineServerAdapter(facebookgames, {
  verify,
  calls: {
    // It is only handed over: the sign-in of the player's page spends it, so that the same post again leads to a page that knows nobody.
    async authenticate(posted, host) {
      const { SignedRequest: signed = posted.signed_request, FbLocale: locale = posted.fb_locale } = posted;
      if (signed === undefined) throw new Problem('InvalidRequest', 'signed_request is missing.');
      const start = readSignedStart(signed, host);
      if (start.outcome === 'refused') {
        host.log.warn({ game: host.game, reason: start.reason }, 'A start on Facebook was refused.');
        throw new Problem('ProofRefused', start.reason);
      }
      return new URLSearchParams({ signed_request: signed, ...(locale && { fb_locale: locale }) }).toString();
    },
  },
});

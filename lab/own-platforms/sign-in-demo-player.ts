// Signs the chosen player in on our own platforms, with the one-time codes that our launcher and apps use.
import type { FastifyInstance } from 'fastify';
import { apiBase } from '#contract/api-base.ts';
import type { DemoTokens } from '#lab/demo/demo-tokens.ts';
import type { LabAddresses } from '#lab/lab-addresses.ts';
import { playerScenarios } from '#platforms/scenario.ts';
import * as manifests from '#platforms/registry.ts';
import { Problem } from '#model/problem.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { demoPlayerFor, isOwnPlatform } from './own-platform-scenario.ts';

export interface DemoSignInDeps {
  readonly place: LabAddresses;
  /** Undefined if the database has real content and no demo players. */
  readonly demoTokens: () => DemoTokens | undefined;
}

export interface DemoSignIn {
  /** A code that signs in once within a minute; undefined for a guest. @param redirectUri where to go afterwards */
  readonly createCode: (player: (typeof playerScenarios)[number], redirectUri?: string) => Promise<string | undefined>;
}

export function mountDemoSignIn(app: FastifyInstance, { place, demoTokens }: DemoSignInDeps): DemoSignIn {
  const createCode: DemoSignIn['createCode'] = async (player, redirectUri) => {
    const token = demoTokens()?.[demoPlayerFor(player) ?? ''];
    if (token === undefined) return undefined;
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `${apiBase}/auth/create_temp_token`,
      headers: { authorization: `Bearer ${token}`, origin: place.portalOrigin },
      payload: { ...(redirectUri !== undefined && { RedirectUri: redirectUri }) },
    });
    if (statusCode !== 200) throw new Error(`The demo player could not be signed in: ${body.slice(0, 200)}`);
    return (JSON.parse(body) as { TempToken: string }).TempToken;
  };
  for (const folder of Object.keys(manifests).filter(isOwnPlatform))
    app.post(`/lab/vendors/${folder}/login-code`, async ({ hostname, body }) => {
      // A code signs in, so only the lab's own pages may request one.
      if (!place.isLab(hostname)) throw new Problem('NotFound');
      const player = playerScenarios.find((each) => each === (body as { player?: unknown } | undefined)?.player);
      if (!player) throw new Problem('InvalidRequest', `Choose a player: ${playerScenarios.join(', ')}.`);
      return { code: await createCode(player) };
    });
  // On the portal's origin, so that it can clear the previous player's session.
  app.get<{ Querystring: { to?: string } }>('/lab/begin', async ({ query: { to = '' } }, reply) => {
    const target = URL.canParse(to, place.portalOrigin) ? new URL(to, place.portalOrigin) : undefined;
    if (target?.origin !== place.portalOrigin) throw new Problem('InvalidRequest', 'Set `to` to a page of the portal.');
    return reply
      .headers({
        'clear-site-data': '"storage"',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
      })
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${escapeHtml(target.href)}"><title>Lab</title><a href="${escapeHtml(target.href)}">Continue</a>`,
      );
  });
  return { createCode };
}

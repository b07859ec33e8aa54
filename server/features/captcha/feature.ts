import type { Config } from '#server/config.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createGameWidgetFinder } from './game-widget.ts';
import { buildCaptchaAddress } from './captcha-address.ts';
import { createCaptchaVerifier } from './captcha-verifier.ts';
import { createProofOfWorkVerifier, createChallengeIssuer } from './proof-of-work-verifier.ts';

export interface CaptchaFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'sealer' | 'log' | 'now' | 'fetch'
> {
  readonly turnstile: Config['turnstile'];
  readonly readGame: Parameters<typeof createGameWidgetFinder>[0];
}

export function createCaptchaFeature(deps: CaptchaFeatureDeps) {
  const { config, sealer, log, now, turnstile, readGame } = deps;
  if (config.captcha === 'work')
    return {
      captcha: createProofOfWorkVerifier(deps),
      page: { issue: createChallengeIssuer({ sealer, now, bits: config.captchaBits }) },
    };
  const widget = { ...turnstile, findGameWidget: createGameWidgetFinder(readGame, turnstile.gameSecrets) };
  return {
    captcha: createCaptchaVerifier({
      ...widget,
      hostnames: [buildCaptchaAddress(config.gamesUrl).hostname],
      safeFetch: (address, options) => deps.fetch(address, { ...options, provider: 'captcha' }),
      now,
      log,
      production: config.production,
    }),
    page: widget,
  };
}

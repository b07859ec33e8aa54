// The headers of a game's host: what it may load, connect to, and who may frame it. A game is arbitrary code alone on
// its host, so inline code and eval are allowed; the policy keeps out third-party code and keeps players' data from
// going to origins that the operator has not allowed. The operator can choose a strict policy.
import type { ResponseHeaders } from '#server/http/headers.ts';
import { isVendorOrigin } from './foreign-sdk-page.ts';
import type { GameServingSettings } from './game-serving-settings.ts';

export interface GameHeadersOptions {
  readonly base: ResponseHeaders;
  readonly portalOrigin: string;
  readonly ancestors: readonly string[];
  /** CSP hashes of the page's inline scripts; only for a strict policy. */
  readonly inlineScripts?: readonly string[];
}

export function buildGameHeaders(settings: GameServingSettings, options: GameHeadersOptions): ResponseHeaders {
  const { base, portalOrigin, ancestors, inlineScripts = [] } = options;
  const { foreignSdk } = settings;
  // The vendor's own script must not run, even if the operator allowed its host.
  const origins = settings.connectOrigins.filter(
    (origin) => isOrigin(origin) && !(foreignSdk && isVendorOrigin(origin, foreignSdk)),
  );
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'", 'data:', 'blob:', ...origins],
    'script-src': [
      "'self'",
      `${portalOrigin}/sdk/`,
      ...(settings.isStrict ? strictScripts(settings, inlineScripts) : openScripts),
      'blob:',
      ...origins,
    ],
    'style-src': ["'self'", "'unsafe-inline'", 'data:', 'blob:', ...origins],
    'base-uri': settings.isStrict ? ["'none'"] : ["'self'"],
    'object-src': ["'none'"],
    'form-action': settings.isStrict ? ["'none'"] : ["'self'", ...origins],
    'frame-ancestors': ancestors,
  };
  return {
    ...base,
    'content-security-policy': Object.entries(directives)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
    ...(settings.isIsolated && isolation),
  };
}

// Engines compile shaders and bindings from text, and pages use inline handlers and javascript: links.
const openScripts = ["'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'", 'data:'];

const strictScripts = ({ isUnity }: GameServingSettings, inlineScripts: readonly string[]): string[] => [
  "'wasm-unsafe-eval'",
  // Unity calls JavaScript by eval: Application.ExternalEval, and Emscripten's bindings in builds before 2022.
  ...(isUnity ? ["'unsafe-eval'"] : []),
  ...inlineScripts,
];

// Threads need cross-origin isolation. The first header works inside the portal's page, which is not isolated, in
// browsers that support it; the other two work when the game is the top-level page.
const isolation: ResponseHeaders = {
  'document-isolation-policy': 'isolate-and-credentialless',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'credentialless',
};

/** Checked again here: a stray word in the list could inject another directive. */
const isOrigin = (text: string): boolean => /^(https?|wss?):\/\/[a-z0-9.*-]+(:\d{1,5})?$/i.test(text);

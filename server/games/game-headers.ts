// The headers of a game's own host: what it may load, whom it may talk to, who may frame it. Its code is its own affair; the
// policy keeps other people's code out of it, and its players' data from going where the operator has not agreed.
import type { Headers } from '#server/http/headers.ts';
import type { GameSettings } from './game-settings.ts';

export interface GameHeadersOptions {
  /** Of every answer of the games' side. */
  readonly base: Headers;
  readonly portalOrigin: string;
  /** Whoever may be above the game. */
  readonly ancestors: readonly string[];
  /** Hashes of the scripts that stand in the page itself, as the policy writes them. */
  readonly inlineScripts?: readonly string[];
}

export function buildGameHeaders(settings: GameSettings, options: GameHeadersOptions): Headers {
  const { base, portalOrigin, ancestors, inlineScripts = [] } = options;
  const origins = settings.connectOrigins.filter((origin) => isOrigin(origin));
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'", 'data:', 'blob:', ...origins],
    'script-src': [
      "'self'",
      `${portalOrigin}/sdk/`,
      "'wasm-unsafe-eval'",
      'blob:',
      // Unity binds C# to the page by text: Application.ExternalEval, and Emscripten's bindings in builds before 2022.
      ...(settings.isUnity ? ["'unsafe-eval'"] : []),
      ...inlineScripts,
    ],
    'style-src': ["'self'", "'unsafe-inline'", 'data:', 'blob:'],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'none'"],
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

// Threads need a page of its own kind. The first header is enough inside the portal's page, which is not isolated itself,
// where the browser knows it; the other two are the older way, which works where the game is the whole page.
const isolation: Headers = {
  'document-isolation-policy': 'isolate-and-credentialless',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'credentialless',
};

/** Looked at again here: a word too many in the list would be another directive. */
const isOrigin = (text: string): boolean => /^(https?|wss?):\/\/[a-z0-9.*-]+(:\d{1,5})?$/i.test(text);

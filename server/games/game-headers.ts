// The headers of a game's own host: what it may load, whom it may talk to, who may frame it. A game is arbitrary code on a
// host on which there is nothing but the game, so how its code is written is its own affair: the policy keeps other people's
// code out of it, and its players' data from going where the operator has not agreed. A strict policy is the operator's switch.
import type { Headers } from '#server/http/headers.ts';
import type { GameSettings } from './game-settings.ts';

export interface GameHeadersOptions {
  /** Of every answer of the games' side. */
  readonly base: Headers;
  readonly portalOrigin: string;
  /** Whoever may be above the game. */
  readonly ancestors: readonly string[];
  /** Hashes of the scripts that stand in the page itself, as the policy writes them; for a strict policy alone. */
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

// Engines compile shaders and bindings from text, and pages have handlers in them and links that are scripts.
const openScripts = ["'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'", 'data:'];

const strictScripts = ({ isUnity }: GameSettings, inlineScripts: readonly string[]): string[] => [
  "'wasm-unsafe-eval'",
  // Unity binds C# to the page by text: Application.ExternalEval, and Emscripten's bindings in builds before 2022.
  ...(isUnity ? ["'unsafe-eval'"] : []),
  ...inlineScripts,
];

// Threads need a page of its own kind. The first header is enough inside the portal's page, which is not isolated itself,
// where the browser knows it; the other two are the older way, which works where the game is the whole page.
const isolation: Headers = {
  'document-isolation-policy': 'isolate-and-credentialless',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'credentialless',
};

/** Looked at again here: a word too many in the list would be another directive. */
const isOrigin = (text: string): boolean => /^(https?|wss?):\/\/[a-z0-9.*-]+(:\d{1,5})?$/i.test(text);

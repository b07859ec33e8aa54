// Finds code that doesn't work in the portal's frame. Each result is a sentence with the fix.
export interface FrameContext {
  readonly isIsolated: boolean;
  readonly isStrict: boolean;
  readonly isEncrypted: boolean;
}

export interface ScriptInfo {
  /** An engine's script also contains code that the game may not use. */
  readonly isEngine: boolean;
  /** Whether the WebAssembly programs already showed if the build uses threads. */
  readonly knowsThreads: boolean;
}

export function findFrameProblems(path: string, text: string, context: FrameContext, kind: ScriptInfo): string[] {
  const isPage = /\.html?$/i.test(path);
  return troubles
    .filter(({ applies }) => applies?.(context) ?? true)
    .filter(({ engines }) => !kind.isEngine || engines === 'too' || (engines === 'unless known' && !kind.knowsThreads))
    .filter(({ inPages, pattern }) => (inPages ? isPage : true) && pattern.test(text))
    .map(({ says }) => says);
}

/** Reported once, no matter where it was found. */
export const threadsProblem =
  'it uses threads (SharedArrayBuffer), which need cross-origin isolation, and Config.Isolated is off. Add the build with --isolated, or set "Isolated": true in Config of the document of the game (npm run games -- set)';

interface Trouble {
  readonly pattern: RegExp;
  readonly inPages?: true;
  readonly applies?: (context: FrameContext) => boolean;
  readonly engines?: 'too' | 'unless known';
  readonly says: string;
}

const troubles: readonly Trouble[] = [
  {
    pattern: /\bnew\s+SharedArrayBuffer\b|\bshared\s*:\s*(true|!0)(?!\w)/,
    applies: ({ isIsolated }) => !isIsolated,
    engines: 'unless known',
    says: threadsProblem,
  },
  {
    pattern:
      /\b(?:top|parent)\.location(?:\.href)?\s*=[^=]|\btop\.location\.(?:replace|assign)\(|target=["']?_(?:top|parent)\b/,
    says: 'it moves the page above it, which a frame may not; without that it stays where it is',
  },
  {
    pattern: /\bgetUserMedia\s*\(|\bnavigator\.geolocation\.\w+\(|\bgetDisplayMedia\s*\(/,
    says: 'camera, microphone, the screen and the place of the player are closed to games',
  },
  {
    pattern: /\bdocument\.cookie\s*=[^=]/,
    says: 'it keeps things in cookies, which browsers refuse to frames; localStorage and IndexedDB work',
  },
  {
    inPages: true,
    pattern: /<meta\b[^>]*http-equiv\s*=\s*["']?content-security-policy/i,
    says: 'the page has a content policy of its own; what it forbids stays forbidden, and the portal cannot see what goes wrong in it',
  },
  {
    pattern:
      /["'(](?:http|ws):\/\/(?!localhost|127\.0\.0\.1|www\.w3\.org|[^"')]*(?:license|schema|\/ns\/))[^"')\s]+\.(?:js|css|png|jpe?g|mp3|ogg|json|woff2?)\b/i,
    applies: ({ isEncrypted }) => isEncrypted,
    engines: 'too',
    says: 'it loads by http what the browser of an https page refuses; write https',
  },
  {
    pattern: /\beval\s*\(|\bnew\s+Function\s*\(|\bFunction\s*\(\s*["'`]/,
    applies: ({ isStrict }) => isStrict,
    engines: 'too',
    says: 'it makes code from text, which the strict policy of this game forbids ("ContentPolicy": "Open" allows it)',
  },
  {
    inPages: true,
    pattern: /<[a-z][^>]*\son[a-z]+\s*=\s*["'][^"']|href\s*=\s*["']?javascript:/i,
    applies: ({ isStrict }) => isStrict,
    says: 'it has handlers or script links in the page, which the strict policy of this game forbids ("ContentPolicy": "Open" allows them)',
  },
];

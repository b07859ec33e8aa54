// The page as the build has made it, in every language, with its places: what is put in comes from strangers, so the page is taken
// apart first and put together once, and nothing that was put in is looked through for places.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { directionOf, locales, type Locale } from '#model/locale.ts';
import {
  headPlaceholder,
  noncePlaceholder,
  runtimeConfigPlaceholder,
  statePlaceholder,
  type PageTexts,
} from '#model/page.ts';
import { escapeHtml } from '#server/http/escape-html.ts';

export interface PageShell {
  /** The address of the portal's own mark. */
  readonly icon: string;
  /** `Link` headers for what the first screen needs. */
  readonly hints: readonly string[];
  /** The page in pieces: between each two of them belongs the nonce. */
  readonly fill: (locale: Locale, filling: Filling) => readonly string[];
}

/** All of it can stand where it is put. */
export interface Filling {
  readonly head: string;
  /** Addresses of programs that are loaded ahead; the policy wants a nonce for them. */
  readonly scripts: readonly string[];
  /** Rules of a style, or none. */
  readonly theme: string;
  /** JSON for a script. */
  readonly config: string;
  /** What was rendered, and what the browser goes on with; absent: the browser renders. */
  readonly content?: { readonly html: string; readonly state: string } | undefined;
  readonly isLight: boolean;
}

export async function readPageShell(folder: string, basePath: string): Promise<PageShell> {
  const file = join(folder, 'index.html');
  if (!existsSync(file))
    throw new Error(`The portal has not been built: there is no ${file}. Build it with npm run build.`);
  // The build names its files relative to the page, and pages have many depths.
  const built = (await readFile(file, 'utf8')).replaceAll('"./', `"${basePath}`);
  const texts = JSON.parse(await readFile(join(folder, 'page-texts.json'), 'utf8')) as PageTexts;
  const shells = new Map(locales.map((locale) => [locale, inLanguage(built, locale, texts).split(places)]));
  return {
    icon: /<link rel="icon"[^>]+href="([^"]+)"/.exec(built)?.[1] ?? '',
    hints: hintsOf(built),
    fill: (locale, filling) => fillIn(shells.get(locale) ?? [], filling),
  };
}

const startingBlock = /<!--starting-->([^]*?)<!--\/starting-->/;
const lateBlock = /<!--late-->([^]*?)<!--\/late-->/;
const places =
  /(<html |%NONCE%|%RUNTIME_CONFIG%|<!--%HEAD%-->|<!--%STATE%-->|<!--(?:starting|late)-->[^]*?<!--\/(?:starting|late)-->)/;

function fillIn(pieces: readonly string[], { head, scripts, theme, config, content, isLight }: Filling): string[] {
  const filled: string[] = [''];
  for (const piece of pieces) {
    if (piece === noncePlaceholder) filled.push('');
    else if (piece === headPlaceholder) putHead();
    else filled[filled.length - 1] += put(piece);
  }
  return filled;

  function putHead(): void {
    filled[filled.length - 1] += head;
    if (theme !== '') {
      filled[filled.length - 1] += '\n<style nonce="';
      filled.push(`">${theme}</style>`);
    }
    for (const script of scripts) {
      filled[filled.length - 1] += `\n<link rel="modulepreload" crossorigin href="${escapeHtml(script)}" nonce="`;
      filled.push('">');
    }
  }

  function put(piece: string): string {
    if (piece === '<html ') return isLight ? '<html data-scheme="light" ' : piece;
    if (piece === runtimeConfigPlaceholder) return config;
    if (piece === statePlaceholder)
      return content ? `<script type="application/json" id="state">${content.state}</script>` : '';
    const [, starting] = startingBlock.exec(piece) ?? [];
    if (starting !== undefined) return content?.html ?? starting;
    const [, late] = lateBlock.exec(piece) ?? [];
    return late === undefined ? piece : content ? late : '';
  }
}

function inLanguage(built: string, locale: Locale, texts: PageTexts): string {
  const words = { '%LANG%': locale, '%DIR%': directionOf(locale), ...texts[locale] };
  return Object.entries(words).reduce((html, [place, text]) => html.replaceAll(place, () => escapeHtml(text)), built);
}

/** Reads the scripts, styles and fonts that the built page names. */
function hintsOf(html: string): string[] {
  const links = (pattern: RegExp, rest: string) =>
    [...html.matchAll(pattern)].map(([, address]) => `<${address}>; ${rest}`);
  return [
    ...links(/<link rel="stylesheet"[^>]+href="([^"]+)"/g, 'rel=preload; as=style; crossorigin'),
    ...links(/<script[^>]+src="([^"]+)"/g, 'rel=modulepreload'),
    ...links(/<link rel="modulepreload"[^>]+href="([^"]+)"/g, 'rel=modulepreload'),
  ];
}

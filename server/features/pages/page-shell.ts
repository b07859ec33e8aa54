// The built HTML page in every language. It is split at its placeholders before values are inserted, so that
// placeholders inside untrusted values are never replaced.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textDirectionOf, locales, type Locale } from '#model/locale.ts';
import {
  headPlaceholder,
  noncePlaceholder,
  runtimeConfigPlaceholder,
  statePlaceholder,
  type PageTexts,
} from '#model/page-placeholders.ts';
import { escapeHtml } from '#server/http/escape-html.ts';

export interface PageShell {
  readonly icon: string;
  /** `Link` headers for files of the first screen. */
  readonly hints: readonly string[];
  readonly fill: (locale: Locale, filling: PageShellValues) => readonly string[];
}

/** All values are already escaped for their position. */
export interface PageShellValues {
  readonly head: string;
  /** The content security policy requires a nonce for them. */
  readonly scripts: readonly string[];
  readonly theme: string;
  readonly config: string;
  /** Undefined: the browser renders the page. */
  readonly content?: { readonly html: string; readonly state: string } | undefined;
  readonly isLight: boolean;
}

export async function readPageShell(folder: string, basePath: string): Promise<PageShell> {
  const file = join(folder, 'index.html');
  if (!existsSync(file))
    throw new Error(`The portal has not been built: there is no ${file}. Build it with npm run build.`);
  // The build references its files relative to the page, but pages have different depths.
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

function fillIn(
  pieces: readonly string[],
  { head, scripts, theme, config, content, isLight }: PageShellValues,
): string[] {
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
  const words = { '%LANG%': locale, '%DIR%': textDirectionOf(locale), ...texts[locale] };
  return Object.entries(words).reduce((html, [place, text]) => html.replaceAll(place, () => escapeHtml(text)), built);
}

function hintsOf(html: string): string[] {
  const links = (pattern: RegExp, rest: string) =>
    [...html.matchAll(pattern)].map(([, address]) => `<${address}>; ${rest}`);
  return [
    ...links(/<link rel="stylesheet"[^>]+href="([^"]+)"/g, 'rel=preload; as=style; crossorigin'),
    ...links(/<script[^>]+src="([^"]+)"/g, 'rel=modulepreload'),
    ...links(/<link rel="modulepreload"[^>]+href="([^"]+)"/g, 'rel=modulepreload'),
  ];
}

// Reads title, description and icons from a build's page and its web app manifest. Only a new game gets them.
import { readFile } from 'node:fs/promises';
import type { GameFile } from './list-game-files.ts';
import { findHtmlAttribute, decodeUrlPath } from './read-references.ts';
import type { GameOrientationOption } from './read-games-arguments.ts';

export interface PageMetadata {
  readonly title?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly orientation?: GameOrientationOption;
}

export async function readPageMetadata(files: readonly GameFile[]): Promise<PageMetadata> {
  const page = await textOf(files, 'index.html');
  if (page === undefined) return {};
  const tags = [...page.matchAll(/<(link|meta)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi)].map(
    ([, name = '', attributes = '']) => ({ name: name.toLowerCase(), attributes }),
  );
  const valueOf = (attributes: string, name: string): string | undefined => findHtmlAttribute(attributes, name)?.[0];
  const links = tags.filter(({ name }) => name === 'link');
  const metaOf = (key: string): string | undefined =>
    tags
      .filter(({ attributes }) => [valueOf(attributes, 'name'), valueOf(attributes, 'property')].includes(key))
      .map(({ attributes }) => valueOf(attributes, 'content'))[0];
  const manifestPath = links
    .filter(({ attributes }) => valueOf(attributes, 'rel')?.toLowerCase() === 'manifest')
    .map(({ attributes }) => pathOf(valueOf(attributes, 'href'), 'index.html'))[0];
  const manifest = await manifestAt(files, manifestPath);
  const icons = [
    ...manifest.icons,
    ...links
      .filter(({ attributes }) => /icon/i.test(valueOf(attributes, 'rel') ?? ''))
      .map(({ attributes }) => ({
        path: pathOf(valueOf(attributes, 'href'), 'index.html'),
        // Apple touch icons are 180 px unless stated otherwise.
        side: sideOf(valueOf(attributes, 'sizes')) || (/apple/i.test(valueOf(attributes, 'rel') ?? '') ? 180 : 0),
      })),
  ];
  const icon = icons
    .filter(({ path }) => path !== undefined && files.some((file) => file.path === path))
    .map(({ path = '', side }) => ({ path, side: path.endsWith('.svg') ? Infinity : side }))
    .filter(({ side, path }) => side >= smallestIcon && /\.(svg|png|webp|avif|jpe?g)$/i.test(path))
    .toSorted((one, other) => other.side - one.side)[0];
  const title = textIn(manifest.name, 100) ?? titleIn(page);
  const description = textIn(manifest.description ?? metaOf('description') ?? metaOf('og:description'), 4000);
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(icon && { icon: `/${icon.path.split('/').map(encodeURIComponent).join('/')}` }),
    ...(manifest.orientation && { orientation: manifest.orientation }),
  };
}

/** Smaller icons are meant for browser tabs and would look blurred. */
const smallestIcon = 96;

/** Default titles of tools. */
const meansNothing = /^(document|index|untitled|game|new project|vite( app)?|react app|webpack app|test)$/i;

function titleIn(page: string): string | undefined {
  const [, title = ''] = /<title\b[^>]*>([\s\S]*?)<\/title\s*>/i.exec(page) ?? [];
  const text = textIn(title.replace(/^\s*Unity (WebGL|Web) Player\s*\|/i, ''), 100);
  return text === undefined || meansNothing.test(text) ? undefined : text;
}

interface ManifestWords {
  readonly name?: unknown;
  readonly description?: string;
  readonly orientation?: GameOrientationOption;
  readonly icons: readonly { path: string | undefined; side: number }[];
}

async function manifestAt(files: readonly GameFile[], path: string | undefined): Promise<ManifestWords> {
  const text = path === undefined ? undefined : await textOf(files, path);
  if (path === undefined || text === undefined) return { icons: [] };
  const manifest = parse(text);
  const { name, short_name, description, orientation, icons } = manifest;
  const isWide = typeof orientation === 'string' && orientation.startsWith('landscape');
  const isTall = typeof orientation === 'string' && orientation.startsWith('portrait');
  return {
    name: name ?? short_name,
    ...(typeof description === 'string' && { description }),
    ...((isWide || isTall) && { orientation: isWide ? 'Horizontal' : 'Vertical' }),
    icons: (Array.isArray(icons) ? icons : []).map((icon: unknown) => {
      const { src, sizes } = (icon ?? {}) as { src?: unknown; sizes?: unknown };
      return {
        path: typeof src === 'string' ? pathOf(src, path) : undefined,
        side: sideOf(typeof sizes === 'string' ? sizes : undefined),
      };
    }),
  };
}

/** An invalid manifest counts as empty, as in browsers. */
function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const maxPageBytes = 1_000_000;

async function textOf(files: readonly GameFile[], path: string): Promise<string | undefined> {
  const file = files.find((each) => each.path === path);
  return file && file.bytes <= maxPageBytes ? readFile(file.from, 'utf8') : undefined;
}

function pathOf(address: string | undefined, from: string): string | undefined {
  const target = address === undefined ? null : URL.parse(address, `https://game.invalid/${from}`);
  return target?.origin === 'https://game.invalid' ? decodeUrlPath(target) : undefined;
}

const sideOf = (sizes = ''): number =>
  Math.max(0, ...[...sizes.matchAll(/(\d+)x\d+/gi)].map(([, side]) => Number(side)));

function textIn(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most);
  return text === '' || !text.isWellFormed() || /\p{Cc}/u.test(text) ? undefined : text;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};

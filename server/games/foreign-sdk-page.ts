// Changes the page of a game that was built for another portal, while it is sent: our loader is first, and tags of the
// vendor's script name our program. The files themselves stay unchanged. Works on bytes, whatever the encoding.
import { buildProgramUrl, hasWildcard, resolveScript } from '#compat/resolve-script.ts';
import { foreignSdkFolder, type ForeignSdkManifest, type ForeignSdkPage } from '#compat/port.ts';
import * as foreignSdks from '#compat/registry.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { insertInHead } from './monitored-page.ts';

export type ForeignSdkPlace = Pick<ForeignSdkPage, 'game' | 'playUrl' | 'root' | 'board' | 'reportTo'>;

export function findForeignSdk(id: string | undefined): ForeignSdkManifest | undefined {
  return Object.values<ForeignSdkManifest>(foreignSdks).find((manifest) => manifest.id === id);
}

export const isVendorOrigin = (origin: string, { hosts }: Pick<ForeignSdkManifest, 'hosts'>): boolean => {
  const host = origin.replace(/^\w+:\/\/(\*\.)?/, '').replace(/:\d+$/, '');
  return hosts.some((each) => host === each || host.endsWith(`.${each}`));
};

/** @param file the page's path in the build */
export function replaceForeignSdk(
  html: Buffer,
  file: string,
  { id, scripts, runsFirst }: ForeignSdkManifest,
  place: ForeignSdkPlace,
): Buffer {
  const page: ForeignSdkPage = { sdk: id, file: `${foreignSdkFolder}${id}.js`, scripts, ...place };
  const replaced = replaceTags(html.toString('latin1'), page, file);
  const { text, hasOwnMap } = addToImportMap(replaced, page);
  const map = hasOwnMap ? '' : `<script type="importmap">${JSON.stringify({ imports: listImports(page) })}</script>`;
  const loader = `<script src="${foreignSdkFolder}loader.js" data-page="${escapeHtml(JSON.stringify(page))}"></script>`;
  const program = runsFirst ? `<script src="${page.file}"></script>` : '';
  return insertInHead(Buffer.from(text, 'latin1'), map + loader + program);
}

function replaceTags(text: string, page: ForeignSdkPage, file: string): string {
  const base = `https://game.invalid${page.root}${file}`;
  // A declared hash is of the vendor's file.
  return text.replaceAll(/<(?:script|link)\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi, (tag) => {
    const [attribute, name, quoted] = /\s(src|href)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/i.exec(tag) ?? [];
    const address = quoted?.replaceAll(/^["']|["']$/g, '').replaceAll('&amp;', '&');
    const ours = address === undefined ? undefined : resolveScript(address.trim(), page, base);
    if (attribute === undefined || ours === undefined) return tag;
    return tag
      .replace(attribute, () => ` ${name}="${escapeHtml(ours)}"`)
      .replace(/\s(integrity|nonce)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi, '');
  });
}

/** Not every supported browser reads a second import map, so ours goes into the page's own. */
function addToImportMap(text: string, page: ForeignSdkPage): { text: string; hasOwnMap: boolean } {
  const [whole, start, map, end] =
    /(<script\b[^>]*\btype\s*=\s*["']?importmap["']?[^>]*>)([\s\S]*?)(<\/script\s*>)/i.exec(text) ?? [];
  if (whole === undefined || map === undefined) return { text, hasOwnMap: false };
  const own = parseMap(map);
  const merged = own && JSON.stringify({ ...own, imports: { ...own.imports, ...listImports(page) } });
  // An invalid map stays as it is: the browser reports it to the developer.
  return { text: merged === undefined ? text : text.replace(whole, () => `${start}${merged}${end}`), hasOwnMap: true };
}

function parseMap(text: string): { imports?: object } | undefined {
  try {
    const map: unknown = JSON.parse(text);
    return typeof map === 'object' && map !== null ? map : undefined;
  } catch {
    return undefined;
  }
}

const listImports = ({ file, scripts }: ForeignSdkPage): Record<string, string> =>
  Object.fromEntries(
    // An import map has no wildcards.
    scripts
      .filter((script) => !hasWildcard(script))
      .map((script) => [
        script.address.startsWith('/') ? script.address : `https://${script.address}`,
        buildProgramUrl(file, script),
      ]),
  );

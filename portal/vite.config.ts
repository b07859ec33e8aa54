// Builds the portal into dist/portal: pages, service worker, checkout frame, server renderer, and compressed copies.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { locales } from '../model/locale.ts';
import { noncePlaceholder, pageTextPlaceholders } from '../model/page-placeholders.ts';
import { formatBrowserVersions, toBuildTargets, minPortalBrowsers } from '../model/supported-browsers.ts';
import { compressed } from './compressed.config.ts';
import { readLocaleTexts, virtualTablePlugins, type LocaleTexts } from './virtual-tables.config.ts';

const target = toBuildTargets(minPortalBrowsers);
// Without achievements, whose query would bring the call table of `lazy-api.ts` into the player.
const sharedByScreens =
  /\/portal\/(?!achievements\/)(?:[\w-]+\/)*(?:use-[\w-]+|[\w-]+-query|format-date|sort-news|search-address|NewsCard|FriendsButton)\.tsx?$/;

export default defineConfig({
  root: import.meta.dirname,
  // Relative URLs, so that one build works under every base path.
  base: './',
  publicDir: false,
  html: { cspNonce: noncePlaceholder },
  plugins: [
    react(),
    virtualTablePlugins(),
    pageTexts(),
    favicon(),
    serviceWorkers(),
    checkoutProgram(),
    serverProgram(),
    compressed(),
  ],
  build: {
    outDir: join(import.meta.dirname, '../dist/portal'),
    emptyOutDir: true,
    target,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read by scripts/check-sizes.mjs.
    manifest: 'manifest.json',
    // One chunk for the first page, because the bundler would make a dozen, and one for code shared by platform
    // adapters, which scripts/check-sizes.mjs finds by its name.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'portal', tags: ['$initial'] },
            // Platform code used by the player itself is kept out of that chunk.
            { name: 'platform-port', test: /\/platforms\/(port|own-portal)\.browser\.ts/, priority: 2 },
            { name: 'platform-kit', test: /\/platforms\/kit\//, priority: 1, minShareCount: 2 },
            // Shared by screens, in one small chunk: a game's page would otherwise wait for a dozen.
            { name: 'shared', test: sharedByScreens, minShareCount: 2 },
          ],
        },
      },
    },
  },
});

/** `page-texts.json`: the texts before the app runs, in every language, inserted by the server. */
function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    apply: 'build',
    async buildStart() {
      this.emitFile({ type: 'asset', fileName: 'page-texts.json', source: JSON.stringify(await collectPageTexts()) });
    },
  };
}

export async function collectPageTexts(): Promise<object> {
  return Object.fromEntries(await Promise.all(locales.map(async (locale) => [locale, await textsOf(locale)] as const)));
}

async function textsOf(locale: string): Promise<Record<string, string>> {
  const all = await readLocaleTexts(locale);
  const found = Object.entries(pageTextPlaceholders).map(([place, key]) => {
    const text = key
      .split('.')
      .reduce<string | LocaleTexts | undefined>(
        (texts, name) => (typeof texts === 'object' ? texts[name] : undefined),
        all,
      );
    if (typeof text !== 'string') throw new Error(`The text ${key} is missing in ${locale}.`);
    return [place, text.replace('{{browsers}}', formatBrowserVersions(minPortalBrowsers))] as const;
  });
  return Object.fromEntries(found);
}

/** `push-worker.js`, and `service-worker.js` with the list of the first page's files and the screens' files. */
function serviceWorkers(): Plugin {
  return {
    name: 'service-workers',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has made no index.html for the service worker to keep.');
        const named = [...String(page.source).matchAll(/"\.\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
        const firstPage = new Set(named);
        const screens = Object.values(bundle)
          .filter((file) => file.type === 'chunk')
          .filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && isKept(facadeModuleId ?? ''))
          .map(({ fileName }) => fileName);
        const later = withImports(bundle, screens).filter((file) => !firstPage.has(file));
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: await buildWorker([...firstPage].sort(), later.sort()),
        });
        this.emitFile({
          type: 'asset',
          fileName: 'push-worker.js',
          source: await buildWorkerProgram('push-worker.ts'),
        });
      },
    },
  };
}

/** A screen, a modal, or the English texts. */
function isKept(path: string): boolean {
  return /^((screens|modals)\/|i18n\/locales\/en\.json)/.test(
    relative(import.meta.dirname, path).replaceAll('\\', '/'),
  );
}

function withImports(bundle: Rolldown.OutputBundle, names: readonly string[]): string[] {
  const files = new Set(names);
  // A set can grow during iteration, so imports of imports are included.
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk') continue;
    for (const other of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) files.add(other);
  }
  return [...files];
}

async function buildWorker(firstPage: readonly string[], screens: readonly string[]): Promise<string> {
  const buildId = createHash('sha256')
    .update([...firstPage, ...screens].join('\n'))
    .digest('hex')
    .slice(0, 12);
  return buildWorkerProgram('service-worker.ts', {
    buildId: JSON.stringify(buildId),
    firstPageFiles: JSON.stringify(firstPage),
    screenFiles: JSON.stringify(screens),
  });
}

async function buildWorkerProgram(source: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const input = join(import.meta.dirname, source);
  const [program] = await buildProgram({
    define,
    build: { target, rolldownOptions: { input, output: { format: 'iife' } } },
  });
  return program.code;
}

async function buildProgram({ build: options, ...config }: InlineConfig): Promise<Rolldown.RolldownOutput['output']> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    publicDir: false,
    ...config,
    build: { ...options, write: false },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('A build gives one set of files.');
  return result.output;
}

/** `checkout/`: the script of the checkout frame, which shares no file with the portal. */
function checkoutProgram(): Plugin {
  return {
    name: 'checkout-program',
    apply: 'build',
    async generateBundle() {
      for (const { fileName, source } of await buildCheckout())
        this.emitFile({ type: 'asset', fileName: `checkout/${fileName}`, source });
    },
  };
}

export async function buildCheckout(): Promise<{ fileName: string; source: string }[]> {
  const files = await buildProgram({
    base: './',
    build: {
      target,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'checkout/checkout.ts'),
        output: { entryFileNames: 'checkout-[hash].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return files.map((file) => {
    if (file.type !== 'chunk') throw new Error(`The checkout has programs only, and not ${file.fileName}.`);
    return { fileName: file.fileName, source: file.code };
  });
}

/**
 * `server/`: the bundle that renders public pages on the server. It contains all dependencies, with one file per
 * screen. Files are named as in the browser's bundle, under a base that is inserted at run time.
 */
function serverProgram(): Plugin {
  return {
    name: 'server-program',
    apply: 'build',
    async generateBundle() {
      const files = await buildProgram({
        base: '/base-path/',
        plugins: [react(), virtualTablePlugins()],
        resolve: { alias: { 'react-i18next': join(import.meta.dirname, 'i18n/server-translation.tsx') } },
        ssr: { noExternal: true },
        build: {
          ssr: join(import.meta.dirname, 'entry.server.tsx'),
          target: 'node26',
          assetsInlineLimit: 0,
          rolldownOptions: { output: { entryFileNames: 'entry.js', chunkFileNames: '[name]-[hash].js' } },
        },
      });
      for (const file of files)
        if (file.type === 'chunk')
          this.emitFile({ type: 'asset', fileName: `server/${file.fileName}`, source: file.code });
    },
  };
}

/** For clients that request it without reading the page. */
function favicon(): Plugin {
  return {
    name: 'favicon',
    apply: 'build',
    async buildStart() {
      const source = await readFile(join(import.meta.dirname, 'art/favicon.ico'));
      this.emitFile({ type: 'asset', fileName: 'favicon.ico', source });
    },
  };
}

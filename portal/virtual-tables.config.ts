// Virtual modules generated from the contract, the manifests and the texts, so that the browser needs no schemas.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { fallbackLocale } from '../model/locale.ts';
import type { RouteGroup } from '../model/route.ts';
import { lazyRouteGroups } from '../contract/lazy-route-groups.ts';

export function virtualTablePlugins(): Plugin[] {
  return [
    virtualTable('call-table', 'callTable', () => describeCalls((area) => !isLazyGroup(area))),
    virtualTable('lazy-call-table', 'lazyCallTable', () => describeCalls(isLazyGroup)),
    virtualTable('platform-table', 'platformTable', describeAllPlatforms),
    virtualTable('first-page-texts', 'firstPageTexts', pickFirstTexts),
  ];
}

export type LocaleTexts = { readonly [key: string]: string | LocaleTexts };

export async function readLocaleTexts(locale: string): Promise<LocaleTexts> {
  const file = join(import.meta.dirname, 'i18n/locales', `${locale}.json`);
  return JSON.parse(await readFile(file, 'utf8')) as LocaleTexts;
}

/** The module `virtual:<name>`, which exports an object that is computed while building. */
export function virtualTable(name: string, exported: string, compute: () => Promise<object>): Plugin {
  const id = `virtual:${name}`;
  return {
    name,
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      return source === `\0${id}` ? `export const ${exported} = ${JSON.stringify(await compute())};` : undefined;
    },
  };
}

/** Calls for operators, the console and game servers are left out. */
async function describeCalls(isWanted: (area: string) => boolean): Promise<object> {
  const [{ api }, { buildCallTable }] = await Promise.all([
    import('../contract/api.ts'),
    import('../contract/describe.ts'),
  ]);
  const areas = Object.entries<RouteGroup>(api).map(([name, area]): [string, RouteGroup] => [
    name,
    Object.fromEntries(
      Object.entries(area).filter(([, { access }]) =>
        access.some((who) => who !== 'operator' && who !== 'console' && who !== 'game'),
      ),
    ),
  ]);
  return buildCallTable(
    Object.fromEntries(areas.filter(([name, area]) => isWanted(name) && Object.keys(area).length > 0)),
  );
}

const isLazyGroup = (area: string): boolean => (lazyRouteGroups as readonly string[]).includes(area);

async function describeAllPlatforms(): Promise<object> {
  const [{ summarisePlatforms }, platforms] = await Promise.all([
    import('../platforms/port.ts'),
    import('../platforms/registry.ts'),
  ]);
  return summarisePlatforms(platforms);
}

/** A test fails if one is missing. */
const firstTexts = [
  'about',
  'crash',
  'favorite.label',
  'flash',
  'footer',
  'game.connected',
  'game.hidden',
  'game.maintenance',
  'game.new',
  'games.failed',
  'games.failedText',
  'games.empty',
  'install',
  'landing',
  'language',
  'loading',
  'loginPages.signedOut',
  'nav',
  'offline',
  'play',
  'profile.signOut',
  'retry',
  'signIn',
  'skip',
];

async function pickFirstTexts(): Promise<object> {
  const english = await readLocaleTexts(fallbackLocale);
  const picked: Record<string, unknown> = {};
  for (const key of firstTexts) {
    const [part = '', name] = key.split('.');
    const { [part]: texts } = english;
    if (name === undefined) picked[part] = texts;
    else picked[part] = { ...(picked[part] as object), [name]: (texts as LocaleTexts)[name] };
  }
  return picked;
}

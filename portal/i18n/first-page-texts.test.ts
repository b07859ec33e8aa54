// The bundled first page may only use bundled texts. The test follows all static imports from the entry file, and
// checks that every text key they mention is bundled.
import { expect, test } from 'vitest';
import { firstPageTexts } from 'virtual:first-page-texts';
import english from './locales/en.json';

const portal = 'file:///portal/';

/** The portal's source files by path. */
const sources = new Map(
  Object.entries(
    import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).map(([path, source]) => [new URL(path, `${portal}i18n/`).href, source]),
);

test('the first page’s texts are exactly those used by the first chunk', () => {
  const files = followImports(`${portal}main.tsx`);
  expect(files.length, 'files of the first page').toBeGreaterThan(40);
  const named = new Set(files.flatMap((file) => findTexts(sources.get(file) ?? '')));
  expect([...named].filter((key) => findText(firstPageTexts, key) !== findText(english, key))).toEqual([]);
  const parts = new Set([...named].map((key) => key.split('.')[0]));
  expect(Object.keys(firstPageTexts).filter((part) => !parts.has(part))).toEqual([]);
});

/** The text keys in a file; a computed key such as `genre.${name}` counts as all keys it can become. */
function findTexts(source: string): string[] {
  const words = [...source.matchAll(/\bt\(\s*'(\w+)'/g), ...source.matchAll(/['`](\w+(?:\.\w+)+)['`]/g)];
  const made = [...source.matchAll(/`(\w+)\.\$\{/g)].flatMap(([, part = '']) =>
    Object.keys(findText(english, part) ?? {}).map((name) => `${part}.${name}`),
  );
  return [...words.map(([, key = '']) => key), ...made].filter((key) => findText(english, key) !== undefined);
}

function findText(texts: object, key: string): unknown {
  return key.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], texts);
}

function followImports(first: string): string[] {
  const files = new Set([first]);
  // A set can grow during iteration.
  for (const file of files)
    for (const [, name = ''] of (sources.get(file) ?? '').matchAll(/^(?:import|export)(?! type)[^'"();]*'([^']+)'/gm)) {
      const { href } = new URL(name.replace('#portal/', portal), file);
      if (sources.has(href)) files.add(href);
    }
  return [...files];
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  compareWeights,
  measureAdapters,
  measureWeights,
  maxAdapter,
  maxKit,
  maxJs,
  weightLines,
  type Weights,
} from './weights.ts';

const accepted: Weights = {
  firstPage: { js: 100_000, css: 4000, fonts: 30_000, total: 136_000 },
  parts: { 'screens/game/Game.tsx': 20_000, 'screens/small/Small.tsx': 300 },
};

it('finds the built portal no heavier than accepted', () => {
  const kept = JSON.parse(readFileSync(join(import.meta.dirname, 'weights.json'), 'utf8')) as Weights;
  expect(compareWeights(measureWeights(join(import.meta.dirname, '../dist/portal')), kept)).toEqual([]);
});

it('finds no platform heavier than an adapter may be', () => {
  const { adapters, kit } = measureAdapters(join(import.meta.dirname, '../dist/portal'));
  expect(Object.keys(adapters).length).toBeGreaterThan(0);
  for (const [adapter, bytes] of Object.entries(adapters)) expect(bytes, adapter).toBeLessThanOrEqual(maxAdapter);
  // It is there: what was measured without it would be heavier than it seems.
  expect(kit).toBeGreaterThan(0);
  expect(kit).toBeLessThanOrEqual(maxKit);
});

describe('comparing', () => {
  it.each([
    ['nothing changed', {}, {}],
    ['a tenth more', {}, { 'screens/game/Game.tsx': 22_000 }],
    ['a small part doubled', {}, { 'screens/small/Small.tsx': 900 }],
    ['everything lighter', { js: 1 }, { 'screens/game/Game.tsx': 1 }],
  ])('is content with: %s', (_, firstPage, parts) => {
    expect(compareWeights(changed(firstPage, parts), accepted)).toEqual([]);
  });

  it('names a part that has grown, and what to do', () => {
    const problems = compareWeights(changed({}, { 'screens/game/Game.tsx': 22_100 }), accepted);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^screens\/game\/Game\.tsx has grown from 20000 to 22100 .*import\(\).*npm run weights/,
    );
  });

  it('names a kind of the first page that has grown', () => {
    expect(compareWeights(changed({ css: 5100 }, {}), accepted)).toEqual([
      expect.stringContaining('The first page (css) has grown from 4000 to 5100'),
    ]);
  });

  it('names a part that is new and one that is gone', () => {
    const parts = { 'screens/game/Game.tsx': 20_000, 'screens/new/New.tsx': 5 };
    expect(compareWeights({ ...accepted, parts }, accepted)).toEqual([
      expect.stringContaining('screens/new/New.tsx (5 bytes) is new.'),
      expect.stringContaining('screens/small/Small.tsx is gone.'),
    ]);
  });

  it('does not let the first page be accepted above the most', () => {
    const heavy = changed({ js: maxJs + 1 }, {});
    expect(compareWeights(heavy, heavy)).toEqual([expect.stringContaining('117000 is the most')]);
  });
});

describe('measuring', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-weights-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('counts what travels, once, with the fonts of English only', () => {
    mkdirSync(join(folder, 'assets'));
    const write = (name: string, size: number) => writeFileSync(join(folder, name), 'x'.repeat(size));
    write('index.html', 7);
    write('assets/a-1.js', 1000);
    write('assets/a-1.js.br', 100);
    write('assets/shared-1.js', 20);
    write('assets/late-1.js', 3);
    write('assets/dialog-1.js', 40);
    write('assets/dialog-1.css', 5);
    write('assets/latin.woff2', 600);
    write('assets/persian.woff2', 9000);
    const css = ['U+0-FF', 'U+600-6FF'].map((range, index) => {
      const font = ['latin', 'persian'][index];
      return `@font-face{font-family:X;src:url(./${font}.woff2)format("woff2");unicode-range:${range}}`;
    });
    writeFileSync(join(folder, 'assets/a-1.css'), css.join(''));
    write('assets/a-1.css.br', 50);
    const manifest = {
      'index.html': { file: 'assets/a-1.js', isEntry: true, imports: ['_shared'], css: ['assets/a-1.css'] },
      _shared: { file: 'assets/shared-1.js' },
      _dialog: { file: 'assets/dialog-1.js', css: ['assets/dialog-1.css'], imports: ['index.html'] },
      'late.ts': { file: 'assets/late-1.js', isDynamicEntry: true, imports: ['_shared', '_dialog'] },
    };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    const weights = measureWeights(folder);
    expect(weights).toEqual({ firstPage: { js: 120, css: 50, fonts: 600, total: 777 }, parts: { 'late.ts': 48 } });
    expect(weightLines(weights)).toEqual([
      { measure: 'weight-first-page', js: 120, css: 50, fonts: 600, total: 777, maxJs },
      { measure: 'weight-part', part: 'late.ts', bytes: 48 },
    ]);
  });

  it('says how to build a portal that is not there', () => {
    expect(() => measureWeights(join(folder, 'nowhere'))).toThrow('npm run build');
  });
});

function changed(firstPage: Partial<Weights['firstPage']>, parts: Record<string, number>): Weights {
  return { firstPage: { ...accepted.firstPage, ...firstPage }, parts: { ...accepted.parts, ...parts } };
}

// What holds for every demo game: all languages complete, pages that a strict content policy accepts, light art without
// words, and shared files that are truly the same.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const LANGUAGES = ['en', 'de', 'es', 'fa', 'fr', 'it', 'ja', 'ko', 'pt-br', 'ru', 'tr', 'zh', 'uk', 'pl'];
const GAMES = ['gem-miner', 'sky-courier', 'paper-fleet'];
const COPIES = ['language.js', 'random.js', 'page.js', 'record.js', 'sound.js', 'sparks.js', 'stage.js'];
const MOST_ART_BYTES = 40_000;
const here = new URL('games/', import.meta.url);

const read = (path: string): string => readFileSync(new URL(path, here), 'utf8');
const filesOf = (game: string, ending: string): string[] =>
  readdirSync(new URL(`${game}/`, here), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${game}/${name}`);

describe.each(GAMES)('%s', (game) => {
  it('has every text in every language', async () => {
    const { texts } = (await import(new URL(`${game}/texts.js`, here).href)) as {
      texts: Record<string, Record<string, string>>;
    };
    expectComplete(texts);
  });

  it('has no inline script or style and loads nothing from elsewhere', () => {
    const page = read(`${game}/index.html`);
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/i);
    for (const file of [...filesOf(game, '.html'), ...filesOf(game, '.js'), ...filesOf(game, '.css')]) {
      expect(read(file), file).not.toMatch(/https?:\/\/|innerHTML|console\./);
    }
  });

  it('imports only files that are there', () => {
    for (const file of filesOf(game, '.js')) {
      for (const [, target] of read(file).matchAll(/from '(\.[^']+)'/g)) {
        expect(statSync(new URL(target ?? '', new URL(file, here))).isFile(), `${file} imports ${target}`).toBe(true);
      }
    }
  });

  it('has all its art, without words and below the limit of size', () => {
    const art = filesOf(game, '.svg');
    for (const name of ['wide', 'square', 'logo', 'shot-1', 'shot-2']) expect(art).toContain(`${game}/art/${name}.svg`);
    for (const file of art) {
      expect(statSync(new URL(file, here)).size, file).toBeLessThan(MOST_ART_BYTES);
      expect(read(file), file).not.toMatch(/<text|<script|<image|href=/i);
    }
  });
});

it('gives sky-courier a data file with every text in every language', () => {
  const data = JSON.parse(read('sky-courier/Build/sky-courier.data')) as {
    texts: Record<string, Record<string, string>>;
  };
  expectComplete(data.texts);
});

it.each(COPIES)('keeps the copies of %s the same', (name) => {
  const copies = GAMES.flatMap((game) => filesOf(game, '.js')).filter(
    (file) => file.split('/').length === 2 && file.endsWith(`/${name}`),
  );
  expect(copies.length).toBeGreaterThan(1);
  expect(new Set(copies.map(read)).size, copies.join(' and ')).toBe(1);
});

describe('a run of gem-miner', () => {
  it('ends in the dark when the miner stands still', async () => {
    const { startRun } = await loadMiner();
    const run = startRun(3, () => undefined);
    for (let i = 0; i < 60; i += 1) run.step(1 / 60, 'down');
    for (let i = 0; i < 60 * 120 && !run.end; i += 1) run.step(1 / 60);
    expect(run.end).toBe('dark');
  });

  it('can be won by digging down, around bedrock, and taking what lies beside the way', async () => {
    const { startRun, cellAt, HEART_ROW, COLUMNS } = await loadMiner();
    const run = startRun(3, () => undefined);
    for (let i = 0; i < 60 * 240 && !run.end; i += 1) run.step(1 / 60, choose());
    expect(run.end).toBe('heart');

    function choose(): string {
      const { column, row } = run.miner;
      if (row >= HEART_ROW) return column < COLUMNS / 2 - 1 ? 'right' : 'left';
      const below = (x: number): string => cellAt(run.rows, x, row + 1).kind;
      const beside = (x: number): boolean => {
        const { kind, hold } = cellAt(run.rows, x, row);
        return kind !== 'bedrock' && hold !== undefined && hold !== 'dynamite';
      };
      if (beside(column - 1)) return 'left';
      if (beside(column + 1)) return 'right';
      for (let reach = 0; reach < COLUMNS; reach += 1) {
        if (column + reach < COLUMNS && below(column + reach) !== 'bedrock') return reach === 0 ? 'down' : 'right';
        if (column - reach >= 0 && below(column - reach) !== 'bedrock') return 'left';
      }
      return 'down';
    }
  });
});

type Cell = { kind: string; hold?: string };
type Run = {
  end?: string;
  rows: Cell[][];
  miner: { column: number; row: number };
  step: (seconds: number, wish?: string) => void;
};
type Miner = {
  startRun: (seed: number, tell: () => void) => Run;
  cellAt: (rows: Cell[][], column: number, row: number) => Cell;
  HEART_ROW: number;
  COLUMNS: number;
};

async function loadMiner(): Promise<Miner> {
  const parts: object[] = await Promise.all(
    ['run.js', 'mine.js'].map((name) => import(new URL(`gem-miner/${name}`, here).href)),
  );
  // The games are plain JavaScript outside the compiler's projects, so their shape is stated here.
  return Object.assign({}, ...parts) as Miner;
}

function expectComplete(texts: Record<string, Record<string, string>>): void {
  expect(Object.keys(texts)).toEqual(LANGUAGES);
  const keys = Object.keys(texts['en'] ?? {}).sort();
  for (const language of LANGUAGES) {
    expect(Object.keys(texts[language] ?? {}).sort(), language).toEqual(keys);
    for (const [key, text] of Object.entries(texts[language] ?? {}))
      expect(text.trim(), `${language}.${key}`).not.toBe('');
  }
}

// Every demo game is complete in all languages, works under a strict content policy, and has small art without text.
// Copies of shared files are identical.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Check } from 'typebox/schema';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventSchemas, methodSchemas } from '#bridge/schemas.ts';
import { findUnityBuild } from '#server/games/find-unity-build.ts';
import { describeProtocol, buildMethodsFile } from './explorer/describe-protocol.ts';
import { formatSchema } from './explorer/format-schema.ts';

const LANGUAGES = ['en', 'de', 'es', 'fa', 'fr', 'it', 'ja', 'ko', 'pt-br', 'ru', 'tr', 'zh', 'uk', 'pl'];
const GAMES = ['gem-miner', 'sky-courier', 'paper-fleet', 'bridge-explorer'];
// The stand-in for a Unity build has no page, as a build that a developer drops into a folder may have none.
const PAGES = GAMES.filter((game) => game !== 'sky-courier');
const COPIES = [
  'language.js',
  'random.js',
  'page.js',
  'high-score.js',
  'load-sdk.js',
  'sound.js',
  'sparks.js',
  'game-loop.js',
];
const MOST_ART_BYTES = 40_000;
const here = new URL('games/', import.meta.url);
// Node has it; its types come with those of a browser only.
const { WebAssembly: assembly } = globalThis as unknown as {
  WebAssembly: { instantiate: (bytes: Uint8Array) => Promise<{ instance: { exports: Asm } }> };
};

const read = (path: string): string => readFileSync(new URL(path, here), 'utf8');
const filesOf = (game: string, ending: string): string[] =>
  readdirSync(new URL(`${game}/`, here), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${game}/${name}`);

describe.each(PAGES)('the page of %s', (game) => {
  it('has every text in every language', async () => {
    const { texts } = (await import(new URL(`${game}/texts.js`, here).href)) as Texts;
    expectComplete(texts);
  });

  it('has no inline script or style', () => {
    expect(read(`${game}/index.html`)).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/i);
  });
});

describe.each(GAMES)('%s', (game) => {
  it('loads nothing from other origins', () => {
    for (const file of [...filesOf(game, '.html'), ...filesOf(game, '.js'), ...filesOf(game, '.css')]) {
      expect(read(file), file).not.toMatch(/https?:\/\/|innerHTML|console\./);
    }
  });

  it('imports only existing files', () => {
    for (const file of filesOf(game, '.js')) {
      for (const [, target] of read(file).matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
        expect(statSync(new URL(target ?? '', new URL(file, here))).isFile(), `${file} imports ${target}`).toBe(true);
      }
    }
  });

  it('has all its art, without text and below the size limit', () => {
    const art = filesOf(game, '.svg');
    for (const name of ['wide', 'square', 'logo', 'shot-1', 'shot-2']) expect(art).toContain(`${game}/art/${name}.svg`);
    for (const file of art) {
      expect(statSync(new URL(file, here)).size, file).toBeLessThan(MOST_ART_BYTES);
      expect(read(file), file).not.toMatch(/<text|<script|<image|href=/i);
    }
  });
});

describe('the build of sky-courier', () => {
  it('has the parts of a Unity build, so that the portal finds and runs it', async () => {
    expect(await findUnityBuild(fileURLToPath(new URL('sky-courier', here)))).toMatchObject({
      loader: 'Build/sky-courier.loader.js',
      data: 'Build/sky-courier.data',
      framework: 'Build/sky-courier.framework.js',
      code: 'Build/sky-courier.wasm',
    });
  });

  it('has a data file with every text in every language', () => {
    const { texts } = JSON.parse(read('sky-courier/Build/sky-courier.data')) as Texts;
    expectComplete(texts);
  });

  it('has a WebAssembly that moves the glider towards the pointer', async () => {
    const bytes = readFileSync(new URL('sky-courier/Build/sky-courier.wasm', here));
    const { instance } = await assembly.instantiate(bytes);
    const asm = instance.exports;
    expect(asm.approach(2, 10, 0.25)).toBe(4);
    const { startFlight } = (await import(new URL('sky-courier/Build/code/flight.js', here).href)) as Courier;
    const { tuning } = JSON.parse(read('sky-courier/Build/sky-courier.data')) as { tuning: object };
    const flight = startFlight(7, tuning, { tell: () => undefined, asm });
    for (let i = 0; i < 60; i += 1) flight.step(1 / 60, { x: 0, y: 0 }, { x: 3, y: -2 });
    expect(flight.glider.x).toBeCloseTo(3, 1);
    expect(flight.glider.y).toBeCloseTo(-2, 1);
    expect(flight.distance).toBeGreaterThan(0);
  });
});

it.each(COPIES)('keeps the copies of %s the same', (name) => {
  const copies = GAMES.flatMap((game) => filesOf(game, '.js')).filter(
    (file) => file.split('/').length === 2 && file.endsWith(`/${name}`),
  );
  expect(copies.length).toBeGreaterThan(1);
  expect(new Set(copies.map(read)).size, copies.join(' and ')).toBe(1);
});

describe('bridge-explorer', () => {
  const protocol = describeProtocol();

  it('lists the whole protocol (if not, run node lab/explorer/write-methods-command.ts)', () => {
    expect(read('bridge-explorer/methods.json')).toBe(buildMethodsFile());
    expect(protocol.methods.map(({ name }) => name).sort()).toEqual(Object.keys(methodSchemas).sort());
    expect(protocol.events.map(({ name }) => name)).toEqual(Object.keys(eventSchemas));
  });

  it.each(protocol.methods.map(({ name, sample }) => ({ name, sample })))(
    'starts with parameters that the portal accepts for $name',
    ({ name, sample }) => {
      const { params } = methodSchemas[name as keyof typeof methodSchemas];
      expect(Check(params, sample)).toBe(true);
    },
  );

  it('formats a schema as a developer would', () => {
    expect(formatSchema(methodSchemas.InviteFriends.params)).toBe(
      '{ message?: string; uids?: string[]; image?: string }',
    );
    expect(formatSchema(methodSchemas.StatEvent.params)).toBe(
      '{ name: string; parameters?: { [name]: string | number | boolean | null } }',
    );
    expect(formatSchema(eventSchemas.FocusChanged)).toBe(
      '{ focused: true } | { focused: false; reason: "hint" | "pip" | "other" }',
    );
    expect(formatSchema(methodSchemas.GetInfo.params)).toBe('{}');
  });

  it('has every text that its page uses', async () => {
    const { texts } = (await import(new URL('bridge-explorer/texts.js', here).href)) as Texts;
    expectWords('bridge-explorer', texts['en'] ?? {});
  });
});

describe('gem-miner with and without a portal', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('has every text that its page uses', async () => {
    const { texts } = (await import(new URL('gem-miner/texts.js', here).href)) as Texts;
    expectWords('gem-miner', texts['en'] ?? {});
  });

  it.each(['error', 'load'])('runs without a portal if the SDK can’t be loaded (%s)', async (ending) => {
    const added: string[] = [];
    const script = Object.assign(new EventTarget(), { src: '' });
    const append = (): void => {
      added.push(script.src);
      script.dispatchEvent(new Event(ending));
    };
    vi.stubGlobal('document', { createElement: () => script, head: { append } });
    const { connectToPortal } = (await import(new URL('gem-miner/portal.js', here).href)) as {
      connectToPortal: (hear: object) => Promise<unknown>;
    };
    expect(await connectToPortal({})).toBeUndefined();
    expect(added).toEqual(['/sdk/v1/sdk.js']);
  });

  it("stores records in the browser, and in a portal in the player's save", async () => {
    const openStorage = () => {
      const items = new Map<string, string>();
      return {
        getItem: (name: string) => items.get(name) ?? null,
        setItem: (name: string, value: unknown) => void items.set(name, String(value)),
      };
    };
    vi.stubGlobal('localStorage', openStorage());
    const saves = await loadSaves();
    expect(saves.offer('depth', 40)).toBe(true);
    expect(saves.offer('depth', 30)).toBe(false);
    expect((await loadSaves()).read('depth')).toBe(40);
    const save = openStorage();
    save.setItem('best', '900');
    saves.moveTo(save);
    expect([saves.read('depth'), saves.read('best'), saves.read('lamp')]).toEqual([40, 900, undefined]);
    expect(saves.offer('best', 800)).toBe(false);
    expect(saves.offer('best', 1000)).toBe(true);
    expect([save.getItem('depth'), save.getItem('best')]).toEqual(['40', '1000']);
    // Another device has played further.
    save.setItem('depth', '77');
    expect(saves.read('depth')).toBe(77);
  });

  it('keeps records for the visit if storage is blocked', async () => {
    const blocked = (): never => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
    const saves = await loadSaves();
    expect(saves.offer('best', 7)).toBe(true);
    expect(saves.read('best')).toBe(7);
  });
});

describe('a run of gem-miner', () => {
  it('continues once after the lamp went out, and adds the depth bonus only at the end', async () => {
    const { startRun } = await loadMiner();
    const run = startRun(3, () => undefined);
    digUntilDark(run);
    const paid = run.score;
    expect(run.canRelight()).toBe(true);
    run.relight();
    expect(run).toMatchObject({ end: undefined, oil: 60 });
    expect(run.score).toBe(paid - run.depth() * 5);
    for (let i = 0; i < 60 * 120 && !run.end; i += 1) run.step(1 / 60);
    expect(run).toMatchObject({ end: 'dark', score: paid });
    expect(run.canRelight()).toBe(false);
    run.relight();
    expect(run.end).toBe('dark');
  });

  it('lasts longer with the better lamp', async () => {
    const { startRun } = await loadMiner();
    const plain = digUntilDark(startRun(3, () => undefined));
    const better = digUntilDark(startRun(3, () => undefined, { burn: 0.75 }));
    expect(better / plain).toBeCloseTo(4 / 3, 1);
  });

  it('ends in the dark when the miner stands still', async () => {
    const { startRun } = await loadMiner();
    const run = startRun(3, () => undefined);
    for (let i = 0; i < 60; i += 1) run.step(1 / 60, 'down');
    for (let i = 0; i < 60 * 120 && !run.end; i += 1) run.step(1 / 60);
    expect(run.end).toBe('dark');
  });

  it('can be won by digging down around bedrock and collecting gems', async () => {
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

type Texts = { texts: Record<string, Record<string, string>> };
type Saves = {
  read: (kind: string) => number | undefined;
  offer: (kind: string, result: number) => boolean;
  moveTo: (save: { getItem(name: string): string | null; setItem(name: string, value: unknown): void }) => void;
};
type Asm = { approach: (value: number, goal: number, share: number) => number };
type Flight = {
  glider: { x: number; y: number };
  distance: number;
  step: (seconds: number, keys: { x: number; y: number }, goal: { x: number; y: number }) => void;
};
type Courier = { startFlight: (seed: number, tuning: object, parts: object) => Flight };
type Cell = { kind: string; hold?: string };
type Run = {
  end?: string;
  oil: number;
  score: number;
  rows: Cell[][];
  miner: { column: number; row: number };
  step: (seconds: number, wish?: string) => void;
  depth: () => number;
  canRelight: () => boolean;
  relight: () => void;
};
type Miner = {
  startRun: (seed: number, tell: () => void, options?: { burn: number }) => Run;
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

async function loadSaves(): Promise<Saves> {
  const { openSaves } = (await import(new URL('gem-miner/saves.js', here).href)) as { openSaves: () => Saves };
  return openSaves();
}

/** Digs a little and then stands still; returns how many steps there was light. */
function digUntilDark(run: Run): number {
  let steps = 0;
  for (; steps < 60 * 240 && !run.end; steps += 1) run.step(1 / 60, steps < 60 ? 'down' : undefined);
  expect(run.end).toBe('dark');
  return steps;
}

/** The page asks for words by name; a name that no text has would leave a hole. */
function expectWords(game: string, words: Record<string, string>): void {
  const asked = [...read(`${game}/index.html`).matchAll(/data-(?:text|label)="([^"]+)"/g)].map(
    ([, name]) => name ?? '',
  );
  for (const file of filesOf(game, '.js'))
    asked.push(...[...read(file).matchAll(/\bwords(?:\(\))?\.(\w+)/g)].map(([, name]) => name ?? ''));
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((name) => !(name in words))).toEqual([]);
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

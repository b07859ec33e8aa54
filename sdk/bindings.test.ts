// Tests the hand-written parts of the bindings without the engines.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { parseSync } from 'vite';
import { methodRules } from '../bridge/protocol.ts';
import { eventSchemas } from '../bridge/schemas.ts';
import { createSdk } from './create-sdk.ts';
import { createSaves } from './saves.ts';
import { createLocalPortal } from './local-portal.ts';
import type { Sdk } from './sdk.ts';
import { version } from './version.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const jslib = read('unity/Plugins/WebGL/FxId.jslib');
const csharp = globSync('unity/Runtime/*.cs', { cwd: import.meta.dirname })
  .map(read)
  .join('\n');
const godot = globSync('godot/addons/fxid/*.gd', { cwd: import.meta.dirname })
  .map(read)
  .join('\n');

type Library = Record<'FxIdInit' | 'FxIdCall' | 'FxIdListen', (...args: unknown[]) => void>;

/** Loads the library as a page would. Strings are passed directly, because there is no WebAssembly memory. */
function load(sdk?: Sdk) {
  const library = {} as Library & { $FxIdState: object };
  const sent: string[][] = [];
  // Imitates the engine's compiler, which turns the state into a variable of that name.
  const page = { FxId: sdk };
  const scripts: { src: string; onload(): void; onerror(): void }[] = [];
  const context = {
    window: page,
    document: { createElement: () => ({}), head: { appendChild: (script: never) => scripts.push(script) } },
    LibraryManager: { library },
    mergeInto: Object.assign,
    autoAddDeps: () => undefined,
    UTF8ToString: String,
    SendMessage: (...message: string[]) => sent.push(message),
    FxIdState: {},
  };
  runInNewContext(jslib, context);
  context.FxIdState = library.$FxIdState;
  return { library, sent, scripts, page };
}

function createLocalSdk(): Sdk {
  return createSdk({
    isFramed: false,
    isDevelopment: true,
    connect: () => Promise.resolve(undefined),
    loadLocalPortal: async () => createLocalPortal,
    loadSaves: async () => createSaves,
  });
}

describe('the Unity library', () => {
  it('uses no macros and no syntax after ES5, for the oldest compilers', () => {
    const { errors, program } = parseSync('FxId.js', jslib, { sourceType: 'script' });
    expect(errors).toEqual([]);
    const young = ['ArrowFunctionExpression', 'TemplateLiteral', 'SpreadElement', 'AwaitExpression', 'ChainExpression'];
    const tree = JSON.stringify(program);
    expect(young.filter((type) => tree.includes(`"type":"${type}"`))).toEqual([]);
    expect(tree).not.toMatch(/"kind":"(let|const)"/);
    expect(jslib).not.toMatch(/\{\{\{|,\s*\)/);
  });

  it("starts, makes calls and receives events through the page's SDK", async () => {
    const { library, sent } = load(createLocalSdk());
    library.FxIdInit('Receiver', '/sdk/v1/sdk.js', 1);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    const [id, code, json = ''] = sent[0]?.[2]?.split('\n') ?? [];
    expect([sent[0]?.[0], sent[0]?.[1], id, code]).toEqual(['Receiver', 'OnFxIdAnswer', '1', '']);
    expect(JSON.parse(json)).toMatchObject({ environment: 'local', info: { fxId: { gameUid: 'local-player' } } });

    library.FxIdListen('languageChanged');
    library.FxIdCall(2, 'ChangeLanguage', '{"language":"de"}');
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    expect(sent.slice(1)).toEqual([
      ['Receiver', 'OnFxIdAnswer', '2\n\n{"language":"de"}'],
      ['Receiver', 'OnFxIdEvent', 'languageChanged\n{"language":"de"}'],
    ]);
  });

  it.each([
    ['a refused call', 'SendNothing', '{}', /^3\nNotSupported\n.*no local stand-in/],
    ['parameters that are not JSON', 'GetInfo', '{', /^3\nUnknown\n.*JSON/],
  ])('reports %s with its code and message', async (_, method, parameters, expected) => {
    const sdk = createLocalSdk();
    await sdk.init();
    const { library, sent } = load(sdk);
    library.FxIdCall(3, method, parameters);
    await vi.waitFor(() => expect(sent[0]?.[2]).toMatch(expected));
  });

  it('loads the SDK if the page has none, and reports a failure to load', async () => {
    const { library, sent, scripts, page } = load();
    library.FxIdInit('Receiver', '/sdk/v1/sdk.js', 1);
    expect(scripts[0]?.src).toBe('/sdk/v1/sdk.js');
    scripts[0]?.onerror();
    await vi.waitFor(() => expect(sent[0]?.[2]).toMatch(/^1\nNotInitialized\n.*could not be loaded/));
    library.FxIdInit('Receiver', '/sdk/v1/sdk.js', 2);
    page.FxId = createLocalSdk();
    scripts[1]?.onload();
    await vi.waitFor(() => expect(sent[1]?.[2]).toMatch(/^2\n\n/));
  });

  it('has every function that the C# code imports, with the same number of parameters', () => {
    const imported = [...csharp.matchAll(/static extern \w+ (\w+)\((.*?)\);/g)].map(([, name = '', list = '']) => ({
      name,
      count: list.split(',').length,
    }));
    const { library } = load();
    expect(imported.map(({ name }) => name).sort()).toEqual(['FxIdCall', 'FxIdInit', 'FxIdListen']);
    for (const { name, count } of imported) expect(library[name as keyof Library], name).toHaveLength(count);
    for (const method of ['OnFxIdAnswer', 'OnFxIdEvent']) {
      expect(jslib).toContain(`'${method}'`);
      expect(csharp).toContain(`public void ${method}(string message)`);
    }
  });

  it('has a .meta file with a unique id for each file', () => {
    const files = globSync('unity/**/*', { cwd: import.meta.dirname });
    const [metas, others] = [
      files.filter((file) => file.endsWith('.meta')),
      files.filter((file) => !file.endsWith('.meta')),
    ];
    expect(metas.sort()).toEqual(others.map((file) => `${file}.meta`).sort());
    const ids = metas.map((file) => /^guid: ([0-9a-f]{32})$/m.exec(read(file))?.[1]);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(metas.length);
  });
});

describe('the bindings', () => {
  it('use only existing methods', () => {
    const named = [
      ...csharp.matchAll(/CallAsync(?:<\w+>)?\(\s*"(\w+)"/g),
      ...csharp.matchAll(/\{ "(\w+)", /g),
      ...godot.matchAll(/call_method\("(\w+)"/g),
      ...godot.matchAll(/^\t"([A-Z]\w+)": \{/gm),
    ].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !(name in methodRules))).toEqual([]);
  });

  it('support every event', () => {
    const listed = [...(/EVENTS[^[]*\[String\] = \[([^\]]*)\]/.exec(godot)?.[1]?.matchAll(/"(\w+)"/g) ?? [])];
    const known = Object.keys(eventSchemas).map((name) => name.charAt(0).toLowerCase() + name.slice(1));
    expect(listed.map(([, name = '']) => name).sort()).toEqual([...known, 'pause', 'resume'].sort());
  });

  it('have the version and the licence of the SDK', () => {
    const { license } = JSON.parse(read('package.json')) as { license: string };
    expect(JSON.parse(read('unity/package.json'))).toMatchObject({ version, license });
    expect(read('godot/addons/fxid/plugin.cfg')).toContain(`version="${version}"`);
  });

  it('have balanced brackets', () => {
    for (const [name, text] of Object.entries({ csharp, godot })) {
      const bare = text.replace(/\/\/.*|#(?!if|else|endif).*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '');
      for (const [open, close] of [
        ['(', ')'],
        ['[', ']'],
        ['{', '}'],
      ] as const)
        expect(bare.split(open).length, `${name} ${open}`).toBe(bare.split(close).length);
    }
  });
});

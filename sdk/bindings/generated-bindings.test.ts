// Tests that the Unity and Godot packages match the protocol and run: Mono runs the C# with stubs of Unity's classes,
// headless Godot runs the GDScript.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { methodRules } from '../../bridge/protocol.ts';
import { eventSchemas, methodSchemas } from '../../bridge/schemas.ts';
import { createTemporaryFolder } from '../../server/testing/create-temporary-folder.ts';
import { generateBindings } from './bindings.server.ts';
import { readProtocol } from './read-protocol.server.ts';

const sdk = join(import.meta.dirname, '..');
const guide = (name: string) => readFileSync(join(sdk, '../docs/guides', `${name}.md`), 'utf8');
const blocksOf = (name: string, language: string) =>
  [...guide(name).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);

function findProgram(
  names: readonly (string | undefined)[],
  isRight: (version: string) => boolean,
): string | undefined {
  return names.find((name) => {
    if (name === undefined) return false;
    const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8', timeout: 60_000 });
    return status === 0 && isRight(stdout);
  });
}
const compiler = findProgram(['mcs'], () => true);
const mono = findProgram(['mono'], () => true);
const godot = findProgram([process.env['GODOT_PATH'], 'godot4', 'godot'], (version) => version.startsWith('4.'));

function run(program: string, args: readonly string[], cwd?: string) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd, timeout: 300_000 });
  return { status, stdout, stderr };
}

describe('the generated files', () => {
  it('are up to date: `npm run bindings` updates them', async () => {
    for (const [path, text] of await generateBindings()) expect(readFileSync(join(sdk, path), 'utf8'), path).toBe(text);
  });

  it('contain every call and event, each with a unique name', () => {
    const { calls, events } = readProtocol();
    expect(calls.map(({ method }) => method).sort()).toEqual(Object.keys(methodRules).sort());
    // In Godot, a function and a signal can't have the same name.
    const names = [...calls, ...events].map(({ name }) => name);
    expect(new Set(names).size).toBe(calls.length + events.length);
    expect(events.map(({ name }) => name).sort()).toEqual([...Object.keys(eventSchemas), 'Pause', 'Resume'].sort());
    const csharp = readFileSync(join(sdk, 'unity/Runtime/FxIdCalls.cs'), 'utf8');
    const gdscript = readFileSync(join(sdk, 'godot/addons/fxid/calls.gd'), 'utf8');
    for (const { method, name } of calls) {
      expect(csharp).toMatch(new RegExp(` ${name}Async\\([^{]*\\{[^}]*"${method}"`));
      expect(gdscript).toMatch(new RegExp(`\\nfunc ${snake(name)}\\((?:.|\\n\\t|\\n\\))*"${method}"`));
    }
  });
});

describe.skipIf(!compiler || !mono)(
  'the Unity package, run by Mono (skipped without Mono: apt-get install mono-mcs)',
  () => {
    const sources = globSync('unity/Runtime/*.cs', { cwd: sdk }).map((path) => join(sdk, path));
    const stub = join(sdk, 'testing/unity/UnityEngine.cs');
    // Unity 2020 uses this version of C#.
    const compile = (...args: readonly string[]) =>
      run(compiler ?? '', ['-langversion:7', '-warnaserror', ...args, ...sources, stub]);
    const clean = { status: 0, stdout: '', stderr: '' };

    it('compiles for the editor and for the web, without warnings', () => {
      const folder = createTemporaryFolder();
      expect(compile('-target:library', `-out:${join(folder, 'editor.dll')}`)).toEqual(clean);
      expect(compile('-target:library', '-define:UNITY_WEBGL', `-out:${join(folder, 'web.dll')}`)).toEqual(clean);
    });

    it("compiles with the guide's examples", () => {
      const folder = createTemporaryFolder();
      const [game = '', editor = ''] = blocksOf('unity', 'csharp');
      writeFileSync(join(folder, 'Game.cs'), game);
      writeFileSync(
        join(folder, 'Editor.cs'),
        `using FxId;\npublic class Editor { public void Run() {\n${editor}\n} }`,
      );
      const files = ['Game.cs', 'Editor.cs'].map((name) => join(folder, name));
      expect(compile('-target:library', `-out:${join(folder, 'guide.dll')}`, ...files)).toEqual(clean);
    });

    it('makes every call, parses every reply and receives every event', () => {
      const folder = createTemporaryFolder();
      const program = join(folder, 'try.exe');
      expect(compile(`-out:${program}`, join(sdk, 'testing/unity/TryCalls.cs'))).toEqual(clean);
      for (const withOptional of [true, false]) {
        writeFileSync(join(folder, 'input.json'), JSON.stringify(createInput(withOptional, (name) => name)));
        const { status, stdout, stderr } = run(mono ?? '', [program, join(folder, 'input.json')]);
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        const lines = stdout.trim().split('\n');
        expectEverything(lines, withOptional, { asField: (name) => name, asEvent: (name) => name });
      }
    });
  },
);

describe.skipIf(!godot)('the Godot add-on, run by Godot (skipped without Godot 4 as GODOT_PATH or on the path)', () => {
  const makeProject = (): string => {
    const folder = createTemporaryFolder();
    cpSync(join(sdk, 'testing/godot'), folder, { recursive: true });
    cpSync(join(sdk, 'godot/addons'), join(folder, 'addons'), { recursive: true });
    return folder;
  };
  const runGodot = (...args: readonly string[]) => {
    const { status, stdout, stderr } = run(godot ?? '', ['--headless', ...args]);
    const complaints = `${stdout}${stderr}`
      .split('\n')
      .filter((line) => /SCRIPT ERROR|Parse Error|WARNING: .*\.gd/.test(line));
    expect({ status, complaints }, stderr).toEqual({ status: 0, complaints: [] });
    return stdout;
  };

  it('makes every call, parses every reply and receives every event', () => {
    const folder = makeProject();
    writeFileSync(join(folder, 'input.json'), JSON.stringify(createInput(true, snake)));
    // Godot knows the class names only after an import.
    runGodot('--path', folder, '--import');
    for (const withOptional of [true, false]) {
      writeFileSync(join(folder, 'input.json'), JSON.stringify(createInput(withOptional, snake)));
      const lines = runGodot('--path', folder)
        .split('\n')
        .flatMap((line) => (line.startsWith('FXID ') ? [line.slice(5)] : []));
      expectEverything(lines, withOptional, { asField: snake, asEvent: snake });
    }
  });

  it("compiles the guide's examples", () => {
    const folder = makeProject();
    const [game = '', editor = ''] = blocksOf('godot', 'gdscript');
    writeFileSync(join(folder, 'game.gd'), game);
    const lines = editor
      .trimEnd()
      .split('\n')
      .map((line) => `\t${line}`);
    writeFileSync(join(folder, 'editor.gd'), `extends Node\n\nfunc _ready() -> void:\n${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'input.json'), JSON.stringify(createInput(true, snake)));
    runGodot('--path', folder, '--import');
    for (const script of ['game.gd', 'editor.gd']) {
      const scene = readFileSync(join(folder, 'main.tscn'), 'utf8').replace('main.gd', script);
      writeFileSync(join(folder, 'guide.tscn'), scene);
      runGodot('--path', folder, '--quit-after', '5', 'res://guide.tscn');
    }
  });
});

interface Line {
  readonly kind: string;
  readonly name: string;
  readonly data: unknown;
  readonly result?: unknown;
}

interface Spelling {
  readonly asField: (name: string) => string;
  readonly asEvent: (name: string) => string;
}

/** The parameters and replies of the calls: samples generated from the protocol's schemas. */
function createInput(withOptional: boolean, asArgument: (name: string) => string) {
  const all = Object.entries(methodSchemas);
  const argumentsByName = all.flatMap(([, { params }]) =>
    Object.entries(sample(params, true) as Record<string, unknown>).map(([name, value]) => [asArgument(name), value]),
  );
  return {
    arguments: Object.fromEntries(argumentsByName),
    answers: Object.fromEntries(all.map(([method, { result }]) => [method, sample(result, withOptional)])),
    events: Object.fromEntries(
      readProtocol().events.map(({ name, wireName }) => [wireName, sampleEvent(name, withOptional)]),
    ),
  };
}

function expectEverything(lines: readonly string[], withOptional: boolean, { asField, asEvent }: Spelling): void {
  const all = lines.map((line): Line => {
    const [kind, name, data, result] = JSON.parse(line) as [string, string, unknown, unknown];
    return { kind, name, data, result };
  });
  const { calls, events } = readProtocol();
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [asField(name), renamed(each)]));
  };

  expect(all[0]).toMatchObject({ kind: 'init', name: 'local' });
  for (const { method, result } of calls) {
    const made = all.filter(({ kind, name }) => kind === 'call' && name === method);
    expect(made, method).toHaveLength(2);
    for (const { data } of made) {
      const { params } = methodSchemas[method];
      const problems = [...Value.Errors(params as TSchema, data)].map(
        ({ message, instancePath }) => instancePath + message,
      );
      expect(problems, `${method} ${JSON.stringify(data)}`).toEqual([]);
    }
    const answer = sample(methodSchemas[method].result, withOptional) as Record<string, unknown>;
    const expected = result.unwrapped === undefined ? answer : answer[result.unwrapped];
    // Data that is passed on unchanged keeps its property names.
    const isPassedOn = result.type?.kind === 'json';
    for (const each of made) expect(each.result ?? {}, method).toEqual(isPassedOn ? expected : renamed(expected));
  }
  const bought = all.filter(({ name }) => name === 'BuyProduct').map(({ data }) => Object.keys(data as object).length);
  expect(bought).toEqual([4, 1]);

  for (const { name } of events) {
    const heard = all.filter((each) => each.kind === 'event' && each.name === asEvent(name));
    expect(heard, name).toHaveLength(1);
    expect(heard[0]?.data, name).toEqual(renamed(sampleEvent(name, withOptional)));
  }
}

function sampleEvent(name: string, withOptional: boolean): unknown {
  const schema = (eventSchemas as Record<string, TSchema>)[name];
  return schema ? sample(schema, withOptional) : { reason: 'focus' };
}

interface AnySchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly AnySchema[];
  readonly items?: AnySchema;
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, { readonly type?: string }>>;
  readonly pattern?: string;
}

function sample(schema: object, withOptional: boolean): unknown {
  const { type, enum: values, anyOf, items, properties = {}, required = [], pattern, ...rest } = schema as AnySchema;
  if (rest.const !== undefined) return rest.const;
  if (values) return values.at(-1);
  if (anyOf) return sample(anyOf.at(-1) ?? {}, withOptional);
  if (rest.patternProperties) {
    const isOfTexts = Object.values(rest.patternProperties).every((value) => value.type === 'string');
    return { place: 'the "desert"\n', ...(!isOfTexts && { level: 3, isFirst: true }) };
  }
  switch (type) {
    case 'string':
      return sampleText(pattern);
    case 'boolean':
      return true;
    case 'integer':
      return 7;
    case 'number':
      return 0.5;
    case 'array':
      return [sample(items ?? {}, withOptional)];
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => withOptional || required.includes(name))
          .map(([name, each]) => [name, sample(each, withOptional)]),
      );
    case undefined:
    default:
      return { deep: [{ textÄ: 'ö\u2028' }, 1.5, false] };
  }
}

function sampleText(pattern: string | undefined): string {
  const candidates = [
    'say "hé"',
    'coins-100',
    'https://portal.example/a?b=c',
    'data:image/png;base64,iVBORw0KGgo=',
    '0b1f7c6e-52a5-4d9c-8e0f-1c2d3e4f5a6b',
    '2026-01-02T03:04:05Z',
    'de',
  ];
  const found = candidates.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text));
  if (found === undefined) throw new Error(`No sample fits ${pattern}: add one.`);
  return found;
}

const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

// What `npm run games -- add` reports about engines' builds: threads and missing files.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';
import { declaresSharedMemory } from './read-wasm-memory.ts';

let testing: PublishingTest;
beforeAll(async () => {
  testing = await createPublishingTest();
});
afterAll(() => testing[Symbol.asyncDispose]());

const threads = 'it uses threads (SharedArrayBuffer), which need cross-origin isolation, and Config.Isolated is off.';

const section = (id: number, ...content: number[]): number[] => [id, content.length, ...content];
const text = (value: string): number[] => [value.length, ...Buffer.from(value)];
const imported = (name: string, ...kind: number[]): number[] => [...text('env'), ...text(name), ...kind];
const wasm = (...sections: number[][]): Buffer => Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]);
// A function type, an imported function and global, then a memory with a minimum and a maximum.
const importing = (flags: number): Buffer =>
  wasm(
    section(1, 1, 0x60, 0, 0),
    section(
      2,
      3,
      ...imported('abort', 0, 0),
      ...imported('base', 3, 0x7f, 0),
      ...imported('memory', 2, flags, 0x80, 0x02, 0x80, 0x80, 0x02),
    ),
    section(10, 0),
  );
const shared = importing(3);
const alone = importing(1);
const declaring = (flags: number): Buffer => wasm(section(3, 1, 0), section(5, 1, flags, 1, 2), section(10, 0));

test("a program's binary shows whether it uses shared memory", () => {
  expect([declaresSharedMemory(shared), declaresSharedMemory(declaring(3))]).toEqual([true, true]);
  expect([declaresSharedMemory(alone), declaresSharedMemory(declaring(1)), declaresSharedMemory(wasm())]).toEqual([
    false,
    false,
    false,
  ]);
  for (const broken of ['', 'text', '\0asm'])
    expect(declaresSharedMemory(Buffer.from(broken, 'latin1'))).not.toBe(true);
  for (let bytes = 9; bytes < shared.length - 10; bytes += 1)
    expect(declaresSharedMemory(shared.subarray(0, bytes)), `${bytes} bytes`).not.toBe(true);
});

const unity = (code: Buffer, ending: string) =>
  testing.folder({
    'Build/m.loader.js': 'loader',
    'Build/m.data': 'data',
    // Engine code for a feature that this game doesn't use.
    'Build/m.framework.js': 'navigator.mediaDevices.getUserMedia({ video: true }); document.cookie = "a=1";',
    [`Build/m.wasm${ending}`]: code,
  });

test.each([
  ['as it is', '', (code: Buffer) => code],
  ['in gzip', '.gz', gzipSync],
  ['in Brotli', '.br', brotliCompressSync],
  ['with the fallback', '.unityweb', gzipSync],
])('threads of a Unity build %s are found in its program', async (_, ending, pack) => {
  const said = await testing.run(['add', `unity${ending.replace('.', '-')}`, unity(pack(shared), ending)]);
  expect(said).toContain(`  - Build/m.wasm${ending}: ${threads}`);
  expect(said).not.toContain('camera');
  expect(await testing.run(['add', `calm${ending.replace('.', '-')}`, unity(pack(alone), ending)])).not.toContain(
    'threads',
  );
});

const emscripten = `var Module = typeof Module != 'undefined' ? Module : {}; var ENVIRONMENT_IS_WEB = true; var HEAPU8;
  Module['onRuntimeInitialized']; navigator.mediaDevices.getUserMedia({ audio: true }); document.cookie = 'a=1';`;
const pthreads = `${emscripten} var PThread = {}; wasmMemory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });`;

test('for an Emscripten build its program decides, not its loader', async () => {
  const build = (loader: string, code?: Buffer) =>
    testing.folder({
      'index.html': '<canvas></canvas><script src="game.js"></script>',
      'game.js': loader,
      ...(code && { 'game.wasm': code }),
    });
  expect(await testing.run(['add', 'em-threads', build(pthreads, shared)])).toContain(`  - game.wasm: ${threads}`);
  const calm = await testing.run(['add', 'em-calm', build(emscripten, alone)]);
  expect(calm.split('\n')).toHaveLength(2);
  // The loader supports threads, but the program was built without them.
  expect(await testing.run(['add', 'em-both', build(pthreads, alone)])).not.toContain('threads');
  // The program is embedded in its loader.
  expect(await testing.run(['add', 'em-single', build(pthreads)])).toContain(`  - game.js: ${threads}`);
});

test("the game's own scripts next to an engine are still inspected", async () => {
  const folder = testing.folder({
    'index.html': '<script src="game.js"></script><script src="own.js"></script>',
    'game.js': emscripten,
    'game.wasm': alone,
    'own.js': 'navigator.mediaDevices.getUserMedia({ video: true });',
  });
  const said = await testing.run(['add', 'own-camera', folder]);
  expect(said).toContain('  - own.js: camera, microphone');
  expect(said).not.toContain('game.js');
});

const godotPage = (options: { threads?: boolean; config?: object } = {}) => {
  const config = {
    args: [],
    canvasResizePolicy: 2,
    // True in every export, with threads or without.
    ensureCrossOriginIsolationHeaders: true,
    executable: 'index',
    fileSizes: { 'index.pck': 4, 'index.wasm': 4 },
    gdextensionLibs: [],
    ...options.config,
  };
  const flag = options.threads === undefined ? '' : `const GODOT_THREADS_ENABLED = ${options.threads};`;
  return `<script src="index.js"></script><script>const GODOT_CONFIG = ${JSON.stringify(config)};
    ${flag} const engine = new Engine(GODOT_CONFIG);</script>`;
};
const godot = (page: string, files: Record<string, string | Buffer>) =>
  testing.folder({ 'index.html': page, 'index.js': emscripten, ...files });

test('a Godot export with threads is found, by its page and by its program', async () => {
  const calm = godot(godotPage({ threads: false }), { 'index.wasm': alone, 'index.pck': 'pack' });
  expect((await testing.run(['add', 'godot-calm', calm])).split('\n')).toHaveLength(2);
  const page = godot(godotPage({ threads: true }), { 'index.wasm': 'unreadable', 'index.pck': 'pack' });
  expect(await testing.run(['add', 'godot-page', page])).toContain(`  - index.html: ${threads}`);
  // Before Godot 4.3 the page did not state it, and every export had threads.
  const early = godot(godotPage(), { 'index.wasm': shared, 'index.pck': 'pack' });
  expect(await testing.run(['add', 'godot-early', early])).toContain(`  - index.wasm: ${threads}`);
});

test('a Godot export without its program or its pack is rejected, and one in parts is not', async () => {
  const add = (files: Record<string, string | Buffer>, config?: object) =>
    testing.run(['add', 'godot-part', godot(godotPage({ threads: false, ...(config && { config }) }), files)]);
  await expect(add({})).rejects.toThrow('is a Godot export, and it lacks index.wasm, index.pck.');
  await expect(add({ 'index.wasm': alone })).rejects.toThrow('it lacks index.pck. Export it again');
  await expect(
    add({ 'index.wasm': alone, 'index.pck': 'p' }, { mainPack: 'levels.pck', gdextensionLibs: ['lib.wasm'] }),
  ).rejects.toThrow('it lacks levels.pck, lib.wasm.');
  await add({ 'index.wasm': alone, 'index.pck.part1': 'p', 'index.pck.part2': 'p' });
});

test('--isolated turns isolation on permanently, without warnings about threads', async () => {
  const build = (more: string) => godot(godotPage({ threads: true }), { 'index.wasm': shared, 'index.pck': more });
  const said = await testing.run(['add', 'isolated', build('1'), '--isolated']);
  expect(said).not.toContain('threads');
  expect((await testing.server.client().games.publicConfig({ Game: 'isolated' })).Isolated).toBe(true);
  expect((await testing.get('isolated', '/')).headers).toMatchObject({
    'document-isolation-policy': 'isolate-and-credentialless',
  });
  expect(await testing.run(['add', 'isolated', build('2')])).not.toContain('threads');
  const page = (text: string) => testing.folder({ 'index.html': text });
  await testing.run(['add', 'later', page('1')]);
  await testing.run(['add', 'later', page('2'), '--isolated']);
  expect((await testing.server.client().games.publicConfig({ Game: 'later' })).Isolated).toBe(true);
  await expect(testing.run(['add', 'later', page('3'), '--draft', '--isolated'])).rejects.toThrow(
    'leave --isolated out',
  );
});

// Tests the built SDK: its size, loading it, and compiling the guides' examples against it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bridgeErrors, defaultCallTimeoutMs, methodRules, type MethodName } from '../bridge/protocol.ts';
import { eventSchemas } from '../bridge/schemas.ts';
import { requestBuiltFolder } from '../server/testing/test-services.ts';
import type { Sdk } from './sdk.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'fxid-sdk-'));
const sdk = (path: string) => join(folder, 'sdk', path);
const guide = (name: string) => readFileSync(join(root, 'docs/guides', `${name}.md`), 'utf8');

function run(args: readonly string[], cwd = root): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 120_000 });
  return { status, output: stdout + stderr };
}

beforeAll(async () => cpSync(await requestBuiltFolder('sdk'), sdk(''), { recursive: true }), 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the script', () => {
  it('is at most 6 kB', () => {
    expect(gzipSync(readFileSync(sdk('v1/sdk.js')), { level: 9 }).length).toBeLessThanOrEqual(6000);
  });

  it("is the same at the major and the exact version's URL", () => {
    for (const name of ['sdk.js', 'local.js', 'saves.js'])
      expect(readFileSync(sdk(`v1.5.190/${name}`))).toEqual(readFileSync(sdk(`v1/${name}`)));
  });

  it.each([
    'v1/sdk.js',
    'v1/local.js',
    'v1/saves.js',
    'npm/index.js',
    'npm/local-portal.js',
    'npm/saves.js',
    'npm/cjs/index.js',
    'npm/cjs/local-portal.js',
    'npm/cjs/saves.js',
  ])('%s uses no eval, no schema library and nothing newer than ES2020', (name) => {
    const code = readFileSync(sdk(name), 'utf8');
    expect(code).not.toMatch(/\beval\b|new Function|typebox/i);
    expect(code).not.toMatch(
      /Object\.hasOwn\b|\.replaceAll\(|\.at\(|\.findLast|structuredClone|randomUUID|withResolvers/,
    );
    expect(code).not.toMatch(/\?\?=|\|\|=|&&=|static\{|[{;]#\w/);
  });

  it('adds one global to a page, and loads the simulated portal from its second file', async () => {
    const { page, close } = await openPage(pathToFileURL(sdk('v1/')).href);
    expect(page.added()).toEqual(['FxId']);
    const sdkOfPage = page.window.FxId;
    const info = await sdkOfPage.init({ local: { purchases: 'cancelled' } });
    expect(sdkOfPage.environment).toBe('local');
    expect(info.social.displayName).toBe('Local Player');
    await expect(sdkOfPage.payments.purchase('coins-100')).rejects.toMatchObject({ code: 'UserCancelled' });
    expect(page.added()).toEqual(['FxId']);
    close();
  });

  it('starts the game even if the second file is missing', async () => {
    const server = createServer((request, response) => {
      const found = request.url === '/sdk.js';
      response.writeHead(found ? 200 : 404, { 'content-type': 'text/javascript' });
      response.end(found ? readFileSync(sdk('v1/sdk.js')) : '');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { page, close } = await openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.window.FxId.init();
    expect(page.window.FxId.environment).toBe('disabled');
    await expect(page.window.FxId.game.started()).rejects.toThrow(/local\.js could not be loaded/);
    close();
    server.close();
  });
});

describe('the package', () => {
  it('can be imported without a page', () => {
    const file = join(folder, 'use.mjs');
    writeFileSync(
      file,
      `import { FxId, SdkError } from './sdk/npm/index.js';
       const { social } = await FxId.init();
       console.log(FxId.environment, social.displayName, await FxId.call('SendVkBridge').catch((e) => e instanceof SdkError));`,
    );
    expect(run([file])).toEqual({ status: 0, output: 'local Local Player true\n' });
  });

  it('can be installed from its archive, imported and required', () => {
    const project = join(folder, 'installed');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{}');
    const npm = (...args: readonly string[]) =>
      spawnSync('npm', args, { cwd: project, encoding: 'utf8', timeout: 120_000, shell: process.platform === 'win32' });
    expect(npm('pack', '--ignore-scripts', sdk('npm'))).toMatchObject({ status: 0 });
    expect(npm('install', '--offline', '--ignore-scripts', './fxid-sdk-1.5.190.tgz')).toMatchObject({ status: 0 });
    const use = `FxId.init().then(async ({ social }) => {
      const refusal = await FxId.call('SendVkBridge').catch((error) => error);
      console.log(FxId.environment, social.displayName, refusal instanceof SdkError);
    });`;
    writeFileSync(join(project, 'use.cjs'), `const { FxId, SdkError } = require('fxid-sdk');\n${use}`);
    writeFileSync(join(project, 'use.mjs'), `import { FxId, SdkError } from 'fxid-sdk';\n${use}`);
    // Current Node versions can require ES modules; older ones and bundlers can't.
    for (const args of [['--no-experimental-require-module', 'use.cjs'], ['use.cjs'], ['use.mjs']])
      expect(run(args, project)).toEqual({ status: 0, output: 'local Local Player true\n' });
  });

  it('has no dependencies, and every file in its manifest exists', () => {
    const manifest = JSON.parse(readFileSync(sdk('npm/package.json'), 'utf8')) as Record<string, string>;
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
    expect(readFileSync(sdk(`npm/${manifest['types']}`), 'utf8')).toContain('FxId: Sdk');
  });
});

describe('the guides', () => {
  const blocks = ['sdk', 'typescript'].flatMap((name) =>
    [...guide(name).matchAll(/```ts\n(.*?)```/gs)].map(([, code = ''], index) => ({
      name: `${name}-${index}`,
      code,
    })),
  );
  blocks.push({
    name: 'readme',
    code: /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'sdk/README.md'), 'utf8'))?.[1] ?? '',
  });

  function compile(
    programs: readonly { readonly name: string; readonly code: string }[],
    moduleResolution: string,
    type = 'module',
  ) {
    const project = mkdtempSync(join(folder, 'game-'));
    mkdirSync(join(project, 'node_modules'));
    symlinkSync(sdk('npm'), join(project, 'node_modules/fxid-sdk'));
    for (const { name, code } of programs) writeFileSync(join(project, `${name}.ts`), `${code}\nexport {};\n`);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      target: 'es2022',
      lib: ['es2022', 'dom'],
      moduleResolution,
      module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
    };
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type }));
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    return run([join(root, 'node_modules/typescript/bin/tsc'), '--project', project], project);
  }

  it.each(['bundler', 'nodenext'])('show examples that compile against the package (%s)', (moduleResolution) => {
    expect(blocks.length).toBeGreaterThan(8);
    expect(compile(blocks, moduleResolution)).toEqual({ status: 0, output: '' });
  });

  it('show examples that compile without modules', () => {
    const code = `import sdk = require('fxid-sdk');\nsdk.FxId.init().then(({ fxId }) => fxId.guest);`;
    expect(compile([{ name: 'required', code }], 'node16', 'commonjs')).toEqual({ status: 0, output: '' });
  });

  it('would not compile if an example had an error', () => {
    const { status, output } = compile(
      [{ name: 'wrong', code: `import { FxId } from 'fxid-sdk';\nawait FxId.payments.purchase(7);` }],
      'bundler',
    );
    expect(status).not.toBe(0);
    expect(output).toContain('wrong.ts(2,30)');
  });

  const rows = (heading: string) =>
    [...(guide('sdk').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\|(.*)\|$/gm)]
      .slice(2)
      .map(([, row = '']) => row.split('|').map((cell) => cell.trim()));

  it('list every call with its protocol name, timeout and requirements', async () => {
    const { FxId } = (await import(pathToFileURL(sdk('npm/index.js')).href)) as { FxId: Sdk };
    const listed = rows('Every call');
    expect(listed.map(([, method = '']) => method).sort()).toEqual(
      Object.keys(methodRules)
        .map((name) => `\`${name}\``)
        .sort(),
    );
    const verbs = listed.flatMap(([verb = '']) => [...verb.matchAll(/`(\w+\.\w+)\(/g)].map(([, name = '']) => name));
    const functions = Object.entries(FxId).flatMap(([noun, module]) =>
      typeof module === 'object' && noun !== 'capabilities'
        ? Object.entries(module).flatMap(([verb, value]) => (typeof value === 'function' ? `${noun}.${verb}` : []))
        : [],
    );
    expect(verbs.sort()).toEqual(functions.sort());
    for (const [, method = '', ends, needs] of listed) {
      const rule = methodRules[method.replaceAll('`', '') as MethodName];
      expect(ends, method).toBe(rule.waitsFor ? 'the player' : `${(rule.timeoutMs ?? defaultCallTimeoutMs) / 1000} s`);
      expect(needs, method).toBe(
        [rule.needs && `\`${rule.needs}\``, rule.gesture && 'a click'].filter(Boolean).join(', '),
      );
    }
  });

  it('list every event and every error code', () => {
    const events = rows('Every event').flatMap(([names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    );
    const known = Object.keys(eventSchemas).map((name) => name.charAt(0).toLowerCase() + name.slice(1));
    expect(events.sort()).toEqual([...known, 'pause', 'resume'].sort());
    expect(rows('Errors')).toEqual(Object.entries(bridgeErrors).map(([code, meaning]) => [`\`${code}\``, meaning]));
  });
});

interface Page {
  readonly window: { readonly FxId: Sdk };
  added(): string[];
}

async function openPage(base: string): Promise<{ page: Page; close: () => void }> {
  interface Dom {
    readonly window: Page['window'] & { close(): void; document: Document };
  }
  // A variable, because jsdom has no types that the compiler could load.
  const untyped: string = 'jsdom';
  const { JSDOM } = (await import(untyped)) as { JSDOM: new (html: string, options: object) => Dom };
  const options = { url: `${base}page.html`, runScripts: 'dangerously', resources: 'usable' };
  const empty = new JSDOM('', options);
  const before = new Set(Object.keys(empty.window));
  empty.window.close();
  const { window } = new JSDOM('<!doctype html><head><script src="sdk.js"></script></head>', options);
  await new Promise((resolve) => (window as unknown as Window).addEventListener('load', resolve));
  const added = () => Object.keys(window).filter((name) => !before.has(name));
  return { page: { window, added }, close: () => window.close() };
}

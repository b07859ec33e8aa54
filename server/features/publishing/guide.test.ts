// Runs the commands of the guide to games as they are written there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';
import { GameDocument } from './game-document.ts';

let testing: PublishingTest;
beforeAll(async () => {
  testing = await createPublishingTest();
});
afterAll(() => testing[Symbol.asyncDispose]());

const guide = readFileSync(new URL('../../../docs/guides/games.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, found]) => found === language).map(([, , code]) => code ?? '');

/** Runs a line like a shell, with quotes, comments and redirections. */
async function runLine(line: string): Promise<string> {
  const words = [...line.replace(/\s#.*$/, '').matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const at = words.findIndex((word) => word === '>' || word === '<');
  const file = at < 0 ? undefined : join(testing.from, words[at + 1] ?? '');
  const isRead = words[at] === '<';
  const given = words.slice(words.indexOf('--') + 1, at < 0 ? undefined : at);
  const said = await testing.run(given, file !== undefined && isRead ? readFileSync(file, 'utf8') : '');
  if (file !== undefined && !isRead) writeFileSync(file, said);
  return said;
}

test("the guide's three ways add games, and its other commands work", async () => {
  const [page = ''] = blocks('html');
  mkdirSync(join(testing.from, 'my-game'));
  writeFileSync(join(testing.from, 'my-game/index.html'), page);
  mkdirSync(join(testing.from, 'unity-build/Build'), { recursive: true });
  for (const part of ['loader.js', 'data', 'framework.js', 'wasm'])
    writeFileSync(join(testing.from, `unity-build/Build/m.${part}`), part);
  const lines = blocks('sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => /^npm run (-s )?games -- /.test(line));
  expect(lines.length).toBeGreaterThan(9);
  for (const [at, line] of lines.entries()) {
    // Removing needs a confirmation.
    if (line.includes(' remove ')) await expect(runLine(line)).rejects.toThrow('--yes');
    else await runLine(line);
    // Otherwise the next build would have no changes.
    if (line.includes('add my-game ')) writeFileSync(join(testing.from, `my-game/more-${at}.js`), '');
  }
  const { Builds } = await testing.server.client().play.builds({ Game: 'my-game', OtaVersion: '1.0' });
  // The draft is live; the build before it is the roll-back.
  expect(Builds).toMatchObject([{ BuildNumber: 8 }, { BuildNumber: 7, Metadata: { SameAs: '2' } }]);
  const { Games } = await testing.server.client().games.list({});
  expect(Games.map(({ GameSystemName, PlayGameType, Title }) => [GameSystemName, PlayGameType, Title])).toEqual([
    ['my-game', 'Iframe', 'My game'],
    ['my-unity-game', 'Unity', 'My Unity Game'],
    ['my-far-game', 'Iframe', 'My Far Game'],
  ]);
  expect((await testing.get('my-game', '/')).body).toBe(page);
  expect((await testing.get('my-unity-game', '/')).body).toContain('Build/m.wasm');
  const { LaunchUrl } = await testing.server
    .client()
    .play.chooseGame({ GameSystemName: 'my-far-game', WebPublishingPlatform: 'FxId' });
  expect(LaunchUrl).toBe('https://games.example/far/');
});

test.each([
  ['Keys at the top', GameDocument],
  ['Keys in `Config`', GameDocument.properties.Config],
])('the table "%s" has every key of the document, and says which are required', (heading, schema) => {
  const [, table = ''] = new RegExp(`^${RegExp.escape(heading)}.*:\\n\\n((?:\\|.*\\n)+)`, 'm').exec(guide) ?? [];
  const rows = table.split('\n').slice(2, -1);
  const listed = rows.flatMap((row) => {
    const [, keys = '', required = ''] = row.split('|').map((cell) => cell.trim());
    return [...keys.matchAll(/`(\w+)`/g)].map(([, key = '']) => ({ key, isRequired: required === 'yes' }));
  });
  const isRequired = new Set<string>(schema.required);
  const expected = Object.keys(schema.properties).map((key) => ({ key, isRequired: isRequired.has(key) }));
  const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key);
  expect(listed.toSorted(byKey)).toEqual(expected.toSorted(byKey));
});

test('the documents that the guide shows have their keys at the right level', () => {
  const shown = blocks('json').flatMap((block) =>
    block.startsWith('{ "Game"') || block.startsWith('{ "Config"') ? [block] : [],
  );
  expect(shown.length).toBe(3);
  for (const block of shown) {
    const document = JSON.parse(block) as { Config: object };
    expect(Object.keys(GameDocument.properties)).toEqual(expect.arrayContaining(Object.keys(document)));
    expect(Object.keys(GameDocument.properties.Config.properties)).toEqual(
      expect.arrayContaining(Object.keys(document.Config)),
    );
  }
});

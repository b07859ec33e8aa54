import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDocuments } from '#server/checking/check-content.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createCommandTest } from '#server/testing/create-command-test.ts';
import { readDocumentsArguments, runDocumentsCommand } from './run-documents-command.ts';

const { server, from, write, run } = createCommandTest({
  games: ['gem-miner'],
  tables: ['document_acceptances', 'documents'],
  work: (words, parts) => runDocumentsCommand(readDocumentsArguments(words), parts),
});
const listed = async (game?: string) =>
  (
    await server()
      .client()
      .documents.listWithVersions(game === undefined ? {} : { GameSystemName: game })
  ).Documents;

test('adds versions that the portal shows, each text once', async () => {
  write('terms.md', '# Terms\r\n\r\nBe kind.\r\n');
  expect(await run('add tos terms.md')).toBe(
    "Terms of Service of the portal: version 1 added; players don't have to accept it.",
  );
  expect(await run('add TOS terms.md')).toContain('already version 1');
  write('terms.md', '# Terms\n\nBe kind. Play fair.\n');
  expect(await run('add tos terms.md')).toContain('version 2 added');
  expect(await run('add tos https://play.example/terms')).toContain('version 3 added');
  const [document, ...others] = await listed();
  expect(others).toEqual([]);
  expect(document).toMatchObject({ DocumentType: { Value: 'TOS', NeedUserAcceptance: false }, IsActive: true });
  expect(document?.Versions.map(({ Content, Url }) => Content?.Value ?? Url)).toEqual([
    'https://play.example/terms',
    '# Terms\n\nBe kind. Play fair.\n',
    '# Terms\n\nBe kind.\n',
  ]);
  expect(await run('show tos')).toBe('https://play.example/terms');
  expect(await run('show tos --version 2')).toBe('# Terms\n\nBe kind. Play fair.');
  await expect(run('show tos --version 4')).rejects.toThrow('there is no version 4');
  await expect(run('show pp')).rejects.toThrow('Privacy Policy of the portal: none.');
});

test('ten concurrent commands create one version', async () => {
  write('terms.md', 'Be kind.');
  await Promise.all(Array.from({ length: 10 }, () => run('add tos terms.md')));
  expect((await listed()).map(({ Versions }) => Versions.length)).toEqual([1]);
});

test('a folder with a file for each language is one version', async () => {
  write('terms/de.md', '# Bedingungen\n');
  await run('add tos terms');
  write('terms/en.md', '# Terms\n');
  await run('add tos terms');
  const [document] = await listed();
  expect(document?.Versions.map(({ Content }) => Content?.Value)).toEqual([
    '**English**\n\n# Terms\n\n---\n\n**Deutsch**\n\n# Bedingungen\n',
    '# Bedingungen\n',
  ]);
  write('terms/deutsch.md', '');
  await expect(run('add tos terms')).rejects.toThrow('deutsch.md is named after no language');
});

test('players are asked to accept required documents, and again after the next version', async () => {
  const { token } = await server().sessions.begin(await buildAccount(server().database));
  const asked = async () =>
    (await server().client(token).documents.listLatestUnaccepted({ GameSystemName: 'gem-miner' })).Documents;
  write('privacy.md', 'We keep little.');
  await run('add pp privacy.md --game gem-miner');
  expect(await asked()).toEqual([]);
  expect(await run('add pp privacy.md --game gem-miner --need-acceptance')).toBe(
    'Privacy Policy of gem-miner: already version 1; players must accept it.',
  );
  const [document] = await asked();
  expect(document).toMatchObject({ GameSystemName: 'gem-miner', DocumentType: { Value: 'PP' } });
  await server()
    .client(token)
    .documents.accept({
      DocumentId: document?.Id ?? '',
      DocumentVersionId: document?.Versions[0]?.Id ?? '',
    });
  expect(await asked()).toEqual([]);
  write('privacy.md', 'We keep less.');
  // Required acceptance stays until an operator changes it.
  expect(await run('add pp privacy.md --game gem-miner')).toContain('version 2 added; players must accept it');
  expect(await asked()).toHaveLength(1);
  await run('add pp privacy.md --game gem-miner --no-acceptance');
  expect(await asked()).toEqual([]);
});

test('a deactivated document is hidden, and unchanged when added again', async () => {
  write('terms.md', 'Be kind.');
  expect(await run('list')).toBe('No documents.');
  await run('add tos terms.md --need-acceptance');
  await run('add pp https://play.example/privacy');
  await run('add tos terms.md --game gem-miner');
  expect((await run('list')).split('\n')).toEqual([
    expect.stringMatching(/^TOS {2}the portal {2}version 1 of 2\S+Z {2}players must accept it$/),
    expect.stringMatching(/^PP {2}the portal {2}version 1 of \S+ {2}players don't have to accept it$/),
    expect.stringMatching(/^TOS {2}gem-miner {2}version 1 /),
  ]);
  expect(await run('deactivate tos')).toBe('Terms of Service of the portal: no longer active.');
  expect(await run('deactivate tos')).toBe('Terms of Service of the portal: none was active.');
  expect((await listed('gem-miner')).map(({ DocumentType }) => DocumentType.Value)).toEqual(['TOS', 'PP']);
  expect((await listed()).map(({ DocumentType }) => DocumentType.Value)).toEqual(['PP']);
  expect(await run('list')).toMatch(/^TOS {2}the portal .* not active$/m);
  expect(await run('add tos terms.md')).toContain('already version 1; players must accept it');
  expect(await listed()).toHaveLength(2);
});

test('does what npm run check suggests', async () => {
  write('a.md', 'Text.');
  const remedies = (await checkDocuments(server().database)).map((finding) =>
    'remedy' in finding ? finding.remedy : '',
  );
  expect(remedies).toHaveLength(2);
  for (const remedy of remedies)
    await run((/npm run documents -- (.*)/.exec(remedy ?? '')?.[1] ?? '').replace(/<.*>/, 'a.md'));
  expect(await checkDocuments(server().database)).toMatchObject([{ verdict: 'ok' }]);
});

test('rejects an invalid document and changes nothing', async () => {
  write('empty.md', ' \n');
  write('latin.md', Buffer.from([0x41, 0xe4, 0x42]));
  write('nul.md', 'a\0b');
  write('long.md', 'a'.repeat(200_001));
  mkdirSync(join(from(), 'empty'));
  for (const [line, message] of [
    ['add tos empty.md', 'is empty'],
    ['add tos latin.md', "isn't UTF-8 text"],
    ['add tos nul.md', "isn't UTF-8 text"],
    ['add tos long.md', 'longer than 200,000'],
    ['add tos empty', 'no file such as en.md'],
    ['add tos missing.md', 'missing.md cannot be read'],
    ['add tos http://play.example/terms', "isn't an https address"],
    ['add tos https://user:pw@play.example/terms', "isn't an https address"],
    ['add tos https://play.example/ --game no-such-game', 'No game is named no-such-game'],
    ['add eula https://play.example/', 'Choose tos or pp'],
    ['add tos', '<file, folder or https address> is missing'],
    ['add tos https://play.example/ --need-acceptance --no-acceptance', 'Use either'],
    ['show tos --version 0', "0 isn't a version number"],
    ['deactivate tos --game no-such-game', 'No game is named no-such-game'],
    ['remove tos', 'There is no command "remove"'],
  ] as const)
    await expect(run(line), line).rejects.toThrow(message);
  expect(await run('list')).toBe('No documents.');
});

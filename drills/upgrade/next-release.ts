// Creates the release after the built one: the same program with every portal file renamed, as a change to shared code
// would do, and with two more migrations, both compatible with the previous version.
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export function createNextRelease(release: string, next: string): void {
  linkAll(release, next);
  renameAssets(join(next, 'dist/portal'));
  const migrations = join(next, 'server/db/migrations');
  for (const [name, text] of Object.entries(newMigrations)) writeFileSync(join(migrations, name), text);
  replace(join(next, 'VERSION'), '0.0.0 the-next-one\n');
}

// They change tables that every request of the drill reads.
const newMigrations = {
  '9998-drill.sql': `-- compatible-with-previous: yes
ALTER TABLE games ADD COLUMN drill text;
ALTER TABLE sessions ADD COLUMN drill text NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN drill integer;
`,
  '9999-drill-index.sql': `-- compatible-with-previous: yes
-- transaction: none
DROP INDEX CONCURRENTLY IF EXISTS sessions_drill;
CREATE INDEX CONCURRENTLY sessions_drill ON sessions (drill);
`,
};

/** Hard links are fast, and the files rewritten below replace their links. */
function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else linkSync(source, target);
  }
}

function renameAssets(portal: string): void {
  const assets = join(portal, 'assets');
  const names = readdirSync(assets).filter((name) => /-[\w-]{8}\.(js|css)$/.test(name));
  const renamed = new Map(
    names.map((name) => [name, name.replace(/.(?=\.(js|css)$)/, (last) => (last === 'Z' ? 'Y' : 'Z'))]),
  );
  const inNew = (text: string): string =>
    text.replaceAll(/[\w.-]+-[\w-]{8}\.(?:js|css)\b/g, (name) => renamed.get(name) ?? name);
  for (const [name, other] of renamed) {
    const file = join(assets, name);
    const text = inNew(readFileSync(file, 'utf8'));
    for (const ending of ['', '.br', '.gz']) rmSync(file + ending, { force: true });
    writeFileSync(join(assets, other), text);
    writeFileSync(join(assets, `${other}.gz`), gzipSync(text, { level: 1 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    writeFileSync(join(assets, `${other}.br`), brotliCompressSync(text, { params }));
  }
  for (const name of ['index.html', 'service-worker.js', 'manifest.json'])
    replace(join(portal, name), inNew(readFileSync(join(portal, name), 'utf8')));
}

function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

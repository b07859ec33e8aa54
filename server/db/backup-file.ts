// The backup format: compressed SQL in psql's syntax, a first line that names the format, and a last line with the row
// count and the SHA-256 of everything before. Reading verifies all of it.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib';

export interface BackupHeader {
  /** The database's newest migration when the backup was made. */
  migration: string;
  jobs: number;
  createdAt: string;
}

export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; name: string; columns: string }
  | { kind: 'rows'; bytes: Buffer; count: number }
  | { kind: 'table-end' }
  | { kind: 'sequence'; statement: string }
  | { kind: 'end'; rows: number };

export async function writeBackupFile(file: string, parts: AsyncIterable<BackupPart>): Promise<void> {
  const draft = `${file}.part`;
  try {
    // Readable by the owner only: it contains personal data.
    await pipeline(Readable.from(toText(parts)), compressorFor(file), createWriteStream(draft, { mode: 0o600 }));
    const handle = await open(draft, 'r+');
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Reads a backup. Throws if anything is missing or changed; only an intact file yields the end part. */
export async function* readBackupFile(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256');
  const header: string[] = [];
  let inRows = false;
  let ended = false;
  let rows = 0;
  for await (const lines of linesOf(file)) {
    let batch: Buffer[] = [];
    for (const line of lines) {
      if (ended) throw damaged(file, 'there is something after its end');
      const end = inRows ? null : endPattern.exec(line.toString());
      if (end !== null) {
        if (Number(end[1]) !== rows || end[2] !== hash.digest('hex'))
          throw damaged(file, 'its checksum does not match');
        ended = true;
        continue;
      }
      hash.update(line);
      if (inRows && line.toString('latin1', 0, 4) === endOfRows) {
        yield { kind: 'rows', bytes: Buffer.concat(batch), count: batch.length };
        yield { kind: 'table-end' };
        inRows = false;
        batch = [];
      } else if (inRows) {
        batch.push(line);
        rows++;
      } else if (header.length < headerLines) {
        header.push(line.toString().trimEnd());
        if (header.length === headerLines) yield { kind: 'header', header: parseHeader(file, header) };
      } else {
        const part = parseStatement(file, line.toString().trimEnd());
        yield part;
        inRows = part.kind === 'table';
      }
    }
    if (batch.length > 0) yield { kind: 'rows', bytes: Buffer.concat(batch), count: batch.length };
  }
  if (!ended) throw damaged(file, 'its end is missing');
  yield { kind: 'end', rows };
}

const headerLines = 4;
const endOfRows = '\\.\n';
const endPattern = /^-- end rows (\d+) sha256 ([0-9a-f]{64})\n$/;
const identifier = String.raw`(?:[a-z_][a-z0-9_$]*|"(?:[^"]|"")+")`;
const tablePattern = new RegExp(
  `^COPY (${identifier}\\.${identifier}) \\((${identifier}(?:, ${identifier})*)\\) FROM stdin;$`,
);
const sequencePattern = new RegExp(`^ALTER SEQUENCE ${identifier}\\.${identifier} RESTART WITH -?\\d+;$`);

const damaged = (file: string, why: string, cause?: unknown): Error =>
  new Error(`The backup ${file} is damaged or incomplete: ${why}. Nothing was changed. Use another copy of it.`, {
    cause,
  });

async function* toText(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const part of parts) {
    const bytes = part.kind === 'rows' ? part.bytes : Buffer.from(textOf(part, hash));
    hash.update(bytes);
    yield bytes;
  }
}

function textOf(part: Exclude<BackupPart, { kind: 'rows' }>, hash: Hash): string {
  switch (part.kind) {
    case 'header': {
      const { migration, jobs, createdAt } = part.header;
      return `-- fxid backup format 1\n-- migration ${migration}\n-- jobs ${jobs}\n-- created ${createdAt}\n`;
    }
    case 'table':
      return `COPY ${part.name} (${part.columns}) FROM stdin;\n`;
    case 'table-end':
      return endOfRows;
    case 'sequence':
      return `${part.statement}\n`;
    case 'end':
      return `-- end rows ${part.rows} sha256 ${hash.copy().digest('hex')}\n`;
  }
}

function parseHeader(file: string, lines: string[]): BackupHeader {
  const [format, migration, jobs, created] = lines;
  if (!format?.startsWith('-- fxid backup format ')) throw new Error(`${file} is not a backup of this program.`);
  if (format !== '-- fxid backup format 1') {
    throw new Error(
      `The backup ${file} has a format this program does not know ("${format}"). Restore it with the newer program.`,
    );
  }
  const value = (line: string | undefined, name: string): string => {
    if (!line?.startsWith(`-- ${name} `)) throw damaged(file, `its header has no ${name}`);
    return line.slice(`-- ${name} `.length);
  };
  return {
    migration: value(migration, 'migration'),
    jobs: Number(value(jobs, 'jobs')),
    createdAt: value(created, 'created'),
  };
}

// Only these two statements are accepted; nothing else from the file reaches the database.
function parseStatement(file: string, line: string): BackupPart {
  const [, name, columns] = tablePattern.exec(line) ?? [];
  if (name !== undefined && columns !== undefined) return { kind: 'table', name, columns };
  if (sequencePattern.test(line)) return { kind: 'sequence', statement: line };
  throw damaged(file, 'it has a line that is no part of a backup');
}

async function* linesOf(file: string): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of decompressed(file)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      lines.push(bytes.subarray(start, end + 1));
      start = end + 1;
    }
    rest = bytes.subarray(start);
    yield lines;
  }
  if (rest.length > 0) throw damaged(file, 'its last line is cut off');
}

const newline = 10;

async function* decompressed(file: string): AsyncGenerator<Buffer> {
  const output = (await startsWith(file, gzipMagic)) ? createGunzip() : createZstdDecompress();
  const input = createReadStream(file);
  input.once('error', (error) => output.destroy(error));
  input.pipe(output);
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } catch (error) {
    throw damaged(file, 'it cannot be decompressed', error);
  } finally {
    input.destroy();
  }
}

const gzipMagic = Buffer.from([0x1f, 0x8b]);

async function startsWith(file: string, magic: Buffer): Promise<boolean> {
  const handle = await open(file).catch((error: unknown) => {
    throw new Error(`The backup ${file} cannot be opened. Give the path of an existing file.`, { cause: error });
  });
  const { buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
  await handle.close();
  return buffer.equals(magic);
}

function compressorFor(file: string): Transform {
  return file.endsWith('.gz') ? createGzip() : createZstdCompress();
}

// Packs the files of a folder into a ZIP archive without compressing them. The archive refers to the files instead of
// holding them, so a large game needs no memory: files are read when their part of the archive is sent.
export interface ArchivedFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  readonly file: Blob;
}

/** Of one archive: more need an extension of the format. */
export const maxArchivedFiles = 20_000;

export async function packArchive(
  files: readonly ArchivedFile[],
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directoryBytes = 0;
  for (const [at, { path, file }] of files.entries()) {
    signal.throwIfAborted();
    const name = new TextEncoder().encode(path);
    const common = buildCommonFields(await computeCrc32(file), file.size, name.length);
    const head = record([0x04034b50, 4], ...common.map((field) => field));
    parts.push(head, name, file);
    const entry = record([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    directory.push(entry, name);
    offset += head.length + name.length + file.size;
    directoryBytes += entry.length + name.length;
    onProgress(at + 1);
  }
  const count = files.length;
  const end = record([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directoryBytes, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

type Field = readonly [value: number, bytes: 2 | 4];

/** Version, flags (names are UTF-8), method, time and date, checksum, sizes, lengths. */
const buildCommonFields = (crc: number, size: number, nameBytes: number): readonly Field[] => [
  [20, 2],
  [0x0800, 2],
  [0, 2],
  [0, 2],
  [0x21, 2],
  [crc, 4],
  [size, 4],
  [size, 4],
  [nameBytes, 2],
  [0, 2],
];

function record(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

async function computeCrc32(file: Blob): Promise<number> {
  let crc = 0xffffffff;
  const reader = file.stream().getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    for (const byte of value ?? []) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

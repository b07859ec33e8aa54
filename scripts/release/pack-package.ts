// Packs a folder as `npm pack` does: a gzipped tar with everything below `package/`. The output is reproducible: names
// are sorted, and times, owners and modes are fixed, so that games' caches and lock files stay valid between builds.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export function packPackage(folder: string): Buffer {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    // Files of the same name are adjacent: type files occur twice, and compression finds nearby repetitions.
    .toSorted((a, b) => compare(basename(a), basename(b)) || compare(a, b));
  const entries = names.flatMap((name) => packFile(`package/${name}`, readFileSync(join(folder, name))));
  const packed = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * blockSize)]), { level: 9 });
  // The gzip header's operating system: unknown.
  packed[9] = 255;
  return packed;
}

const blockSize = 512;
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function packFile(name: string, content: Buffer): Buffer[] {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} has a path of more than 100 bytes, too long for a tar.`);
  const header = Buffer.alloc(blockSize);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  // npm uses this time too, because some unpackers reject the year 1970.
  header.write(`${(499_162_500).toString(8).padStart(11, '0')}\0`, 136);
  header.write('        0', 148);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize)];
}

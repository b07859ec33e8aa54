// Detects from the binary whether a WebAssembly program shares memory between threads. Loader scripts are no proof:
// many only test for threads.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** Memories are declared before the code, so the start of the file is enough. */
const maxHeadBytes = 4_000_000;

/** Undefined: not WebAssembly, or unreadable. */
export async function hasSharedMemory(file: string): Promise<boolean | undefined> {
  const head = await readHead(file);
  return head && declaresSharedMemory(head);
}

async function readHead(file: string): Promise<Buffer | undefined> {
  const packed = createReadStream(file);
  const unpack = await chooseUnpacking(file);
  // Errors reach the reader of the pipeline's last stream.
  const unpacked: Readable = unpack ? pipeline(packed, unpack, () => undefined) : packed;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of unpacked) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes >= maxHeadBytes) break;
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (/^(Z_|ERR__?ERROR|ERR_BROTLI|ERR_PADDING)/.test(code)) return undefined;
    throw error;
  } finally {
    packed.destroy();
  }
  return Buffer.concat(chunks);
}

/** By the first bytes: Unity's file names don't tell the compression. */
async function chooseUnpacking(file: string) {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  if (buffer.equals(magic)) return undefined;
  return buffer[0] === 0x1f && buffer[1] === 0x8b ? createGunzip() : createBrotliDecompress();
}

const magic = Buffer.from('\0asm', 'latin1');
const importSection = 2;
const memorySection = 5;
const codeSection = 10;
const sharedFlag = 2;

class Reader {
  readonly #bytes: Buffer;
  at: number;
  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }
  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }
  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new RangeError('The program ends too early.');
    this.at += 1;
    return byte;
  }
  /** An unsigned LEB128 number. */
  number(): number {
    let [value, factor] = [0, 1];
    for (let count = 0; count < 10; count += 1) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    throw new RangeError('A number is too long.');
  }
  skip(bytes: number): void {
    this.at += bytes;
  }
  name(): void {
    this.skip(this.number());
  }
  limits(): number {
    const flags = this.byte();
    this.number();
    if ((flags & 1) === 1) this.number();
    return flags;
  }
}

export function declaresSharedMemory(program: Buffer): boolean | undefined {
  if (!program.subarray(0, 4).equals(magic)) return undefined;
  const reader = new Reader(program, 8);
  try {
    while (!reader.isAtEnd) {
      const section = reader.byte();
      const size = reader.number();
      const end = reader.at + size;
      if (section === importSection && importsSharedMemory(reader)) return true;
      if (section === memorySection)
        for (let count = reader.number(); count > 0; count -= 1) if (isShared(reader.limits())) return true;
      if (section === codeSection) return false;
      reader.at = end;
    }
    return false;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const isShared = (flags: number): boolean => (flags & sharedFlag) !== 0;

function importsSharedMemory(reader: Reader): boolean {
  for (let count = reader.number(); count > 0; count -= 1) {
    reader.name();
    reader.name();
    const kind = reader.byte();
    if (kind === 0) reader.number();
    else if (kind === 1) {
      reader.byte();
      reader.limits();
    } else if (kind === 2) {
      if (isShared(reader.limits())) return true;
    } else if (kind === 3) reader.skip(2);
    else if (kind === 4) {
      reader.byte();
      reader.number();
    } else throw new RangeError('An import is of a kind that is not known.');
  }
  return false;
}

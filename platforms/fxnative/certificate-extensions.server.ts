// The extensions of a certificate, which Node does not tell: read from its DER, as far as the way to them.

/** The ids of the extensions, each as the bytes of its OID in hexadecimal. Throws where it is no certificate. */
export function listExtensions(certificate: Buffer): readonly string[] {
  const [whole] = readElements(certificate);
  const [signed] = readElements(expect(whole, sequence));
  const extensions = readElements(expect(signed, sequence)).find(({ tag }) => tag === explicitThree);
  if (!extensions) return [];
  const [list] = readElements(extensions.content);
  return readElements(expect(list, sequence)).map((extension) => {
    const [id] = readElements(expect(extension, sequence));
    return expect(id, objectId).toString('hex');
  });
}

interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

const sequence = 0x30;
const objectId = 0x06;
const explicitThree = 0xa3;

function expect(element: Element | undefined, tag: number): Buffer {
  if (element?.tag !== tag) throw new Error('This is no certificate.');
  return element.content;
}

function readElements(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const { length, begin } = readLength(bytes, at + 1);
    const end = begin + length;
    const tag = bytes[at];
    if (tag === undefined || end > bytes.length) throw new Error('This is no certificate.');
    elements.push({ tag, content: bytes.subarray(begin, end) });
    at = end;
  }
  return elements;
}

/** Short, or long with up to four bytes: nothing here is larger. */
function readLength(bytes: Buffer, at: number): { readonly length: number; readonly begin: number } {
  const first = bytes[at] ?? 0xff;
  if (first < 0x80) return { length: first, begin: at + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 4 || at + 1 + count > bytes.length) throw new Error('This is no certificate.');
  return { length: bytes.readUIntBE(at + 1, count), begin: at + 1 + count };
}

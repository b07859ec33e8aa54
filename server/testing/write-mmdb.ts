// Writes a database in MaxMind's format for tests: https://maxmind.github.io/MaxMind-DB/
import { isIPv6 } from 'node:net';

type Value = string | number | readonly string[] | { readonly [key: string]: Value };

/** @param networks entries by network, such as `203.0.113.0/24` */
export function buildMmdb(networks: Readonly<Record<string, Value>>): Buffer {
  const nodes: [number | undefined, number | undefined][] = [[undefined, undefined]];
  const data: Buffer[] = [];
  const places: { node: number; bit: 0 | 1; offset: number }[] = [];
  let size = 0;
  for (const [network, value] of Object.entries(networks)) {
    const [address = '', prefix = ''] = network.split('/');
    const bits = bitsOf(address).slice(0, Number(prefix) + (isIPv6(address) ? 0 : 96));
    let node = 0;
    bits.forEach((bit, at) => {
      if (at === bits.length - 1) {
        places.push({ node, bit, offset: size });
        return;
      }
      const known = nodes[node]?.[bit];
      const next = known ?? nodes.push([undefined, undefined]) - 1;
      (nodes[node] as [number | undefined, number | undefined])[bit] = next;
      node = next;
    });
    const encoded = encode(value);
    data.push(encoded);
    size += encoded.length;
  }
  const count = nodes.length;
  for (const { node, bit, offset } of places)
    (nodes[node] as [number | undefined, number | undefined])[bit] = count + 16 + offset;
  const tree = Buffer.alloc(count * 6);
  nodes.forEach(([left, right], at) => {
    tree.writeUIntBE(left ?? count, at * 6, 3);
    tree.writeUIntBE(right ?? count, at * 6 + 3, 3);
  });
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test-Country',
    description: { en: 'Test' },
    ip_version: 6,
    languages: ['en'],
    node_count: count,
    record_size: 24,
  };
  const marker = Buffer.from('\u{AB}\u{CD}\u{EF}MaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encode(metadata)]);
}

function bitsOf(address: string): (0 | 1)[] {
  const bytes = isIPv6(address)
    ? address
        .replace('::', ':'.repeat(10 - address.split(':').length))
        .split(':')
        .flatMap((group) => {
          const word = Number.parseInt(group || '0', 16);
          return [word >> 8, word & 255];
        })
    : [...Array<number>(12).fill(0), ...address.split('.').map(Number)];
  return bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((byte >> bit) & 1) as 0 | 1));
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map((each) => encode(each))]);
  const entries = Object.entries(value as { readonly [key: string]: Value });
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, each]) => [encode(key), encode(each)])]);
}

function control(type: number, size: number): Buffer {
  return type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);
}

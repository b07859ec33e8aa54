// A minimal DNS server: it resolves the names of a table and no others.
import { createSocket, type Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';

export type DnsZone = Readonly<Record<string, readonly string[]>>;

export function startNameServer(zone: DnsZone, address: string): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address: asker }) => {
    const answer = buildDnsResponse(question, zone);
    if (answer) socket.send(answer, port, asker);
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(53, address, () => resolve(socket));
  });
}

const headerBytes = 12;
const typeA = 1;
const typeAaaa = 28;
const secondsToKeep = 60;

/** Builds the DNS response; undefined if the message is not a query. */
export function buildDnsResponse(question: Buffer, zone: DnsZone): Buffer | undefined {
  const asked = readQuestion(question);
  if (!asked) return undefined;
  const { name, type, end } = asked;
  const addresses = zone[name] ?? zone[`*.${name.split('.').slice(1).join('.')}`];
  const wanted = (addresses ?? []).filter((each) => type === (isIPv4(each) ? typeA : typeAaaa));
  const header = Buffer.from(question.subarray(0, headerBytes));
  // Flags: an authoritative response; code 3 means that the name does not exist.
  header.writeUInt16BE(0x8580 | (addresses ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(wanted.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(headerBytes, end), ...wanted.map(record)]);
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } | undefined {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at]; length !== undefined && length > 0; length = message[at]) {
    if (length > 63) return undefined;
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const end = at + 5;
  if (labels.length === 0 || message.length < end) return undefined;
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end };
}

function record(address: string): Buffer {
  const data = bytesOf(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | headerBytes, 0);
  head.writeUInt16BE(isIPv4(address) ? typeA : typeAaaa, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(secondsToKeep, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((each) => Number.parseInt(each, 16)));
  const [before, after] = [groups(left), groups(right)];
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

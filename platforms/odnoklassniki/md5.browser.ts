// MD5 (RFC 1321) for signing Odnoklassniki's API calls; browsers don't provide it. We don't rely on it for security.

/** The hash of the UTF-8 text, in lower-case hexadecimal. */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) << 4);
  const add = (byte: number, at: number): void => void (words[at >> 2] = wordAt(at >> 2) | (byte << ((at % 4) * 8)));
  const wordAt = (at: number): number => words[at] ?? 0;
  bytes.forEach(add);
  add(0x80, bytes.length);
  words[words.length - 2] = bytes.length * 8;
  let sums: [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d] = sums;
    for (let step = 0; step < 64; step += 1) {
      const round = step >> 4;
      const [mixed, at] = mix(round, step, b, c, d);
      const sine = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
      const sum = (a + mixed + sine + wordAt(block + (at % 16))) | 0;
      const turn = Number(turns[round]?.[step % 4]);
      [a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0];
    }
    sums = [(sums[0] + a) | 0, (sums[1] + b) | 0, (sums[2] + c) | 0, (sums[3] + d) | 0];
  }
  return sums.map(writeWord).join('');
}

const turns = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];

/** The function of a round, and the index of the word that its step uses. */
function mix(round: number, step: number, b: number, c: number, d: number): [mixed: number, at: number] {
  if (round === 0) return [(b & c) | (~b & d), step];
  if (round === 1) return [(d & b) | (~d & c), 5 * step + 1];
  return round === 2 ? [b ^ c ^ d, 3 * step + 5] : [c ^ (b | ~d), 7 * step];
}

const writeWord = (word: number): string =>
  [0, 8, 16, 24].map((shift) => ((word >>> shift) & 0xff).toString(16).padStart(2, '0')).join('');

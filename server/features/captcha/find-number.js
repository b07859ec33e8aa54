// Runs in a Web Worker: finds the number with which the SHA-256 of `text.number` starts with enough zero bits. The
// browser's asynchronous hash is many times slower.
'use strict';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one other end, and no origins
self.onmessage = ({ data: { text, bits } }) => self.postMessage(findNumber(text, bits));

function findNumber(text, bits) {
  const constants = roundConstants();
  const words = new Int32Array(64);
  const bytes = new Uint8Array(64);
  const prefix = new TextEncoder().encode(`${text}.`);
  for (let number = 0; ; number += 1) {
    const digits = String(number);
    const length = prefix.length + digits.length;
    bytes.fill(0);
    bytes.set(prefix);
    for (let index = 0; index < digits.length; index += 1) bytes[prefix.length + index] = digits.charCodeAt(index);
    bytes[length] = 0x80;
    bytes[62] = (length * 8) >>> 8;
    bytes[63] = (length * 8) & 255;
    if (firstWordZeroBits(bytes, words, constants) >= bits) return number;
  }
}

function firstWordZeroBits(bytes, w, k) {
  for (let i = 0; i < 16; i += 1)
    w[i] = (bytes[4 * i] << 24) | (bytes[4 * i + 1] << 16) | (bytes[4 * i + 2] << 8) | bytes[4 * i + 3];
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let a = 0x6a09e667;
  let b = 0xbb67ae85 | 0;
  let c = 0x3c6ef372;
  let d = 0xa54ff53a | 0;
  let e = 0x510e527f;
  let f = 0x9b05688c | 0;
  let g = 0x1f83d9ab;
  let h = 0x5be0cd19;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return Math.clz32((a + 0x6a09e667) | 0);
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function roundConstants() {
  const found = new Int32Array(64);
  for (let candidate = 2, count = 0; count < 64; candidate += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) isPrime = false;
    if (!isPrime) continue;
    const root = Math.cbrt(candidate);
    found[count] = Math.floor((root - Math.floor(root)) * 2 ** 32);
    count += 1;
  }
  return found;
}

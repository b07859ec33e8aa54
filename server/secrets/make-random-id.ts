// An id that opens something for whoever knows it, such as a purchase that is gone on with: 128 random bits in the shape of a uuid.
// A uuid of version 4 has 122, because it says its version.
import { randomBytes } from 'node:crypto';

export function makeRandomId(random: (size: number) => Buffer = randomBytes): string {
  return random(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

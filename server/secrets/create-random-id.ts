// An unguessable id that grants access to something, such as continuing a purchase: 128 random bits in UUID format. A
// version 4 UUID has only 122.
import { randomBytes } from 'node:crypto';

export function createRandomId(random: (size: number) => Buffer = randomBytes): string {
  return random(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

import { randomBytes } from 'node:crypto';

// Without letters and digits that look alike.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** An id that people can read aloud: 60 random bits, such as `K7QF-2M9X-TR4B`. */
export function makeTicketId(random: (size: number) => Buffer = randomBytes): string {
  const text = [...random(12)].map((byte) => letters[byte % letters.length]).join('');
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

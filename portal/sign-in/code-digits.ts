export const codeLength = 6;

/** Accepts digits in Latin, Arabic or Persian script. */
export function codeDigits(typed: string): string {
  const digits = typed.normalize('NFKC').match(/[0-9\u0660-\u0669\u06F0-\u06F9]/g) ?? [];
  // The lowest four bits of each code point are its value.
  return digits
    .map((digit) => (digit.codePointAt(0) ?? 0) & 0xf)
    .join('')
    .slice(0, codeLength);
}

// A random Unicode character. fast-check's own ("binary") first builds a table of all characters, which takes seconds.
import fc from 'fast-check';

export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  // The inverse mapping lets fast-check include dangerous property names (`__proto__`) in the texts.
  .map((code) => String.fromCodePoint(code), toCode);

function toCode(text: unknown): number {
  const [character, ...others] = typeof text === 'string' ? text : '';
  const code = character?.codePointAt(0);
  if (code === undefined || others.length > 0) throw new Error('It is not one character.');
  return code;
}

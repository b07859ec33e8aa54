// Any character of Unicode, as a part of texts at random. The library's own ("binary") makes a table of them all before the first
// text, which takes seconds in every process and page.
import fc from 'fast-check';

export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

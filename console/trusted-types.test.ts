import { describe, expect, it } from 'vitest';
import { requireNoTags } from './trusted-types.ts';

describe("the page's policy of Trusted Types", () => {
  it('lets style sheets through', () => {
    const css = ':root { --a: 1px } .b > .c { color: red }';
    expect(requireNoTags(css)).toBe(css);
  });

  it.each(['<img src=x onerror=alert(1)>', 'a{}</style><script>', '<'])('refuses %s', (text) => {
    expect(() => requireNoTags(text)).toThrow(TypeError);
  });
});

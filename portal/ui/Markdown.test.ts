import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './Markdown.tsx';

const render = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }));

test('renders what documents and news need', () => {
  expect(render('# Title\n\n**bold** [link](https://example.org/) [own](/docs/tos)')).toBe(
    '<h1>Title</h1>\n<p><strong>bold</strong> <a href="https://example.org/">link</a> <a href="/docs/tos">own</a></p>',
  );
});

test.each([
  ['raw HTML', '<script>alert(1)</script><b onclick="x()">hi</b>', /<script|<b /],
  ['a script address', '[x](javascript:alert(1))', /href/],
  ['a script address in disguise', '[x](JaVaScRiPt&#58;alert(1))', /href/],
  ['a data address', '[x](data:text/html,hi)', /href/],
  ['an address without a scheme', '[x](//evil.example)', /href/],
  ['an address with a dot before its host', '[x](/.//evil.example)', /href/],
  ['credentials in an address', '[x](https://user@example.org/)', /href/],
  ['an unencrypted address', '[x](http://example.org)', /href/],
  ['an image that reports who reads', '![x](https://evil.example/pixel.gif)', /<img/],
])('does not let %s through', (_, text, forbidden) => {
  expect(render(text)).not.toMatch(forbidden);
});

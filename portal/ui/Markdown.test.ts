import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PageEnvironmentContext, type PageEnvironment } from '#portal/page-environment.ts';
import { Markdown } from './Markdown.tsx';

const page = { origin: 'https://portal.example', config: {} as PageEnvironment['config'] };
const render = (text: string): string =>
  renderToStaticMarkup(createElement(PageEnvironmentContext, { value: page }, createElement(Markdown, { text })));

test('renders what documents and news need', () => {
  expect(render('# Title\n\n**bold** [link](https://example.org/) [own](/docs/tos)')).toBe(
    '<h1>Title</h1>\n<p><strong>bold</strong> <a href="https://example.org/">link</a> <a href="/docs/tos">own</a></p>',
  );
});

test.each([
  ['a list', '- a\n- *b*', '<ul><li>a</li><li><em>b</em></li></ul>'],
  ['a list from three', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['a quotation', '> a', '<blockquote><p>a</p></blockquote>'],
  ['code', '`<b>&amp;`\n\n    <i>', '<p><code>&lt;b&gt;&amp;amp;</code></p>\n<pre><code>&lt;i&gt;\n</code></pre>'],
  ['a rule and a line break', 'a  \nb\n\n---', '<p>a<br/>b</p>\n<hr/>'],
  ['character references', '&copy;&#169;&#xA9; &nope; &#0;', '<p>©©© &amp;nope; \uFFFD</p>'],
  ['escapes', String.raw`\*a\*`, '<p>*a*</p>'],
  ['a place on the page', '[x](#a)', '<p><a href="#a">x</a></p>'],
  ['an email address', '[x](mailto:a@example.org)', '<p><a href="mailto:a@example.org">x</a></p>'],
  ['a title', '[x](/a "&lt;t")', '<p><a title="&lt;t" href="/a">x</a></p>'],
])('renders %s', (_, text, html) => {
  expect(render(text)).toBe(html);
});

test('shows only the text of an unsafe link', () => {
  expect(render('[x](javascript:alert(1))')).toBe('<p>x</p>');
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
])('removes %s', (_, text, forbidden) => {
  expect(render(text)).not.toMatch(forbidden);
});

import { expect, test } from 'vitest';
import { readFrame, sandboxOf } from './use-frame.ts';

function pageOf(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

test('a page that may be read and says nothing was refused', () => {
  expect(readFrame({ contentDocument: pageOf('<title> </title><body> \n</body>') })).toBe('refused');
  expect(readFrame({ contentDocument: pageOf('<title>Terms</title>') })).toBe('shown');
  expect(readFrame({ contentDocument: pageOf('<p>Terms</p>') })).toBe('shown');
  expect(readFrame({ contentDocument: pageOf('<title>403 Forbidden</title><h1>nginx</h1>') })).toBe('refused');
  expect(readFrame({ contentDocument: pageOf('<p>law.example refused to connect.</p>') })).toBe('refused');
  const long = `<p>${'Be kind. '.repeat(100)} Access denied is what cheaters get.</p>`;
  expect(readFrame({ contentDocument: pageOf(long) })).toBe('shown');
});

test('a page of somebody else cannot be judged', () => {
  expect(readFrame({ contentDocument: null })).toBe('unreadable');
  expect(readFrame(null)).toBe('unreadable');
});

test('a page that has not begun to come is waited for', () => {
  expect(readFrame({ contentDocument: document.implementation.createHTMLDocument() })).toBe('unreadable');
});

test('a page never runs anything, and keeps our origin only where it is ours', () => {
  const own = 'https://play.example';
  for (const url of ['/terms.html', `${own}/terms.html`, 'https://law.example/', 'https://play.example.evil/']) {
    const rights = sandboxOf(url, own).split(' ');
    expect(rights, url).not.toContain('allow-scripts');
    expect(
      rights.some((right) => right.startsWith('allow-top-navigation')),
      url,
    ).toBe(false);
  }
  expect(sandboxOf('/terms.html', own)).toContain('allow-same-origin');
  expect(sandboxOf('https://play.example.evil/', own)).toBe('');
});

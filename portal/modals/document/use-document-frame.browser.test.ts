import { expect, test } from 'vitest';
import { inspectFrame, documentSandbox } from './use-document-frame.ts';

function pageOf(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

test('a readable page without content counts as refused', () => {
  expect(inspectFrame({ contentDocument: pageOf('<title> </title><body> \n</body>') })).toBe('refused');
  expect(inspectFrame({ contentDocument: pageOf('<title>Terms</title>') })).toBe('shown');
  expect(inspectFrame({ contentDocument: pageOf('<p>Terms</p>') })).toBe('shown');
  expect(inspectFrame({ contentDocument: pageOf('<title>403 Forbidden</title><h1>nginx</h1>') })).toBe('refused');
  expect(inspectFrame({ contentDocument: pageOf('<p>law.example refused to connect.</p>') })).toBe('refused');
  const long = `<p>${'Be kind. '.repeat(100)} Access denied is what cheaters get.</p>`;
  expect(inspectFrame({ contentDocument: pageOf(long) })).toBe('shown');
});

test('a page of another site is unreadable', () => {
  expect(inspectFrame({ contentDocument: null })).toBe('unreadable');
  expect(inspectFrame(null)).toBe('unreadable');
});

test('a page that has not started to load is unreadable', () => {
  expect(inspectFrame({ contentDocument: document.implementation.createHTMLDocument() })).toBe('unreadable');
});

test('a page never runs scripts, and only our own keeps its origin', () => {
  const own = 'https://play.example';
  for (const url of ['/terms.html', `${own}/terms.html`, 'https://law.example/', 'https://play.example.evil/']) {
    const rights = documentSandbox(url, own).split(' ');
    expect(rights, url).not.toContain('allow-scripts');
    expect(
      rights.some((right) => right.startsWith('allow-top-navigation')),
      url,
    ).toBe(false);
  }
  expect(documentSandbox('/terms.html', own)).toContain('allow-same-origin');
  expect(documentSandbox('https://play.example.evil/', own)).toBe('');
});

test('a document of an origin that the operator trusts runs scripts, but never one of our own', () => {
  const own = 'https://play.example';
  const trusted = ['https://*.law.example', own];
  expect(documentSandbox('https://de.law.example/terms', own, trusted).split(' ')).toContain('allow-scripts');
  for (const url of ['/terms.html', `${own}/terms.html`, 'https://law.example.evil/', 'https://news.example/'])
    expect(documentSandbox(url, own, trusted), url).not.toContain('allow-scripts');
});

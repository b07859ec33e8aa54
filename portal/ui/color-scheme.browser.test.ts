import { expect, onTestFinished, test, vi } from 'vitest';
import html from '../index.html?raw';

// Vitest imports style sheets as empty texts.
const { readFileSync } = await vi.importActual<{ readFileSync: (path: string, encoding: 'utf8') => string }>('node:fs');

test('a page is dark unless it names another scheme', () => {
  const style = document.createElement('style');
  style.textContent = readFileSync('portal/ui/tokens.css', 'utf8');
  document.head.append(style);
  const { documentElement: root } = document;
  onTestFinished(() => {
    style.remove();
    root.removeAttribute('data-scheme');
  });
  const scheme = (): string => getComputedStyle(root).getPropertyValue('color-scheme');
  expect(scheme()).toBe('dark');
  root.setAttribute('data-scheme', 'light');
  expect(scheme()).toBe('light');
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.documentElement.hasAttribute('data-scheme')).toBe(false);
  expect(page.querySelector('meta[name="color-scheme"]')?.getAttribute('content')).toBe('dark');
});

import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';

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
  const page = new DOMParser().parseFromString(readFileSync('portal/index.html', 'utf8'), 'text/html');
  expect(page.documentElement.hasAttribute('data-scheme')).toBe(false);
  expect(page.querySelector('meta[name="color-scheme"]')?.getAttribute('content')).toBe('dark');
});

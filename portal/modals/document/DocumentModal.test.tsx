import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { DocumentModal } from './DocumentModal.tsx';
import { firstFrameCheckMs, secondFrameCheckMs } from './use-document-frame.ts';

test('a late document of our own is read once it has loaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = `${window.location.origin}/terms.html`;
  const { container } = await renderInPortal(
    <DocumentModal title="Terms" shown={{ type: 'iframe', url }} close={() => undefined} />,
  );
  const frame = container.querySelector('iframe');
  await flushEffects(() => void vi.advanceTimersByTime(firstFrameCheckMs));
  expect(container.querySelector('iframe')).toBe(frame);
  expect(container.querySelector('.unsure')).toBeNull();
  await flushEffects(() => void vi.advanceTimersByTime(secondFrameCheckMs));
  expect(container.querySelector('iframe')).toBe(frame);
  expect(container.querySelector('.unsure')).not.toBeNull();
  const contentDocument = new DOMParser().parseFromString('<title>Terms</title><p>Be kind.</p>', 'text/html');
  Object.defineProperty(frame, 'contentDocument', { value: contentDocument });
  await flushEffects(() => void frame?.dispatchEvent(new Event('load')));
  expect(container.querySelector('iframe')).toBe(frame);
  expect(container.querySelector('.unsure')).toBeNull();
});

const imageUrl = 'https://cdn.example/pictures/map.png';
const image = { type: 'image', url: imageUrl } as const;

test('an image has a spinner until it has loaded', async () => {
  const { container } = await renderInPortal(<DocumentModal title="Map" shown={image} close={() => undefined} />);
  const picture = container.querySelector('img');
  expect([picture?.src, picture?.alt]).toEqual([imageUrl, 'Map']);
  expect(container.querySelector('.spinner')?.getAttribute('aria-label')).toBe('Loading');
  await flushEffects(() => void picture?.dispatchEvent(new Event('load')));
  expect(container.querySelector('.spinner')).toBeNull();
});

test('a framed document has a spinner until it has loaded', async () => {
  const url = `${window.location.origin}/terms.html`;
  const { container } = await renderInPortal(
    <DocumentModal title="Terms" shown={{ type: 'iframe', url }} close={() => undefined} />,
  );
  expect(container.querySelector('.spinner')).not.toBeNull();
  await flushEffects(() => void container.querySelector('iframe')?.dispatchEvent(new Event('load')));
  expect(container.querySelector('.spinner')).toBeNull();
});

test('an image can be downloaded', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response('png');
  });
  Object.assign(URL, { createObjectURL: () => 'blob:map', revokeObjectURL: () => undefined });
  onTestFinished(() => ['createObjectURL', 'revokeObjectURL'].forEach((name) => Reflect.deleteProperty(URL, name)));
  const saved: string[][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.href, this.download]);
  });
  const { press, text } = await renderInPortal(<DocumentModal title="Map" shown={image} close={() => undefined} />);
  expect(text()).not.toContain('Print');
  await press('Download');
  await waitFor(() => expect(saved).toEqual([['blob:map', 'map.png']]));
  expect(asked).toEqual([imageUrl]);
});

test('an image that can’t be downloaded opens in a new tab, with a notice', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  const opened: string[] = [];
  vi.stubGlobal('open', (url: string) => void opened.push(url));
  const { press, text } = await renderInPortal(<DocumentModal title="Map" shown={image} close={() => undefined} />);
  await press('Download');
  await waitFor(() => expect(text()).toContain("Couldn't download the image. It opens in a new tab."));
  expect(opened).toEqual([imageUrl]);
});

test('a text can be printed and closed', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const close = vi.fn<() => void>();
  const { press, text, container } = await renderInPortal(
    <DocumentModal title="Terms" shown={{ type: 'markdown', text: 'Be kind.' }} close={close} />,
  );
  expect(text()).not.toContain('Download');
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
  await flushEffects(() => container.querySelector<HTMLButtonElement>('.actions .primary')?.click());
  expect(close).toHaveBeenCalledOnce();
});

test('a framed document prints its own page', async () => {
  const url = `${window.location.origin}/terms.html`;
  const { press, container } = await renderInPortal(
    <DocumentModal title="Terms" shown={{ type: 'iframe', url }} close={() => undefined} />,
  );
  const print = vi.fn<() => void>();
  Object.defineProperty(container.querySelector('iframe'), 'contentWindow', { value: { print } });
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
});

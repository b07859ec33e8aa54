import { expect, onTestFinished, test, vi } from 'vitest';
import { DocumentModal } from '#portal/modals/document/DocumentModal.tsx';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { canEmbedPage } from './can-embed-page.ts';
import { PageModal } from './PageModal.tsx';

const close = (): void => undefined;
const news = 'https://news.example/today';

/** Sets the operator's list for one test. */
function list(FrameOrigins: string[], gamesUrl = 'https://{game}.games.example'): void {
  Object.assign(runtimeConfig, { portal: { FrameOrigins }, gamesUrl });
}

test('only pages of games and of listed origins are framed', () => {
  list(['https://law.example', 'https://*.help.example:8443']);
  for (const url of ['https://miner.games.example/x', 'https://law.example/terms', 'https://de.help.example:8443/'])
    expect(canEmbedPage(url), url).toBe(true);
  for (const url of [
    news,
    'http://law.example/',
    'https://law.example.evil/',
    'https://help.example:8443/',
    'https://x.help.example/',
    'https://games.example.evil/',
  ])
    expect(canEmbedPage(url), url).toBe(false);
  expect(canEmbedPage(news, ['https://news.example'])).toBe(true);
});

test('a page listed for the game is shown over it', async () => {
  const { container } = await renderInPortal(
    <PageModal url={news} title="News" origins={['https://news.example']} close={close} />,
  );
  expect(container.querySelector('iframe')?.src).toBe(news);
});

test.each([
  [true, 'full'],
  [false, 'large'],
])('a page with fullscreen %s is %s', async (fullscreen, size) => {
  list(['https://news.example']);
  const { container } = await renderInPortal(
    <PageModal url={news} title="News" fullscreen={fullscreen} close={close} />,
  );
  expect(container.querySelector('dialog')?.className).toBe(`dialog ${size}`);
  expect(container.querySelector('.page-modal')?.classList.contains('full')).toBe(fullscreen);
  expect(container.querySelector('iframe')?.src).toBe(news);
});

test('any other page opens in a new tab after a click, or is linked', async () => {
  const opened: string[] = [];
  vi.stubGlobal('open', (url: string) => void opened.push(url));
  const waits = await renderInPortal(<PageModal url={news} title="News" close={close} />);
  expect(waits.container.querySelector('iframe')).toBeNull();
  expect(waits.text()).toContain("news.example can't be shown here.");
  expect(waits.button('Open news.example in a new tab').getAttribute('href')).toBe(news);
  expect(opened).toEqual([]);
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive: true } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userActivation'));
  await renderInPortal(<PageModal url={news} title="News" close={close} />);
  expect(opened).toEqual([news]);
});

test('an unlisted document is offered in a new tab at once', async () => {
  const shown = { type: 'iframe', url: news } as const;
  const refused = await renderInPortal(<DocumentModal title="Terms" shown={shown} close={close} />);
  expect(refused.container.querySelector('iframe')).toBeNull();
  expect(refused.button('Open Terms').getAttribute('href')).toBe(news);
  const { container } = await renderInPortal(
    <DocumentModal title="Terms" shown={shown} origins={['https://news.example']} close={close} />,
  );
  expect(container.querySelector('iframe')?.src).toBe(news);
});

test('a document of a trusted origin is framed with scripts', async () => {
  Object.assign(runtimeConfig, { portal: { TrustedDocumentOrigins: ['https://news.example'] } });
  const { container } = await renderInPortal(
    <DocumentModal title="Terms" shown={{ type: 'iframe', url: news }} close={close} />,
  );
  const frame = container.querySelector('iframe');
  expect(frame?.src).toBe(news);
  expect(frame?.getAttribute('sandbox')?.split(' ')).toContain('allow-scripts');
});

test('a frame that is unreadable after five seconds is offered in a new tab', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  list(['https://news.example']);
  const view = await renderInPortal(
    <DocumentModal title="Terms" shown={{ type: 'iframe', url: news }} close={close} />,
  );
  const frame = view.container.querySelector('iframe');
  Object.defineProperty(frame, 'contentDocument', { value: null });
  const offers = (): number => view.container.querySelectorAll('.open-document').length;
  await pass(4999);
  expect(offers()).toBe(0);
  await pass(1);
  expect(offers()).toBe(1);
});

const pass = (ms: number): Promise<void> => flushEffects(() => void vi.advanceTimersByTime(ms));

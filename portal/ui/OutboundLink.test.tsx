import { expect, test } from 'vitest';
import { PageEnvironmentContext } from '#portal/page-environment.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { OutboundLink } from './OutboundLink.tsx';

async function readLink(href: string | undefined, basePath = '/'): Promise<string | null | undefined> {
  const { container } = await renderInPortal(
    <PageEnvironmentContext value={{ config: { routerType: 'browser', basePath }, origin: 'https://portal.example' }}>
      <OutboundLink href={href} type="community" game="gem-miner">
        {'Community'}
      </OutboundLink>
    </PageEnvironmentContext>,
  );
  const link = container.querySelector('a');
  expect(link?.rel ?? 'noopener noreferrer').toBe('noopener noreferrer');
  return link?.getAttribute('href');
}

test('leads through our own page, with the type and the place of the link', async () => {
  const query = 'url=https%3A%2F%2Fchat.example%2Fminers%3Fa%3D1&type=community&fxref=gem-miner';
  expect(await readLink('https://chat.example/miners?a=1')).toBe(`/api/v1/go?${query}`);
  expect(await readLink('https://chat.example/miners?a=1', '/portal/')).toBe(`/portal/api/v1/go?${query}`);
});

test('an unsafe address is not linked, and a very long one is linked directly', async () => {
  for (const href of [undefined, 'javascript:alert(1)', 'https://a@evil.example/', '//evil.example'])
    expect(await readLink(href)).toBeUndefined();
  const long = `https://chat.example/${'x'.repeat(2000)}`;
  expect(await readLink(long)).toBe(long);
});

import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PortalConfig } from '#contract/config.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { recordLogMessages } from '#portal/testing/record-log-messages.ts';
import { hasLegalPage, type GameLegalLinks } from './legal-page.ts';
import { LegalLink } from './LegalLink.tsx';

const here = { config: runtimeConfig, origin: window.location.origin };

const law = 'https://law.example';

/** Changes the operator's configuration for one test. */
const configure = (portal: Partial<PortalConfig>): void => void Object.assign(runtimeConfig, { portal });

const addressOf = async (type: 'TOS' | 'PP', game?: GameLegalLinks): Promise<string | null | undefined> =>
  (await renderInPortal(<LegalLink type={type} title="Terms" game={game} />)).container
    .querySelector('a')
    ?.getAttribute('href');

beforeEach(() => configure({}));

test('documents are on our own pages unless the operators configured others', async () => {
  expect(await addressOf('TOS')).toBe('/Docs/tos');
  expect(await addressOf('PP')).toBe('/Docs/pp');
  configure({ ExternalTosUrl: `${law}/terms`, ExternalPpUrl: `${law}/privacy` });
  expect(await addressOf('TOS')).toBe(`${law}/terms`);
  expect(await addressOf('PP')).toBe(`${law}/privacy`);
});

test("a game's own documents come before those for all games, and those before the portal’s", async () => {
  const forGames = { TosUrl: `${law}/games/terms`, PpUrl: `${law}/games/privacy` };
  configure({
    ExternalTosUrl: `${law}/terms`,
    PublicWebClientConfig: { PersonalInformationForm: { Compact: false }, ...forGames },
  });
  expect(await addressOf('TOS')).toBe(`${law}/terms`);
  expect(await addressOf('TOS', {})).toBe(forGames.TosUrl);
  expect(await addressOf('PP', {})).toBe(forGames.PpUrl);
  expect(await addressOf('PP', { PpUrl: 'https://miner.example/privacy' })).toBe('https://miner.example/privacy');
});

test('they open in a new tab, or over the page if configured', async () => {
  configure({ ExternalTosUrl: `${law}/terms`, FrameOrigins: [law] });
  const aside = await renderInPortal(<LegalLink type="TOS" title="Terms" />);
  expect(aside.container.querySelector('a')?.target).toBe('_blank');
  configure({ ExternalTosUrl: `${law}/terms`, ExternalTosOpenMethod: 'Modal', FrameOrigins: [law] });
  vi.stubGlobal('open', () => expect.unreachable());
  const over = await renderInPortal(<LegalLink type="TOS" title="Terms" />);
  await over.press('Terms');
  await waitFor(() => expect(over.container.querySelector('iframe')?.src).toBe(`${law}/terms`));
});

const terms = {
  Id: 'd1',
  DocumentType: { Value: 'TOS', NeedUserAcceptance: false },
  CreatedAt: '2026-01-01T00:00:00Z',
  IsActive: true,
  Versions: [
    {
      Id: 'v1',
      CreatedAt: '2026-01-01T00:00:00Z',
      Content: { Value: 'Be **kind**.', ContentType: 'Markdown' },
      Accepts: [],
    },
  ],
};

test('our own documents also open over the page if configured, and as a page if they fail to load', async () => {
  configure({ ExternalTosOpenMethod: 'Modal' });
  mockApi({ 'documents.listWithVersions': { Documents: [terms] } });
  const { press, container, text } = await renderInPortal(<LegalLink type="TOS" title="Terms" />);
  await press('Terms');
  await waitFor(() => expect(text()).toContain('Be kind.'));
  expect(container.querySelector('strong')?.textContent).toBe('kind');
  expect(window.location.pathname).toBe('/');
});

test('if they fail to load, their page opens', async () => {
  configure({ ExternalTosOpenMethod: 'Modal' });
  mockApi({ 'documents.listWithVersions': () => problemResponse(500, 'Unexpected') });
  recordLogMessages();
  const open = vi.fn<(address: string) => void>();
  vi.stubGlobal('open', open);
  const { press } = await renderInPortal(<LegalLink type="TOS" title="Terms" />);
  await press('Terms');
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
  expect(new URL(open.mock.lastCall?.[0] ?? '').pathname).toBe('/Docs/tos');
});

test('missing documents are not linked', () => {
  const set = (documents: typeof runtimeConfig.documents) => Object.assign(runtimeConfig, { documents });
  set([{ type: 'TOS', isRequired: false }]);
  expect([hasLegalPage('TOS', here), hasLegalPage('PP', here)]).toEqual([true, false]);
  configure({ ExternalPpUrl: `${law}/privacy` });
  expect(hasLegalPage('PP', here)).toBe(true);
  set(undefined);
  configure({});
  expect(hasLegalPage('TOS', here)).toBe(true);
});

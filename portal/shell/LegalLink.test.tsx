import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PortalConfig } from '#contract/config.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { draw, until } from '#portal/testing/draw.tsx';
import type { GameLinks } from './legal-page.ts';
import { LegalLink } from './LegalLink.tsx';

const law = 'https://law.example';

/** What the operators have set, for one test. */
function configure(portal: Partial<PortalConfig>): void {
  const { portal: before } = runtimeConfig;
  Object.assign(runtimeConfig, { portal });
  onTestFinished(() => void Object.assign(runtimeConfig, { portal: before }));
}

const addressOf = async (type: 'TOS' | 'PP', game?: GameLinks): Promise<string | null | undefined> =>
  (await draw(<LegalLink type={type} title="Terms" game={game} />)).page.querySelector('a')?.getAttribute('href');

beforeEach(() => configure({}));

test('documents are on our own pages unless the operators have named others', async () => {
  expect(await addressOf('TOS')).toBe('/Docs/tos');
  expect(await addressOf('PP')).toBe('/Docs/pp');
  configure({ ExternalTosUrl: `${law}/terms`, ExternalPpUrl: `${law}/privacy` });
  expect(await addressOf('TOS')).toBe(`${law}/terms`);
  expect(await addressOf('PP')).toBe(`${law}/privacy`);
});

test('in a game its own go before those for all games, and those before the portal’s', async () => {
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

test('they open in a tab of their own, or over the page where that is set', async () => {
  configure({ ExternalTosUrl: `${law}/terms`, FrameOrigins: [law] });
  const aside = await draw(<LegalLink type="TOS" title="Terms" />);
  expect(aside.page.querySelector('a')?.target).toBe('_blank');
  configure({ ExternalTosUrl: `${law}/terms`, ExternalTosOpenMethod: 'Modal', FrameOrigins: [law] });
  vi.stubGlobal('open', () => expect.unreachable());
  onTestFinished(() => void vi.unstubAllGlobals());
  const over = await draw(<LegalLink type="TOS" title="Terms" />);
  await over.press('Terms');
  await until(() => expect(over.page.querySelector('iframe')?.src).toBe(`${law}/terms`));
});

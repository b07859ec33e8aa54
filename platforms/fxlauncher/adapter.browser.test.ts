import { expect, it } from 'vitest';
import { createAdapterHarness, listCapabilitiesOf } from '../kit/testing/adapter-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { fxlauncher } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin } = createAdapterHarness('fxlauncher', fxlauncher, adapter, page);
const launchUrl = new URL('https://play.example/play/gem-miner/iframe/fxlauncher#LoginCode=fxt_a');

it('reports its language, its focus and a change of player', async () => {
  const { platform, harness } = await begin({ scenario: { language: 'de' } });
  expect(platform).toMatchObject({ language: 'de' });
  expect(await platform.login()).toBeUndefined();
  for (const message of [
    { type: 'FxShellFocus', data: { isFocused: false } },
    { type: 'FxShellPlayerChanged', data: {} },
  ])
    harness.deliver(message);
  await Promise.resolve();
  expect(harness.events).toEqual([{ isFocused: false }, 'player']);
});

it('an element or a frame named like the shell is not a shell: it doesn’t reply to Init', async () => {
  const shapes: object[] = [{ tagName: 'DIV' }, { FxShellInit: { tagName: 'DIV' } }];
  for (const FxShell of shapes)
    await expect(begin({ framedBy: 'none', launchUrl, globals: { FxShell } })).rejects.toThrow(
      'The launcher does not answer',
    );
});

it('in a normal browser it is the normal portal, and a code in the URL signs in only after a confirmation', async () => {
  const { platform } = await begin({ framedBy: 'none', launchUrl });
  expect(await platform.login()).toBeUndefined();
  expect([platform.takeLinkLogin?.(), platform.takeLinkLogin?.()]).toEqual([{ LoginCode: 'fxt_a' }, undefined]);
  const plain = (await begin({ framedBy: 'none' })).platform;
  expect(await plain.login()).toBeUndefined();
  expect(listCapabilitiesOf(platform)).toEqual(listCapabilitiesOf(plain));
});

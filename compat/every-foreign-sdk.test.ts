// What holds for every foreign SDK.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replaceCallTables } from './call-tables.ts';
import { createForeignSdkFinder, describeForeignSdkUse } from './find-foreign-sdks.ts';
import type { ForeignSdkManifest } from './port.ts';
import * as registry from './registry.ts';
import { buildProgramUrl, resolveScript } from './resolve-script.ts';

const sdks = Object.entries<ForeignSdkManifest>(registry);
// Vendors and games publish files there; the rest of the host stays reachable.
const sharedHosts = ['cdn.jsdelivr.net', 'unpkg.com'];
const guide = readFileSync(new URL('../docs/guides/games-for-other-portals.md', import.meta.url), 'utf8');

it("the guide has every call's row: npm run foreign-sdks", () => {
  expect(replaceCallTables(guide, Object.values(registry))).toBe(guide);
});

describe.each(sdks)('%s', (folder, manifest) => {
  const file = `/sdk/compat/${folder}.js`;
  const page = { file, scripts: manifest.scripts, root: '/' };

  it('is named after its folder and has the usual files', () => {
    expect(manifest.id).toBe(folder);
    for (const name of ['sdk.browser.ts', 'measured-call.browser.ts', 'vendor-types.ts', 'README.md'])
      expect(existsSync(new URL(`${folder}/${name}`, import.meta.url)), name).toBe(true);
    expect(existsSync(new URL(`../e2e/compat-${folder}.spec.ts`, import.meta.url))).toBe(true);
  });

  it('finds each of its scripts, on a host of the vendor', () => {
    for (const described of manifest.scripts) {
      const address = described.address.replace('*', '1.12.0');
      const script = { ...described, address };
      const own = address.startsWith('/');
      const written = own ? [address, address.slice(1)] : [`https://${address}`, `//${address}?v=1`];
      for (const each of written)
        expect(resolveScript(each, page, 'https://game.example/')).toBe(buildProgramUrl(file, script));
      if (!own)
        expect(
          [...manifest.hosts, ...sharedHosts].some((host) => `.${address.split('/')[0]}`.endsWith(`.${host}`)),
          address,
        ).toBe(true);
      expect(resolveScript(`https://evil.example/${address}`, page, 'https://game.example/')).toBeUndefined();
    }
  });

  it('is recognised in a build, alone, with its version', () => {
    for (const { address, version } of manifest.scripts) {
      const finder = createForeignSdkFinder(Object.values(registry), new Set());
      finder.read(
        `<script src="${address.startsWith('/') ? '' : 'https://'}${address.replace('*', '1.12.0')}"></script>`,
      );
      expect(finder.result().map(describeForeignSdkUse)).toEqual([`${manifest.title} v${version}`]);
    }
  });

  it('describes each call once per version, with a sentence for what is limited', () => {
    const names = manifest.calls.flatMap(({ call, versions = ['*'] }) => versions.map((each) => `${each} ${call}`));
    expect(new Set(names).size).toBe(names.length);
    for (const { call, does } of manifest.calls) expect(does, call).not.toBe('');
  });
});

// `PLATFORM_FRAME_HOSTS`: further pages of platforms that may frame games, such as a new regional domain.
import type { PlatformManifest } from '#platforms/port.ts';
import * as platforms from '#platforms/registry.ts';
import { findRegistrableDomain } from './http/site.ts';
import type { EnvironmentReader } from './environment-reader.ts';

/** Origins by the platform's id, as content security policy sources. */
export type FrameHosts = Readonly<Record<string, readonly string[]>>;

const framing: ReadonlyMap<string, PlatformManifest> = new Map(
  Object.entries<PlatformManifest>(platforms).filter(([, { embeddedBy }]) => embeddedBy),
);

export function readFrameHosts(reader: EnvironmentReader): FrameHosts {
  const entries = reader.list(
    'PLATFORM_FRAME_HOSTS',
    (each) => parseEntry(each) !== undefined,
    `<platform>=<origin>, several with commas between them; an origin is https://www.games.example, or https://*.games.example for all subdomains of a registered domain. The platforms are ${[...framing.keys()].toSorted().join(', ')}`,
  );
  const hosts: Record<string, string[]> = {};
  for (const { id, origin } of entries.flatMap((each) => parseEntry(each) ?? [])) (hosts[id] ??= []).push(origin);
  return hosts;
}

function parseEntry(entry: string): { readonly id: string; readonly origin: string } | undefined {
  const [, folder = '', origin = '', host = ''] =
    /^([a-z]+)=(https:\/\/(?:\*\.)?((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+)(?::\d{1,5})?)$/.exec(entry) ?? [];
  const id = framing.get(folder)?.id;
  // `https://*.co.uk` would let unrelated sites frame games.
  return id === undefined || findRegistrableDomain(host) === undefined ? undefined : { id, origin };
}

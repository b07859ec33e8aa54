// `TAG_MANAGER_…`: the operator's tag manager container and what its tags may reach.
import type { TagManagerConfig } from '#model/runtime-config.ts';
import type { EnvironmentReader } from './environment-reader.ts';

export interface TagManager extends TagManagerConfig {
  /** Origins that tags may call and frame, as content security policy sources. */
  readonly origins: readonly string[];
}

export function readTagManager(reader: EnvironmentReader, production: boolean): TagManager | undefined {
  const id = reader.matching('TAG_MANAGER_ID', /^GTM-[A-Z0-9]{4,12}$/, 'the id of a container, such as GTM-AB12CD3');
  const script = reader.url('TAG_MANAGER_URL', production ? ['https:'] : ['https:', 'http:']);
  const email = reader.oneOf('TAG_MANAGER_EMAIL', ['off', 'hashed', 'plain'], 'off');
  const more = reader.list(
    'TAG_MANAGER_ORIGINS',
    (each) => /^https:\/\/(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]+(:\d{1,5})?$/.test(each),
    'origins such as https://region1.google-analytics.com or https://*.ads.example, with commas between them',
  );
  if (id === undefined) {
    if (script !== undefined || email !== 'off' || more.length > 0)
      reader.refuse(
        'TAG_MANAGER_ID',
        'is missing',
        'give the id of the container, or leave out the other TAG_MANAGER_ settings',
      );
    return undefined;
  }
  const url = new URL(script ?? 'https://www.googletagmanager.com');
  if (url.pathname === '/') url.pathname = '/gtm.js';
  url.searchParams.set('id', id);
  return {
    url: url.href,
    ...(email !== 'off' && { email }),
    origins: [...new Set([url.origin, ...(script === undefined ? googleOrigins : []), ...more])],
  };
}

// What Google Analytics' tags call. Tags of other vendors need TAG_MANAGER_ORIGINS.
const googleOrigins = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];

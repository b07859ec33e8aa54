import type { Config } from './config.ts';

/** The full address of a page of the portal, for emails: from the settings, never from a request's host. */
export function buildPageAddress(
  { publicUrl, basePath, routerType }: Pick<Config, 'publicUrl' | 'basePath' | 'routerType'>,
  page: string,
): URL {
  return new URL(routerType === 'hash' ? `${basePath}#/${page}` : basePath + page, publicUrl);
}

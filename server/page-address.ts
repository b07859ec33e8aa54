import type { Config } from './config.ts';

/** The full address of a portal page, for emails. Built from the settings, never from the request's Host header. */
export function buildPageAddress(
  { publicUrl, basePath, routerType }: Pick<Config, 'publicUrl' | 'basePath' | 'routerType'>,
  page: string,
): URL {
  return new URL(routerType === 'hash' ? `${basePath}#/${page}` : basePath + page, publicUrl);
}

import type { OperatingSystem } from '#model/installable-build.ts';

/** Undefined on phones and unknown systems, for which there are no builds. */
export function findOperatingSystem({ userAgent }: Pick<Navigator, 'userAgent'>): OperatingSystem | undefined {
  if (/android|iphone|ipad|mobile/i.test(userAgent)) return undefined;
  if (/windows/i.test(userAgent)) return 'Windows';
  if (/macintosh|mac os x/i.test(userAgent)) return 'macOS';
  return /linux|x11/i.test(userAgent) ? 'Linux' : undefined;
}

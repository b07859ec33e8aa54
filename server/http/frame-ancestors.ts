// Lists the origins that may frame pages on a platform: the vendor's, those that an operator added, and the lab's.
import type { PlatformManifest } from '#platforms/port.ts';
import type { FrameHosts } from '#server/read-frame-hosts.ts';

export function listFrameAncestors(
  platform: Pick<PlatformManifest, 'id' | 'embeddedBy'> | undefined,
  frameHosts: FrameHosts = {},
  lab: readonly string[] = [],
): readonly string[] {
  if (!platform?.embeddedBy) return [];
  return [...platform.embeddedBy, ...(frameHosts[platform.id] ?? []), ...lab];
}

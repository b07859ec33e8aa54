import type { Sdk } from '#sdk/sdk.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readOptions, toText } from '../kit/read-options.browser.ts';

/** What the modules share. */
export interface GamePushHost {
  readonly page: PageLink['page'];
  readonly sdk: Sdk;
  /** Without a portal nothing is available. */
  readonly isOn: boolean;
}

/** Games name products and achievements by id or tag, alone or in an object. */
export function readTag(query: unknown): string {
  if (typeof query !== 'object') return toText(query);
  const { tag, id } = readOptions(query as { tag?: unknown; id?: unknown });
  return toText(tag) || toText(id);
}

import { runtimeConfig } from '#portal/runtime-config.ts';

/** What a type of identity is called; one that the server does not name goes by its own name. */
export function identityTitle(type: string): string {
  const titles = runtimeConfig.identityTitles ?? {};
  return Object.hasOwn(titles, type) ? (titles[type] ?? type) : type;
}

declare module 'virtual:call-table' {
  import type { CallTable } from '#contract/describe.ts';
  export const callTable: CallTable;
}

declare module 'virtual:lazy-call-table' {
  import type { CallTable } from '#contract/describe.ts';
  export const lazyCallTable: CallTable;
}

declare module 'virtual:first-page-texts' {
  export const firstPageTexts: Readonly<Record<string, string | object>>;
}

declare module 'virtual:platform-table' {
  import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
  export const platformTable: Readonly<Record<string, PlatformEntry>>;
}

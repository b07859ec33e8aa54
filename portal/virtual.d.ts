declare module 'virtual:call-table' {
  import type { CallTable } from '#contract/describe.ts';
  export const callTable: CallTable;
}

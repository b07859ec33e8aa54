declare module 'virtual:console-call-table' {
  import type { CallTable } from '#contract/describe.ts';
  export const consoleCallTable: CallTable;
}

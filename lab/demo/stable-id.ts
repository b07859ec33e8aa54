import { hash } from 'node:crypto';

/** The same UUID (version 8) for the same name on every machine. */
export function stableId(name: string): string {
  const hex = hash('sha256', `fxid demo ${name}`, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

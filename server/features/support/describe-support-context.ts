import type { SupportContext } from '#model/support.ts';
import { splitMailLines } from '#server/features/mail/split-mail-lines.ts';

export function describeSupportContext(context: SupportContext): string[] {
  const entries = Object.entries(context).filter(([, value]) => value !== undefined && value.length > 0);
  return entries.map(([name, value]) => splitMailLines(`${name}: ${[value].flat().join(', ')}`).join(' '));
}

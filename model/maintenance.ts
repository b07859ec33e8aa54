/** A maintenance window without an end stays open until an operator closes it. */
export function isInMaintenance(window: { From: string; To?: string } | undefined, now: Date): boolean {
  if (!window) return false;
  const hasBegun = now.getTime() >= Date.parse(window.From);
  const hasEnded = window.To !== undefined && now.getTime() >= Date.parse(window.To);
  return hasBegun && !hasEnded;
}

/** When the window opens or closes next. Infinity: not by itself. */
export function findNextMaintenanceChange(window: { From: string; To?: string } | undefined, now: Date): number {
  const times = [window?.From, window?.To].flatMap((time) => (time === undefined ? [] : Date.parse(time)));
  return Math.min(...times.filter((time) => time > now.getTime()), Infinity);
}

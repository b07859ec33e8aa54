interface SignedTime {
  readonly subject: string;
  /** In seconds since 1970. */
  readonly signedAtS: string | number | undefined;
  readonly now: Date;
  readonly maxAgeS: number;
  readonly toleranceS?: number;
}

/** Undefined if the message is fresh. Clocks differ, so a time slightly in the future is accepted. */
export function findStaleReason({ subject, signedAtS, now, maxAgeS, toleranceS = 60 }: SignedTime): string | undefined {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(String(signedAtS))) return `${subject} has no time.`;
  const ageS = now.getTime() / 1000 - Number(signedAtS);
  if (ageS > maxAgeS) return `${subject} is older than ${maxAgeS} s.`;
  return ageS < -toleranceS ? `${subject} is from the future. Check the clock of this server.` : undefined;
}

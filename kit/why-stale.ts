// Whether something that was signed with a time in it is still good. Clocks differ a little, so that the future has a tolerance.

export interface SignedTime {
  /** Such as "The launch", for the reason. */
  readonly subject: string;
  /** Seconds since 1970, as they were signed. */
  readonly signedAtS: string | number | undefined;
  readonly now: Date;
  readonly maxAgeS: number;
  readonly toleranceS?: number;
}

/** Why it is not good any more, or not yet; undefined: it is. */
export function whyStale({ subject, signedAtS, now, maxAgeS, toleranceS = 60 }: SignedTime): string | undefined {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(String(signedAtS))) return `${subject} has no time.`;
  const ageS = now.getTime() / 1000 - Number(signedAtS);
  if (ageS > maxAgeS) return `${subject} is older than ${maxAgeS} s.`;
  return ageS < -toleranceS ? `${subject} is from the future: is the clock of this server right?` : undefined;
}

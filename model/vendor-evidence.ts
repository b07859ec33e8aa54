// What an adapter was written from, and whether its vendor still accepts new games. Every manifest says so, and the
// adapter's README begins with the same sentences.

/** A part that tests run against the vendor's own code or published examples. */
interface VerifiedPart {
  readonly what: string;
  /** Paths from the project's root. */
  readonly tests: readonly [string, ...string[]];
}

export type VendorEvidence =
  /** What proves a player or a payment is verified; the rest is written from public documents. */
  | { readonly level: 'verified'; readonly verified: VerifiedPart; readonly assumed?: string }
  | { readonly level: 'documented'; readonly verified?: VerifiedPart; readonly assumed?: string }
  | { readonly level: 'assumed' }
  /** Part of this project: there is no vendor. */
  | { readonly level: 'own' };

export interface VendorStatus {
  readonly evidence: VendorEvidence;
  /** The vendor accepts no new games. The adapter keeps working, for existing orders and their refunds. */
  readonly discontinued?: { readonly vendor: string; readonly since: string };
}

/** Sentences for operators and developers. */
export const describeVendorStatus = ({ evidence, discontinued }: Partial<VendorStatus>): readonly string[] => [
  ...(discontinued ? [describeDiscontinuation(discontinued)] : []),
  ...(evidence ? describeEvidence(evidence) : []),
];

/** For tables. */
export const evidenceLabel = (evidence: VendorEvidence): string =>
  'assumed' in evidence ? `${labels[evidence.level]}, partly assumed` : labels[evidence.level];

export const newGamesLabel = ({ discontinued }: VendorStatus): string =>
  discontinued ? `none since ${writeDay(discontinued.since)}` : '';

const labels: Readonly<Record<VendorEvidence['level'], string>> = {
  verified: 'vendor code',
  documented: 'public documents',
  assumed: 'assumed',
  own: '',
};

const describeDiscontinuation = ({ vendor, since }: { vendor: string; since: string }): string =>
  `${vendor} has accepted no new games since ${writeDay(since)}; existing orders, refunds and history keep working.`;

function describeEvidence(evidence: VendorEvidence): string[] {
  switch (evidence.level) {
    case 'verified':
      return [
        `Verified against vendor code: ${evidence.verified.what}.`,
        'The rest is written from public documents.',
        ...describeAssumption(evidence),
      ];
    case 'documented':
      return [
        'Written from public documents.',
        ...(evidence.verified ? [`Verified against vendor code: ${evidence.verified.what}.`] : []),
        ...describeAssumption(evidence),
      ];
    case 'assumed':
      return ['Assumed: no public documents were found.'];
    case 'own':
      return ['Our own: there is no vendor to verify against.'];
  }
}

const describeAssumption = ({ assumed }: { readonly assumed?: string }): string[] =>
  assumed === undefined ? [] : [`Assumed: ${assumed}.`];

const writeDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

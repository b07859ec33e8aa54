// Repeats what the manifests of configured platforms and payment providers say about their vendors.
import { describeVendorStatus } from '#model/vendor-evidence.ts';
import type { Database } from '#server/db/database.ts';
import { findAdapter } from '#server/features/settings/adapter-manifests.ts';
import { okFinding, warningFinding, type Finding } from './finding.ts';

export async function checkVendorStatus({ kysely }: Database): Promise<Finding[]> {
  const rows = await kysely
    .selectFrom('adapter_settings')
    .select(['family', 'adapter'])
    .distinct()
    .orderBy('family')
    .orderBy('adapter')
    .execute();
  const findings = rows.flatMap(({ family, adapter }) => describeAdapter(`${family}/${adapter}`));
  return findings.length > 0 ? findings : [okFinding('no platform and no payment provider is set up')];
}

function describeAdapter(name: string): Finding[] {
  const manifest = findAdapter(name)?.manifest ?? {};
  const { evidence, discontinued } = manifest;
  // A sign-in method, or settings of an adapter that this version doesn't have.
  if (!evidence) return [];
  const text = `${name}: ${describeVendorStatus(manifest).join(' ')}`;
  if (discontinued)
    return [
      warningFinding(
        text,
        `Set it up for no other game. Once its orders can no longer be refunded: npm run settings -- ${name} --remove`,
      ),
    ];
  if (evidence.level === 'assumed')
    return [
      warningFinding(
        text,
        `Ask the vendor for its protocol before players use it. ${name}/README.md lists what to ask.`,
      ),
    ];
  return [okFinding(text)];
}

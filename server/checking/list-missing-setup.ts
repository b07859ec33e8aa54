// Lists what a portal lacks before it can open, for the log of the first start and for operators.
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { Log } from '#server/http/log.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { checkLegalContacts, checkDocuments, checkGames, checkPayments } from './check-content.ts';
import { problemFinding, type MissingSetupCode, type SetupFinding } from './finding.ts';

export interface MissingSetupItem {
  readonly what: string;
  readonly remedy: string;
  readonly code: MissingSetupCode;
  readonly games?: readonly string[];
}

export interface MissingSetupDeps {
  readonly config: Pick<Config, 'smtpUrl'>;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly now: () => Date;
}

export async function listMissingSetup({ config, ...deps }: MissingSetupDeps): Promise<MissingSetupItem[]> {
  const { database } = deps;
  const findings: SetupFinding[] = [
    ...(await checkGames(database)),
    ...(await checkDocuments(database)),
    ...(await checkLegalContacts(database)),
    ...(await checkPayments(database, createAdapterSettings(deps))),
    ...(config.smtpUrl === undefined
      ? [
          {
            ...problemFinding("email can't be sent", 'Set SMTP_URL, such as smtps://user:password@mail.example.'),
            code: 'NoMail' as const,
          },
        ]
      : []),
  ];
  return findings.flatMap((finding) => {
    if (finding.verdict === 'ok') return [];
    const { text, remedy, code, games } = finding;
    return [{ what: text, remedy, code, ...(games && { games }) }];
  });
}

/** For the console, which writes its own texts. */
export const toMissingSetup = (items: readonly MissingSetupItem[]) =>
  items.map(({ code, games }) => ({ Code: code, ...(games && { Games: [...games] }) }));

export async function logMissingSetup(deps: MissingSetupDeps): Promise<void> {
  const { log } = deps;
  try {
    for (const { what, remedy } of await listMissingSetup(deps))
      log.warn({ remedy }, `Before you open the portal: ${what}.`);
  } catch (error) {
    log.warn({ err: error }, "Couldn't check what the portal still needs. Run: npm run content -- check");
  }
}

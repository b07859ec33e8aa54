// Mails are jobs, queued in the transaction that causes them. A mail contains a token and an address, so the job's data
// is encrypted.
import type { Transaction } from 'kysely';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { Locale } from '#model/locale-schema.ts';
import { instant, object, oneOf, text } from '#model/schema.ts';
import type { Log } from '#server/db/log.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Metrics } from '#server/http/metrics.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { normalizeEmail } from './normalize-email.ts';
import { validateMailData, composeMail } from './compose-mail.ts';
import { requireEmailAddress } from './mail-address.ts';
import { mailDataSchemas, type MailData, type MailTemplateName, type QueuedMail } from './mail-templates.ts';
import { RecipientRejectedError, type MailTransport } from './mail-transport.ts';

export interface MailJobDeps {
  readonly transport: MailTransport;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'count'>;
  /** The database's clock: with a wrong clock on the node, mails would be dropped as expired. */
  readonly databaseNow: () => Promise<Date>;
  readonly portalName: () => Promise<string>;
  readonly portalUrl: URL;
  readonly consoleUrl?: URL | undefined;
  readonly from: string;
}

export interface QueueableMailJob {
  readonly definition: JobDefinition<typeof StoredMail>;
  queue(jobs: JobQueue, trx: Transaction<Tables>, mail: QueuedMail): Promise<void>;
}

export function defineMailJob(deps: MailJobDeps): QueueableMailJob {
  const { transport, sealer, log, metrics, databaseNow, portalName, portalUrl, consoleUrl, from } = deps;
  const definition = defineJob({
    name: 'mail',
    schema: StoredMail,
    // About four hours of retries if the mail server is down. Most mails expire long before and are dropped.
    retryLimit: 30,
    backoff: { firstSeconds: 2, maxSeconds: 600 },
    leaseSeconds: 60,
    concurrency: 4,
    run: async ({ sealed }, { id, signal }) => {
      signal.throwIfAborted();
      const { to, locale, template, data, notAfter } = unsealQueuedMail(sealer, { sealed });
      if ((await databaseNow()) > notAfter) {
        log.warn({ jobId: id, template }, 'An email was dropped: it expired before it could be sent.');
        metrics.count('fxid_mails_total', { outcome: 'late' });
        return;
      }
      const context = { portalName: await portalName(), portalUrl, consoleUrl, from, to };
      const message = composeMail(template, locale, data, context);
      try {
        await transport.send({ id: `${id}@${portalUrl.hostname}`, ...message });
      } catch (error) {
        if (!(error instanceof RecipientRejectedError)) throw error;
        const { responseCode } = error;
        log.warn(
          { jobId: id, template, responseCode },
          'An email was dropped: the mail server rejected its recipient.',
        );
      }
    },
  });
  return {
    definition,
    queue: async (jobs, trx, { to, locale, template, data, notAfter }) => {
      validateMailData(template, data, deps);
      // A mail goes to the normalised address, which is the verified one.
      const normal = normalizeEmail(to) ?? requireEmailAddress(to, 'The recipient');
      const mail: OpenMail = { to: normal, locale, template, data, notAfter: notAfter.toISOString() };
      const sealed = sealer.seal(purpose, JSON.stringify(mail)).toString('base64');
      await jobs.send(trx, definition, { sealed });
    },
  };
}

export function unsealQueuedMail(sealer: Sealer, { sealed }: Static<typeof StoredMail>): QueuedMail {
  const mail = open(sealer.unseal(purpose, Buffer.from(sealed, 'base64')));
  return { ...mail, notAfter: new Date(mail.notAfter) } as QueuedMail;
}

const purpose = 'mail';

/** The only stored form of a mail. */
const StoredMail = object({ sealed: text(65_536, { minLength: 1, pattern: '^[A-Za-z0-9+/]+={0,2}$' }) });

interface OpenMail {
  readonly to: string;
  readonly locale: Locale;
  readonly template: MailTemplateName;
  readonly data: MailData;
  readonly notAfter: string;
}

const openMail = object({
  to: text(254),
  locale: Locale,
  template: oneOf(Object.keys(mailDataSchemas) as MailTemplateName[]),
  data: Type.Unknown(),
  notAfter: instant,
});

function open(unsealed: string): OpenMail {
  const mail: unknown = JSON.parse(unsealed);
  if (!Value.Check(openMail, mail)) throw new Error('A stored mail has another shape than this version writes.');
  // Composing the mail checks the data against its template.
  return mail as OpenMail;
}

// Mails leave by the job queue, written in the transaction that asks for them. A mail holds a token and an address, so the
// stored job is sealed; it is opened and written only when it is sent.
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
import { checkMailData, composeMail } from './compose-mail.ts';
import { checkAddress } from './mail-address.ts';
import { mailTemplates, type MailData, type MailTemplate, type QueuedMail } from './mail-templates.ts';
import { RecipientRefused, type MailTransport } from './mail-transport.ts';

export interface MailJobDeps {
  readonly transport: MailTransport;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'count'>;
  /** Asked of the database: by a node's clock, which may be off, mails would be lost. */
  readonly databaseNow: () => Promise<Date>;
  readonly portalName: () => Promise<string>;
  readonly portalUrl: URL;
  /** An address, or `Name <address>`. */
  readonly from: string;
}

export interface MailJob {
  readonly definition: JobDefinition<typeof StoredMail>;
  /** Sends the mail once the transaction has committed. Throws when it could not be written. */
  queue(jobs: JobQueue, trx: Transaction<Tables>, mail: QueuedMail): Promise<void>;
}

export function defineMailJob(deps: MailJobDeps): MailJob {
  const { transport, sealer, log, metrics, databaseNow, portalName, portalUrl, from } = deps;
  const definition = defineJob({
    name: 'mail',
    schema: StoredMail,
    // About four hours, should the mail server be away. Most mails are of no use long before, and dropped.
    retryLimit: 30,
    backoff: { firstSeconds: 2, maxSeconds: 600 },
    leaseSeconds: 60,
    concurrency: 4,
    run: async ({ sealed }, { id, signal }) => {
      signal.throwIfAborted();
      const { to, locale, template, data, notAfter } = readStoredMail(sealer, { sealed });
      if ((await databaseNow()) > notAfter) {
        log.warn({ jobId: id, template }, 'A mail was dropped: its time was over before it could be sent.');
        metrics.count('fxid_mails_total', { outcome: 'late' });
        return;
      }
      const context = { portalName: await portalName(), portalUrl, from, to };
      const message = composeMail(template, locale, data, context);
      try {
        await transport.send({ id: `${id}@${portalUrl.hostname}`, ...message });
      } catch (error) {
        if (!(error instanceof RecipientRefused)) throw error;
        const { responseCode } = error;
        log.warn({ jobId: id, template, responseCode }, 'A mail was dropped: the mail server refuses its recipient.');
      }
    },
  });
  return {
    definition,
    queue: async (jobs, trx, { to, locale, template, data, notAfter }) => {
      checkMailData(template, data, portalUrl);
      // Whatever form of an address somebody kept: a mail goes where the identity of that address is proved.
      const normal = normalizeEmail(to) ?? checkAddress(to, 'The recipient');
      const mail: OpenMail = { to: normal, locale, template, data, notAfter: notAfter.toISOString() };
      const sealed = sealer.seal(purpose, JSON.stringify(mail)).toString('base64');
      await jobs.send(trx, definition, { sealed });
    },
  };
}

/** The mail of a stored job. */
export function readStoredMail(sealer: Sealer, { sealed }: Static<typeof StoredMail>): QueuedMail {
  const mail = open(sealer.unseal(purpose, Buffer.from(sealed, 'base64')));
  return { ...mail, notAfter: new Date(mail.notAfter) } as QueuedMail;
}

const purpose = 'mail';

/** All that the job table holds of a mail. */
export const StoredMail = object({ sealed: text(65_536, { minLength: 1, pattern: '^[A-Za-z0-9+/]+={0,2}$' }) });

interface OpenMail {
  readonly to: string;
  readonly locale: Locale;
  readonly template: MailTemplate;
  readonly data: MailData;
  readonly notAfter: string;
}

const openMail = object({
  to: text(254),
  locale: Locale,
  template: oneOf(Object.keys(mailTemplates) as MailTemplate[]),
  data: Type.Unknown(),
  notAfter: instant,
});

function open(unsealed: string): OpenMail {
  const mail: unknown = JSON.parse(unsealed);
  if (!Value.Check(openMail, mail)) throw new Error('A stored mail has another shape than this version writes.');
  // Writing the mail checks the data against its template.
  return mail as OpenMail;
}

// Whether players reach the portal and its games: names, certificates, and what proxies say on the way.
import { fillGamesUrl } from '#model/fill-games-url.ts';
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { Config } from '#server/config.ts';
import { buildCaptchaAddress } from '#server/features/captcha/captcha-address.ts';
import { findGamesDomain, isPublicSuffix } from '#server/http/site.ts';
import type { Log } from '#server/http/log.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { askPortal, type AskPortal, type PortalAnswer } from './ask-portal.ts';
import { ok, problem, warning, describeError, retryTimeout, unreachable, type Finding } from './finding.ts';
import { portalCheckHeader, portalCheckPath, signPortalCheck, type SeenRequest } from './portal-check.ts';

export interface AddressParts {
  readonly config: Pick<Config, 'publicUrl' | 'gamesUrl' | 'trustedProxies' | 'basePath'>;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly ask?: AskPortal;
  /** All addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** An address that nobody has, sent as if a proxy had seen it. */
const invented = '192.0.2.77';

export async function checkPortalAddress(parts: AddressParts): Promise<Finding[]> {
  const { config, sealer, now, ask = askPortal } = parts;
  // Where a proxy has put the portal, and strips it off again.
  const address = new URL(config.basePath + portalCheckPath.slice(1), config.publicUrl);
  let answer: PortalAnswer;
  try {
    answer = await retryTimeout(() =>
      ask(address, {
        [portalCheckHeader]: signPortalCheck(sealer, now()),
        'x-forwarded-for': invented,
      }),
    );
  } catch (error) {
    return [describeUnreachable(config.publicUrl, error)];
  }
  const findings = certificateFindings(answer, config.publicUrl.host, now());
  const seen = readSeen(answer);
  if (!seen)
    return [
      ...findings,
      problem(
        `${config.publicUrl.origin} answers ${answer.status}, and not as this portal`,
        'Let the proxy send all paths of this host to PORT, and run the check with the same SECRETS as the server.',
      ),
    ];
  return [...findings, ...judgeProxies(seen, config)];
}

/** What the server made of a request that claimed to come from an invented address. */
export function judgeProxies(seen: SeenRequest, { publicUrl, trustedProxies }: AddressParts['config']): Finding[] {
  const findings: Finding[] = [];
  const at = seen.forwardedFor.indexOf(invented);
  // A proxy adds the address that it sees, or writes that alone.
  const proxies = seen.forwardedFor.length - (at + 1);
  if (seen.trustedProxies !== trustedProxies)
    findings.push(
      warning(
        `the server runs with TRUSTED_PROXIES=${seen.trustedProxies}, this command with ${trustedProxies}`,
        'Run the check with the settings of the server.',
      ),
    );
  if (seen.address === invented && seen.trustedProxies > 0)
    findings.push(
      problem(
        'anybody can invent the address that he calls from',
        proxies > 0
          ? `Set TRUSTED_PROXIES=${proxies}.`
          : 'Let the proxy set X-Forwarded-For, or set TRUSTED_PROXIES=0.',
      ),
    );
  else if (proxies !== seen.trustedProxies)
    findings.push(
      problem(
        `${proxies} proxies name the caller in X-Forwarded-For, and ${seen.trustedProxies} are trusted: players look like one`,
        `Set TRUSTED_PROXIES=${proxies}.`,
      ),
    );
  else if (proxies === 0 && publicUrl.protocol === 'https:')
    findings.push(
      problem(
        'the proxy does not say who calls: all players look like one, and share one limit',
        'Let it add X-Forwarded-For, and set TRUSTED_PROXIES to how many proxies do.',
      ),
    );
  if (seen.host !== publicUrl.host)
    findings.push(
      warning(
        `the server is asked for the host ${seen.host}`,
        `Let the proxy pass Host on as it is: ${publicUrl.host}.`,
      ),
    );
  if (`${seen.protocol}:` !== publicUrl.protocol)
    findings.push(
      warning(
        `the server takes it for ${seen.protocol}`,
        'Let the proxy set X-Forwarded-Proto to the scheme that it saw.',
      ),
    );
  if (findings.length > 0) return findings;
  return [
    ok(`${publicUrl.origin} through ${proxies} ${proxies === 1 ? 'proxy' : 'proxies'}, called by ${seen.address}`),
  ];
}

export async function checkGamesHosts(parts: AddressParts): Promise<Finding[]> {
  const { config, now, ask = askPortal, resolve = resolveHost } = parts;
  const frame = buildCaptchaAddress(config.gamesUrl);
  // A name that nobody can have entered by itself: only a wildcard answers for it.
  const any = new URL(fillGamesUrl(config.gamesUrl, `check-${randomBytes(6).toString('hex')}`));
  try {
    for (const host of [frame.hostname, any.hostname]) await resolve(host);
  } catch (error) {
    const wildcard = any.hostname.replace(/^[^.]+/, '*');
    return [problem(`hosts of games have no address: ${describeError(error)}`, `Enter ${wildcard} in the DNS.`)];
  }
  try {
    frame.search = '?action=check';
    const answer = await retryTimeout(() => ask(frame));
    const findings = certificateFindings(answer, frame.host, now());
    if (answer.status === 200) return [...findings, ok(`${config.gamesUrl} leads to the games`)];
    return [
      ...findings,
      problem(
        `${frame.origin} answers ${answer.status}, and not as the games of this portal`,
        'Let the proxy send every host of GAMES_URL to GAMES_PORT, and pass Host on as it is.',
      ),
    ];
  } catch (error) {
    return [describeUnreachable(frame, error)];
  }
}

/** Whether games can reach each other by cookies. */
export function checkGamesDomain({ gamesUrl }: Pick<Config, 'gamesUrl'>): Finding[] {
  const domain = findGamesDomain(gamesUrl);
  if (isPublicSuffix(domain)) return [ok(`cookies of one game do not reach the others below ${domain}`)];
  return [
    warning(
      `${domain} is not on the Public Suffix List of this release, so a game can set cookies for all hosts below it`,
      'Ask for the domain to be listed, or give games that you do not trust a domain of their own: see "Cookies across games" in docs/guides/operators.md.',
    ),
  ];
}

/** The same for the log of a portal that has just started. */
export function warnOfGamesDomain(config: Pick<Config, 'gamesUrl'>, log: Log): void {
  for (const finding of checkGamesDomain(config))
    if (finding.verdict !== 'ok') log.warn({ remedy: finding.remedy }, `GAMES_URL: ${finding.text}.`);
}

const dayMs = 24 * 3_600_000;

/** Short-lived certificates are renewed days before their end, others weeks, so limits are a share of the lifetime. */
function certificateFindings({ certificate }: PortalAnswer, host: string, now: Date): Finding[] {
  if (!certificate) return [];
  const { begins, ends } = certificate;
  const lifetimeMs = ends.getTime() - begins.getTime();
  const leftMs = ends.getTime() - now.getTime();
  const days = Math.floor(leftMs / dayMs);
  const age = Math.floor((now.getTime() - begins.getTime()) / dayMs);
  const text = `the certificate of ${host} ends in ${days} days and is ${age} days old`;
  const remedy = `Renew it, and find out why that does not happen by itself (for Let's Encrypt: certbot renew --dry-run).`;
  if (leftMs < Math.min(3 * dayMs, lifetimeMs / 10)) return [problem(text, remedy)];
  return [leftMs < Math.min(14 * dayMs, lifetimeMs / 4) ? warning(text, remedy) : ok(text)];
}

function describeUnreachable({ origin, hostname }: URL, error: unknown): Finding {
  const { code } = error as { code?: unknown };
  const isName = code === 'ENOTFOUND' || code === 'EAI_AGAIN';
  const isCertificate = typeof code === 'string' && /CERT|SIGNATURE|ALTNAME|ISSUER/.test(code);
  return unreachable(
    error,
    `${origin} cannot be reached from here`,
    isName
      ? `Enter ${hostname} in the DNS.`
      : isCertificate
        ? `Give the proxy a certificate that is valid for ${hostname}, with its chain. If your own CA signed it, set NODE_EXTRA_CA_CERTS.`
        : 'Start the server and the proxy, and let this machine reach the address that players use.',
  );
}

function readSeen({ status, body }: PortalAnswer): SeenRequest | undefined {
  if (status !== 200) return undefined;
  try {
    const value = JSON.parse(body) as Partial<SeenRequest> | null;
    return Array.isArray(value?.forwardedFor) && typeof value.address === 'string' ? (value as SeenRequest) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const resolveHost = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

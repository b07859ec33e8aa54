// Checks that players can reach the portal and its games: DNS, certificates and proxies.
import { buildGameOrigin } from '#model/build-game-origin.ts';
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { Config } from '#server/config.ts';
import { buildCaptchaAddress } from '#server/features/captcha/captcha-address.ts';
import { findGamesDomain, isPublicSuffix } from '#server/http/site.ts';
import type { Log } from '#server/http/log.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { probePortal, type ProbePortal, type PortalProbeResult } from './probe-portal.ts';
import {
  okFinding,
  problemFinding,
  warningFinding,
  describeError,
  retryOnTimeout,
  unreachableFinding,
  type Finding,
} from './finding.ts';
import { requestEchoHeader, requestEchoPath, signRequestEcho, type EchoedRequest } from './request-echo.ts';

export interface AddressParts {
  readonly config: Pick<Config, 'publicUrl' | 'gamesUrl' | 'trustedProxies' | 'basePath'>;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly ask?: ProbePortal;
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** A reserved address for documentation, sent as if a proxy had added it. */
const invented = '192.0.2.77';

export async function checkPortalAddress(parts: AddressParts): Promise<Finding[]> {
  const { config, sealer, now, ask = probePortal } = parts;
  const address = new URL(config.basePath + requestEchoPath.slice(1), config.publicUrl);
  let answer: PortalProbeResult;
  try {
    answer = await retryOnTimeout(() =>
      ask(address, {
        [requestEchoHeader]: signRequestEcho(sealer, now()),
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
      problemFinding(
        `${config.publicUrl.origin} returns ${answer.status} and isn't this portal`,
        "Make the proxy forward all paths of this host to PORT, and run the check with the server's SECRETS.",
      ),
    ];
  return [...findings, ...evaluateProxies(seen, config)];
}

/** Evaluates how the server saw a request with a forged X-Forwarded-For address. */
function evaluateProxies(seen: EchoedRequest, { publicUrl, trustedProxies }: AddressParts['config']): Finding[] {
  const findings: Finding[] = [];
  const at = seen.forwardedFor.indexOf(invented);
  // A proxy appends the address that it sees, or replaces the header.
  const proxies = seen.forwardedFor.length - (at + 1);
  if (seen.trustedProxies !== trustedProxies)
    findings.push(
      warningFinding(
        `the server runs with TRUSTED_PROXIES=${seen.trustedProxies}, this command with ${trustedProxies}`,
        "Run the check with the server's settings.",
      ),
    );
  if (seen.address === invented && seen.trustedProxies > 0)
    findings.push(
      problemFinding(
        'callers can fake their IP address',
        proxies > 0
          ? `Set TRUSTED_PROXIES=${proxies}.`
          : 'Make the proxy set X-Forwarded-For, or set TRUSTED_PROXIES=0.',
      ),
    );
  else if (proxies !== seen.trustedProxies)
    findings.push(
      problemFinding(
        `${proxies} proxies add to X-Forwarded-For, but ${seen.trustedProxies} are trusted: all players seem to share one address`,
        `Set TRUSTED_PROXIES=${proxies}.`,
      ),
    );
  else if (proxies === 0 && publicUrl.protocol === 'https:')
    findings.push(
      problemFinding(
        "the proxy doesn't pass on the caller's address: all players share one rate limit",
        'Make it add X-Forwarded-For, and set TRUSTED_PROXIES to the number of proxies that do.',
      ),
    );
  if (seen.host !== publicUrl.host)
    findings.push(
      warningFinding(
        `the server receives the Host ${seen.host}`,
        `Make the proxy pass on Host unchanged: ${publicUrl.host}.`,
      ),
    );
  if (`${seen.protocol}:` !== publicUrl.protocol)
    findings.push(
      warningFinding(
        `the server sees ${seen.protocol}`,
        'Make the proxy set X-Forwarded-Proto to the original scheme.',
      ),
    );
  if (findings.length > 0) return findings;
  return [
    okFinding(
      `${publicUrl.origin} through ${proxies} ${proxies === 1 ? 'proxy' : 'proxies'}, called by ${seen.address}`,
    ),
  ];
}

export async function checkGamesHosts(parts: AddressParts): Promise<Finding[]> {
  const { config, now, ask = probePortal, resolve = resolveHost } = parts;
  const frame = buildCaptchaAddress(config.gamesUrl);
  // A random name, so that only a wildcard DNS entry resolves it.
  const any = new URL(buildGameOrigin(config.gamesUrl, `check-${randomBytes(6).toString('hex')}`));
  try {
    for (const host of [frame.hostname, any.hostname]) await resolve(host);
  } catch (error) {
    const wildcard = any.hostname.replace(/^[^.]+/, '*');
    return [problemFinding(`game hosts have no DNS address: ${describeError(error)}`, `Add ${wildcard} to the DNS.`)];
  }
  try {
    frame.search = '?action=check';
    const answer = await retryOnTimeout(() => ask(frame));
    const findings = certificateFindings(answer, frame.host, now());
    if (answer.status === 200) return [...findings, okFinding(`${config.gamesUrl} reaches the games`)];
    return [
      ...findings,
      problemFinding(
        `${frame.origin} returns ${answer.status} and isn't this portal's games`,
        'Make the proxy forward every host of GAMES_URL to GAMES_PORT, with Host unchanged.',
      ),
    ];
  } catch (error) {
    return [describeUnreachable(frame, error)];
  }
}

export function checkGamesDomain({ gamesUrl }: Pick<Config, 'gamesUrl'>): Finding[] {
  const domain = findGamesDomain(gamesUrl);
  if (isPublicSuffix(domain)) return [okFinding(`games below ${domain} can't share cookies`)];
  return [
    warningFinding(
      `${domain} isn't on this release's Public Suffix List, so a game can set cookies for all hosts below it`,
      `Request a listing, or host games you don't trust on another domain: see "Cookies across games" in docs/guides/operators.md.`,
    ),
  ];
}

export function warnOfGamesDomain(config: Pick<Config, 'gamesUrl'>, log: Log): void {
  for (const finding of checkGamesDomain(config))
    if (finding.verdict !== 'ok') log.warn({ remedy: finding.remedy }, `GAMES_URL: ${finding.text}.`);
}

const dayMs = 24 * 3_600_000;

/**
 * Limits are a share of the lifetime: short-lived certificates are renewed days before they expire, others weeks
 * before.
 */
function certificateFindings({ certificate }: PortalProbeResult, host: string, now: Date): Finding[] {
  if (!certificate) return [];
  const { begins, ends } = certificate;
  const lifetimeMs = ends.getTime() - begins.getTime();
  const leftMs = ends.getTime() - now.getTime();
  const days = Math.floor(leftMs / dayMs);
  const age = Math.floor((now.getTime() - begins.getTime()) / dayMs);
  const text = `the certificate of ${host} expires in ${days} days and is ${age} days old`;
  const remedy = `Renew it, and find out why automatic renewal failed (for Let's Encrypt: certbot renew --dry-run).`;
  if (leftMs < Math.min(3 * dayMs, lifetimeMs / 10)) return [problemFinding(text, remedy)];
  return [leftMs < Math.min(14 * dayMs, lifetimeMs / 4) ? warningFinding(text, remedy) : okFinding(text)];
}

function describeUnreachable({ origin, hostname }: URL, error: unknown): Finding {
  const { code } = error as { code?: unknown };
  const isName = code === 'ENOTFOUND' || code === 'EAI_AGAIN';
  const isCertificate = typeof code === 'string' && /CERT|SIGNATURE|ALTNAME|ISSUER/.test(code);
  return unreachableFinding(
    error,
    `${origin} can't be reached from here`,
    isName
      ? `Add ${hostname} to the DNS.`
      : isCertificate
        ? `Install a certificate that is valid for ${hostname}, with its chain. If your own CA signed it, set NODE_EXTRA_CA_CERTS.`
        : "Start the server and the proxy, and make sure this machine can reach the players' address.",
  );
}

function readSeen({ status, body }: PortalProbeResult): EchoedRequest | undefined {
  if (status !== 200) return undefined;
  try {
    const value = JSON.parse(body) as Partial<EchoedRequest> | null;
    return Array.isArray(value?.forwardedFor) && typeof value.address === 'string'
      ? (value as EchoedRequest)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const resolveHost = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

// Reads settings from the environment, collects all errors and reports them together.
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export class EnvironmentReader {
  readonly #env: EnvironmentVariables;
  readonly #problems: string[] = [];

  constructor(env: EnvironmentVariables) {
    this.#env = env;
  }

  refuse(name: string, what: string, remedy: string): void {
    this.#problems.push(`${name} ${what}: ${remedy}.`);
  }

  finish(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
  }

  optional(name: string): string | undefined {
    return this.#env[name] === '' ? undefined : this.#env[name];
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  matching(name: string, shape: RegExp, what: string, fallback?: string): string | undefined {
    const value = this.optional(name) ?? fallback;
    if (value === undefined || shape.test(value)) return value;
    this.refuse(name, `is ${JSON.stringify(value)}`, `give ${what}`);
    return fallback;
  }

  /** Comma-separated values. Empty if the variable is not set or a value is wrong. */
  list(name: string, isRight: (each: string) => boolean, what: string): readonly string[] {
    const values = (this.optional(name)?.split(',') ?? []).map((each) => each.trim());
    const wrong = values.find((each) => !isRight(each));
    if (wrong === undefined) return values;
    this.refuse(name, `holds ${JSON.stringify(wrong)}`, `give ${what}`);
    return [];
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d{1,9}$/.test(value) && number >= least && number <= most) return number;
    this.refuse(
      name,
      `is ${JSON.stringify(value)}`,
      `give a whole number from ${least} to ${most}, or leave it out for ${fallback}`,
    );
    return fallback;
  }

  oneOf<const T extends string>(name: string, values: readonly T[], fallback: T): T {
    const value = this.optional(name);
    const known = values.find((each) => each === (value ?? fallback));
    if (known === undefined) this.refuse(name, `is ${JSON.stringify(value)}`, `give one of ${values.join(', ')}`);
    return known ?? fallback;
  }

  url(name: string, protocols: readonly string[], fallback?: string): string | undefined {
    const value = this.optional(name) ?? fallback;
    if (value === undefined) return undefined;
    // The value may contain a password, so the message does not repeat it.
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    this.refuse(
      name,
      'is no address that can be used',
      `give one that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    );
    return undefined;
  }

  gamesUrl(name: string, fallback: string): string {
    const value = this.text(name, fallback).replace(/\/$/, '');
    const sample = value.replace('{game}', 'game');
    const parsed = URL.canParse(sample) ? new URL(sample) : undefined;
    const isOrigin = parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.origin === sample;
    if (isOrigin && parsed.hostname.startsWith('game.')) return value;
    this.refuse(
      name,
      `is ${JSON.stringify(value)}`,
      'give an origin with the game as its first label, such as https://{game}.games.example',
    );
    return fallback;
  }
}

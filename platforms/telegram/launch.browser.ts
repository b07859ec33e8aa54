// What Telegram told when it opened the page: the init data, which the server believes once it has checked it, and about the client.

export interface TelegramUser {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly language: string | undefined;
  readonly photoUrl: string | undefined;
}

export interface Launch {
  readonly initData: string;
  /** For the eye only: nobody has checked it. */
  readonly user: TelegramUser | undefined;
  readonly startParameter: string | undefined;
  /** Such as `android`, `ios`, `macos`, `tdesktop`, `weba`, `web`. */
  readonly client: string;
  /** Whether the client is at least of that version. */
  isAtLeast(version: `${number}.${number}`): boolean;
}

/** Outside of Telegram everything is empty. */
export function readLaunch(launchUrl: URL): Launch {
  const fields = new URLSearchParams(launchUrl.hash.slice(1));
  const initData = fields.get('tgWebAppData') ?? '';
  const data = new URLSearchParams(initData);
  const version = numbersOf(fields.get('tgWebAppVersion') ?? '6.0');
  return {
    initData,
    user: userIn(data.get('user')),
    startParameter: data.get('start_param') ?? launchUrl.searchParams.get('tgWebAppStartParam') ?? undefined,
    client: fields.get('tgWebAppPlatform') ?? 'unknown',
    isAtLeast(wanted) {
      const [major = 0, minor = 0] = numbersOf(wanted);
      const [ownMajor = 0, ownMinor = 0] = version;
      return ownMajor > major || (ownMajor === major && ownMinor >= minor);
    },
  };
}

const numbersOf = (version: string): number[] => version.split('.').map(Number);

function userIn(json: string | null): TelegramUser | undefined {
  const user = parse(json);
  if (typeof user['id'] !== 'number') return undefined;
  // As long as a game may expect it: nobody has checked this.
  const text = (name: string, most = 80) => (typeof user[name] === 'string' ? user[name].slice(0, most) : '');
  return {
    id: user['id'],
    firstName: text('first_name'),
    lastName: text('last_name'),
    username: text('username'),
    language: text('language_code', 20) || undefined,
    photoUrl: /^https:\/\/[^\s\\]+$/.exec(text('photo_url', 2048))?.[0],
  };
}

function parse(json: string | null): Readonly<Record<string, unknown>> {
  try {
    // What is no object has no id.
    return (JSON.parse(json ?? '') ?? {}) as Record<string, unknown>;
  } catch {
    // Then there is no user, and the server says the same.
    return {};
  }
}

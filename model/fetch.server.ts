/** The one door for outgoing requests, as adapters get it: https and public addresses only, no redirects, 10 s and 1 MB at most. */
export type Fetch = (
  address: string,
  options?: {
    readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly timeoutMs?: number;
  },
) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}>;

/** The only way for adapters to send requests: https and public addresses only, no redirects, at most 10 s and 1 MB. */
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

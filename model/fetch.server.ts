/**
 * The only function through which adapters send requests. It allows only https and public addresses, follows no
 * redirects, and limits a response to 10 s and 1 MB.
 */
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

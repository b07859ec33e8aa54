// The few names that exist in Node and in browsers alike, for code that runs anywhere. Nothing else may be added for convenience.
declare class URL {
  constructor(url: string, base?: string);
  static canParse(url: string, base?: string): boolean;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly username: string;
  readonly password: string;
  readonly href: string;
  readonly searchParams: URLSearchParams;
}
declare class URLSearchParams {
  constructor(init?: string | Record<string, string>);
  append(name: string, value: string): void;
  get(name: string): string | null;
  toString(): string;
  readonly size: number;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

export interface DocumentKey {
  readonly type: 'TOS' | 'PP';
  readonly game: string | undefined;
}

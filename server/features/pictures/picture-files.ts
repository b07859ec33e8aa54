// Where pictures are kept: in a folder (`folder-picture-files.ts`) or in an object store (`stored-picture-files.ts`).
export interface PictureFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface PictureFiles {
  write(hash: string, files: readonly PictureFile[]): Promise<void>;
  /** Undefined if the file doesn't exist. */
  read(hash: string, name: string): Promise<Buffer | undefined>;
  /** Whether all files are there: they may be lost while the database still has its row. */
  has(hash: string): Promise<boolean>;
  /** The hashes of pictures whose files are all there. */
  listComplete(): Promise<string[]>;
  /** Names that are not hashes are left by killed processes. */
  list(): Promise<string[]>;
  /** Undefined: it is not there any more. */
  findTime(hash: string): Promise<Date | undefined>;
  remove(hash: string): Promise<void>;
}

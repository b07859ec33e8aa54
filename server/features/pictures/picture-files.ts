// Where pictures are kept: in a folder (`folder-picture-files.ts`) or in an object store (`stored-picture-files.ts`).
export interface PictureFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface PictureFiles {
  write(hash: string, files: readonly PictureFile[]): Promise<void>;
  /** Undefined if the file doesn't exist. */
  read(hash: string, name: string): Promise<Buffer | undefined>;
  /** Names that are not hashes are left by killed processes. */
  list(): Promise<string[]>;
  /** Undefined: it is not there any more. */
  findTime(hash: string): Promise<Date | undefined>;
  remove(hash: string): Promise<void>;
}

/** The files may be lost while the database still has its row. */
export const hasPicture = async (files: Pick<PictureFiles, 'findTime'>, hash: string): Promise<boolean> =>
  (await files.findTime(hash)) !== undefined;

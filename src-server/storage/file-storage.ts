/** Stores encrypted files. A key is a generated id of letters, digits, '-' and '_'. */
export type FileStorage = {
  /**
   * Writes a new object. When the promise resolves, bytes and name survive a power cut; when it rejects, the key does
   * not exist. @throws when the key exists
   */
  write(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads from the start, at most `most` bytes. @throws with code 'ENOENT' when the object does not exist */
  read(key: string, max?: number): AsyncIterable<Uint8Array>
  /**
   * Replaces the bytes of an object atomically, also in case of a power cut. Removing the object during the replacement
   * removes the new bytes too. @throws with code 'ENOENT' when the object does not exist
   */
  replace(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Copies the object into a new local file. The bytes are synced when the promise resolves, the folder is not.
   * @throws with code 'ENOENT' when the object does not exist
   */
  copyOut(key: string, file: string): Promise<void>
  /** Removes the object; does nothing when it does not exist. */
  remove(key: string): Promise<void>
  /** Lists all objects with their write time in epoch ms, including leftovers of interrupted replacements. */
  list(): AsyncIterable<{ key: string; writtenAt: number }>
}

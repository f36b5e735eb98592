/** A key of letters, digits, '-' and '_' is written once. Calls can throw AppError 'unavailable' or 'storage_full'. */
export type FileStorage = {
  /**
   * Writes a new object. When the promise resolves, bytes and name survive a power cut. When it rejects, no row may
   * refer to the key: the object does not exist, or was stored although the store's answer was lost. It is then
   * removed as far as the store allows, and otherwise left to the orphan sweep.
   * @throws with code 'EEXIST' when the key exists; what `chunks` throws
   */
  write(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads from the start, at most `max` bytes. @throws with code 'ENOENT' when the object does not exist */
  read(key: string, max?: number): AsyncIterable<Uint8Array>
  /**
   * Replaces the bytes of an object atomically, also in case of a power cut. Removing the object during the replacement
   * removes the new bytes too; an object store without conditional writes leaves them to the orphan sweep.
   * @throws with code 'ENOENT' when the object does not exist; what `chunks` throws
   */
  replace(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Copies into a new local file, whose bytes are synced; the folder is not. @throws with code 'ENOENT' */
  copyOut(key: string, file: string): Promise<void>
  remove(key: string): Promise<void>
  /** Lists all objects, also interrupted ones, with their write time in epoch ms by the clock of the disk or store. */
  list(): AsyncIterable<{ key: string; writtenAt: number }>
  /** Deletes the parts of unfinished writes that `list` does not show and that began before this time (epoch ms). */
  removeUnfinished(before: number): Promise<void>
  isReachable(): Promise<boolean>
}

/** Where the (already encrypted) bytes of files live. A key is an id of ours: letters, digits, '-' and '_'. */
export type FileStorage = {
  /**
   * Writes a new object. When the promise resolves the bytes and the name survive a power cut; when it rejects,
   * nothing is left under the key. @throws when the key exists.
   */
  write(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes from the start. @throws with code 'ENOENT' when there is no such object. */
  read(key: string): AsyncIterable<Uint8Array>
  /**
   * Puts the object's bytes into a new file of this machine, on disk when the promise resolves but for its name.
   * @throws with code 'ENOENT' when there is no such object.
   */
  copyOut(key: string, file: string): Promise<void>
  /** Removes the object; removing what is not there is fine. */
  remove(key: string): Promise<void>
  /** Every object with the time it was last written, in epoch milliseconds. */
  list(): AsyncIterable<{ key: string; writtenAt: number }>
}

/** Where the (already encrypted) bytes of files live. A key is an id of ours: letters, digits, '-' and '_'. */
export type FileStorage = {
  /**
   * Writes a new object. When the promise resolves the bytes and the name survive a power cut; when it rejects,
   * nothing is left under the key. @throws when the key exists.
   */
  write(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes from the start, at most `most` of them. @throws with code 'ENOENT' when there is no such object. */
  read(key: string, most?: number): AsyncIterable<Uint8Array>
  /**
   * Puts other bytes in the place of an object. Readers get all of the old or all of the new ones, also after a power
   * cut; whoever removes the object meanwhile has removed both. @throws with code 'ENOENT' when there is no such object.
   */
  replace(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Puts the object's bytes into a new file of this machine, on disk when the promise resolves but for its name.
   * @throws with code 'ENOENT' when there is no such object.
   */
  copyOut(key: string, file: string): Promise<void>
  /** Removes the object; removing what is not there is fine. */
  remove(key: string): Promise<void>
  /** Every object with the time it was last written, in epoch milliseconds; also what a cut-off replacement has left. */
  list(): AsyncIterable<{ key: string; writtenAt: number }>
}

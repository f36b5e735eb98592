/** The payload of every hostile file. No viewer may receive it. */
export const PAYLOAD = '<script>alert("GCE-PAYLOAD")</script>'

/** A hostile file; `bytes` are generated on demand. */
export type HostileFile = { name: string; bytes: () => Buffer | Promise<Buffer> }

/** A payload and an empty ZIP archive: some readers run the combination with an image as a program. */
export function anArchive(): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  return Buffer.concat([Buffer.from(`PK\x03\x04${PAYLOAD}`, 'latin1'), end])
}

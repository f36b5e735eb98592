/** What no viewer may ever be handed: every hostile file carries it where a payload would stand. */
export const PAYLOAD = '<script>alert("GCE-PAYLOAD")</script>'

/** One file that means harm; `bytes` are made when they are needed. */
export type HostileFile = { name: string; bytes: () => Buffer | Promise<Buffer> }

/** An empty ZIP archive behind a payload: what turns a picture into a program for some readers. */
export function anArchive(): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  return Buffer.concat([Buffer.from(`PK\x03\x04${PAYLOAD}`, 'latin1'), end])
}

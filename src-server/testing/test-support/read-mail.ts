type ReadMail = { headers: Map<string, string>; text: string; html: string }

/** Parses a message: unfolds its headers, decodes its text and HTML. */
export function readMail(message: string): ReadMail {
  const { headers, body } = split(message)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    // The line break before a boundary is part of the boundary.
    .map((part) => split(part.replace(/^\r?\n|\r?\n$/g, '')))
  const partOf = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type))
    if (!part) throw new Error(`The mail has no ${type} part.`)
    return decoded(part.body, part.headers.get('content-transfer-encoding') ?? '')
  }
  return { headers, text: partOf('text/plain'), html: partOf('text/html') }
}

function split(message: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = message.split(/\r?\n\r?\n/)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = lines.map(
    (line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')] as const,
  )
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n')
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}

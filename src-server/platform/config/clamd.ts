import path from 'node:path'
import { z } from 'zod'

export type ClamdAddress = { host: string; port: number } | { path: string }

/** Parses tcp://host:port or the path of a Unix socket. */
export const clamdAddress = z.string().transform((text, context): ClamdAddress => {
  if (path.isAbsolute(text)) return { path: text }
  const url = /^tcp:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  const port = Number(url?.port)
  if (url && port > 0 && url.hostname !== '' && ['', '/'].includes(url.pathname))
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port }
  context.addIssue('CLAMD_URL is tcp://host:port or the path of a socket.')
  return z.NEVER
})

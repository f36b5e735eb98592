import { BlockList, isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { isPlaceholderEmail, type PlaceholderEmailRules } from '#shared/account.ts'

/** What a refusal of an address adds: its password is the usual cause. */
export const ENCODED =
  'A user name and a password in it are percent-encoded: %23 for #, %2F for /, %40 for @, %25 for %.'

export function wholeNumber(name: string, min: number, max: number) {
  const words = `${name} is a whole number from ${min} to ${max}.`
  return z.string().regex(/^\d+$/, words).transform(Number).pipe(z.number().min(min, words).max(max, words))
}

export const onOff = (name: string) =>
  z.enum(['on', 'off'], { error: `${name} is on or off.` }).transform((text) => text === 'on')

export const textUpTo = (name: string, max: number) => z.string().max(max, `${name} is at most ${max} characters long.`)

export const httpAddress = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} is an http or https address.` })

/** `what` is the beginning in words, such as 'a redis:// or rediss:// address'. */
export const serverAddress = (name: string, what: string, beginning: RegExp) =>
  z.string().refine((text) => isServerAddress(text, beginning), { error: `${name} is ${what}. ${ENCODED}` })

/** Whether the text is such an address. An unencoded `#`, `/` or `?` in its password would end the host early. */
export function isServerAddress(text: string, beginning: RegExp) {
  if (!beginning.test(text) || !URL.canParse(text)) return false
  const { username, password, pathname, search, hash } = new URL(text)
  if (hash !== '' || pathname.includes('@') || search.includes('@')) return false
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

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

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
)
const lowerCaseList = list.transform((entries) => entries.map((entry) => entry.toLowerCase()))

/** TRUST_PROXY: addresses and CIDR ranges. */
export const cidrList = lowerCaseList.refine((entries) => entries.every(isCidr), {
  error: 'TRUST_PROXY is a list of addresses or CIDR ranges, like 127.0.0.1,10.0.0.0/8; a number or true is not one.',
})

/** Two unrelated addresses: a placeholder rule that matches both would reject every address. */
const anyAddresses = ['abc@def.gh', 'zyx@wvu.ts']

export function placeholderList(kind: keyof PlaceholderEmailRules) {
  const none: PlaceholderEmailRules = { hosts: [], words: [], prefixes: [] }
  const refusesAll = (entry: string) =>
    anyAddresses.every((address) => isPlaceholderEmail(address, { ...none, [kind]: [entry] }))
  return lowerCaseList.refine((entries) => !entries.some(refusesAll), {
    error: `PLACEHOLDER_EMAIL_${kind.toUpperCase()} would refuse every address: name what placeholders have and others do not.`,
  })
}

function isCidr(text: string) {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  if (family === 0) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(address, /^\d{1,3}$/.test(bits) ? Number(bits) : -1, family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

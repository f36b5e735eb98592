import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { isPlaceholderEmail, type PlaceholderEmailRules } from '#shared/account.ts'

const list = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim().toLowerCase()))
  .transform((entries) => entries.filter((entry) => entry !== ''))

/** TRUST_PROXY: addresses and CIDR ranges. */
export const cidrList = list.refine((entries) => entries.every(isCidr), {
  error: 'TRUST_PROXY is a list of addresses or CIDR ranges, like 127.0.0.1,10.0.0.0/8; a number or true is not one.',
})

/** Two unrelated addresses: a placeholder rule that matches both would reject every address. */
const anyAddresses = ['abc@def.gh', 'zyx@wvu.ts']

export function placeholderList(kind: keyof PlaceholderEmailRules) {
  const none: PlaceholderEmailRules = { hosts: [], words: [], prefixes: [] }
  const refusesAll = (entry: string) =>
    anyAddresses.every((address) => isPlaceholderEmail(address, { ...none, [kind]: [entry] }))
  return list.refine((entries) => !entries.some(refusesAll), {
    error: `PLACEHOLDER_EMAIL_${kind.toUpperCase()} would refuse every address: name what placeholders have and others do not.`,
  })
}

function isCidr(text: string): boolean {
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

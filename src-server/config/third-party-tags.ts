import { z } from 'zod'

/** Scripts of others, for measuring visits and advertising. */
export type TagConfig = {
  analyticsSrc: string | undefined
  conversionSrc: string | undefined
  /** Which conversion an order is, as the advertiser's account names it. */
  conversionSendTo: string | undefined
  /** Every origin the scripts come from and may talk to. */
  origins: readonly string[]
}

/** https, or http to this machine for trying things out. */
function isTagAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(hostname))
}

const address = (name: string) =>
  z
    .string()
    .refine(isTagAddress, { error: `${name} is an https address.` })
    .optional()

/** The variables of this part, for the schema of `config.ts`. */
export const tagVariables = {
  ANALYTICS_SRC: address('ANALYTICS_SRC'),
  CONVERSION_SRC: address('CONVERSION_SRC'),
  CONVERSION_SEND_TO: z.string().max(200, 'CONVERSION_SEND_TO is at most 200 characters long.').optional(),
  TAG_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .transform((entries) => entries.filter((entry) => entry !== ''))
    .refine((entries) => entries.every((entry) => isTagAddress(entry) && new URL(entry).origin === entry), {
      error: 'TAG_ORIGINS is a list of https origins, like https://collect.example.',
    })
    .default([]),
}
type TagVariables = z.infer<z.ZodObject<typeof tagVariables>>

/** What to load, if anything. @throws Error on a contradiction. */
export function tagConfigOf(variables: TagVariables): TagConfig | undefined {
  const { ANALYTICS_SRC, CONVERSION_SRC, CONVERSION_SEND_TO, TAG_ORIGINS } = variables
  if ((CONVERSION_SRC === undefined) !== (CONVERSION_SEND_TO === undefined))
    throw new Error('CONVERSION_SRC and CONVERSION_SEND_TO need each other.')
  const sources = [ANALYTICS_SRC, CONVERSION_SRC].filter((src) => src !== undefined)
  if (sources.length === 0) {
    if (TAG_ORIGINS.length > 0) throw new Error('TAG_ORIGINS needs ANALYTICS_SRC or CONVERSION_SRC.')
    return undefined
  }
  return {
    analyticsSrc: ANALYTICS_SRC,
    conversionSrc: CONVERSION_SRC,
    conversionSendTo: CONVERSION_SEND_TO,
    origins: [...new Set([...sources.map((src) => new URL(src).origin), ...TAG_ORIGINS])],
  }
}

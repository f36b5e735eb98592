import { z } from 'zod'
import { list, textUpTo } from './setting-kinds.ts'

export type TagConfig = NonNullable<ReturnType<typeof tagConfigOf>>

/** Accepts https, and http on localhost for development. */
function isTagAddress(text: string) {
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

export const tagVariables = {
  ANALYTICS_SRC: address('ANALYTICS_SRC'),
  CONVERSION_SRC: address('CONVERSION_SRC'),
  CONVERSION_SEND_TO: textUpTo('CONVERSION_SEND_TO', 200).optional(),
  TAG_ORIGINS: list
    .refine((entries) => entries.every((entry) => isTagAddress(entry) && new URL(entry).origin === entry), {
      error: 'TAG_ORIGINS is a list of https origins, like https://collect.example.',
    })
    .default([]),
}
export function tagConfigOf(variables: z.infer<z.ZodObject<typeof tagVariables>>) {
  const { ANALYTICS_SRC, CONVERSION_SRC, CONVERSION_SEND_TO, TAG_ORIGINS } = variables
  if ((CONVERSION_SRC === undefined) !== (CONVERSION_SEND_TO === undefined))
    throw new Error('CONVERSION_SRC and CONVERSION_SEND_TO need each other.')
  const sources = [ANALYTICS_SRC, CONVERSION_SRC].filter((src) => src !== undefined)
  if (sources.length === 0) {
    if (TAG_ORIGINS.length > 0) throw new Error('TAG_ORIGINS needs ANALYTICS_SRC or CONVERSION_SRC.')
    return undefined
  }
  const origins: readonly string[] = [...new Set([...sources.map((src) => new URL(src).origin), ...TAG_ORIGINS])]
  return {
    analyticsSrc: ANALYTICS_SRC,
    conversionSrc: CONVERSION_SRC,
    conversionSendTo: CONVERSION_SEND_TO,
    /** All origins that the scripts are loaded from or connect to, for the CSP. */
    origins,
  }
}

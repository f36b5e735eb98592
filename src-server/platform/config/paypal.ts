import { z } from 'zod'

export type PayPalConfig = NonNullable<ReturnType<typeof payPalConfigOf>>

const liveApi = 'https://api-m.paypal.com'
const credentials = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const

/** Credentials go into headers: a space or line break in them is an error of copying. */
const credential = (name: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, `${name} is one word of at most 256 characters.`)
    .optional()

export const payPalVariables = {
  PAYPAL_CLIENT_ID: credential('PAYPAL_CLIENT_ID').refine((id) => !id?.includes(':'), {
    error: 'PAYPAL_CLIENT_ID has no colon in it.',
  }),
  PAYPAL_CLIENT_SECRET: credential('PAYPAL_CLIENT_SECRET'),
  PAYPAL_WEBHOOK_ID: credential('PAYPAL_WEBHOOK_ID'),
  PAYPAL_API_URL: z
    .string()
    .refine(isApiUrl, {
      error: `PAYPAL_API_URL is an https address without a path, like ${liveApi}; http is for a test server on this machine.`,
    })
    .optional(),
}

/** `webhookId` names the webhook that the app has registered: its signatures cover it. `apiUrl` is an origin. */
export function payPalConfigOf(variables: z.infer<z.ZodObject<typeof payPalVariables>>) {
  const {
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_WEBHOOK_ID: webhookId,
    PAYPAL_API_URL: apiUrl,
  } = variables
  if (clientId !== undefined && clientSecret !== undefined && webhookId !== undefined)
    return { clientId, clientSecret, webhookId, apiUrl: new URL(apiUrl ?? liveApi).origin }
  const given = credentials.filter((name) => variables[name] !== undefined)
  if (given.length === 0) return undefined
  const missing = credentials.filter((name) => variables[name] === undefined)
  throw new Error(`Payouts by PayPal need ${missing.join(', ')} too. Set them, or remove ${given.join(', ')}.`)
}

function isApiUrl(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text)
  if (username + password + search + hash !== '' || pathname !== '/') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** URLs normalize the addresses: 127.1 is 127.0.0.1. */
function isLoopback(hostname: string) {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

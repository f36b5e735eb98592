import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { Config } from '../../platform/config/config.ts'

type IsTrusted = ReturnType<typeof proxyAddress.compile>
const compiled = new WeakMap<readonly string[], IsTrusted>()

/** The client's IP address: X-Forwarded-For of trusted proxies. A proxy that sends none counts itself. */
export function clientAddress({ trustProxy }: Pick<Config, 'trustProxy'>, { socket, headers }: IncomingMessage) {
  let address = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for']
  if (trustProxy.length === 0 || forwarded === undefined) return address
  const isTrusted = compiledFor(trustProxy)
  for (const text of String(forwarded).split(',').reverse()) {
    const named = withoutPort(text.trim())
    if (!isTrusted(address, 0) || isIP(named) === 0) break
    address = named
  }
  return address
}

export function isFromProxy({ trustProxy }: Pick<Config, 'trustProxy'>, { socket }: IncomingMessage) {
  return trustProxy.length > 0 && compiledFor(trustProxy)(socket.remoteAddress ?? '', 0)
}

function compiledFor(trustProxy: readonly string[]) {
  const known = compiled.get(trustProxy) ?? proxyAddress.compile([...trustProxy])
  compiled.set(trustProxy, known)
  return known
}

/** `192.0.2.1:5000` and `[2001:db8::1]:5000` as Azure and some load balancers write them; a bare IPv6 address stays. */
function withoutPort(text: string) {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(text) ?? []
  return bracketed ?? plain ?? text
}

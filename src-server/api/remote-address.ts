import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * Tells where a request came from, for what Fastify does not see: the peer, or, when that is one of `trustProxy`
 * (addresses and CIDR ranges), the last address in X-Forwarded-For that none of ours wrote.
 */
export function createRemoteAddress(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList()
  for (const entry of trustProxy) {
    const [address = '', bits] = entry.split('/')
    const family = familyOf(address)
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    let address = socket.remoteAddress ?? ''
    while (isIP(address) !== 0 && proxies.check(address, familyOf(address))) {
      const before = forwarded.pop()?.trim() ?? ''
      if (isIP(before) === 0) break
      address = before
    }
    return address
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

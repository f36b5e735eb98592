const GROUPS = 8
/** IPv6 sites get at least a /64 and can use any address within it (RFC 6177). */
const NETWORK_GROUPS = 4

/** The counted network: an IPv4 address (also ::ffff:192.0.2.1), or the first 64 bits of an IPv6 address. */
export function networkOf(ip: string) {
  if (!ip.includes(':')) return ip
  const groups = groupsOf(ip)
  if (!groups) return ip
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')
}

function groupsOf(ip: string) {
  // Drops the zone id, and converts a trailing IPv4 part to two groups.
  const [address = ''] = ip.split('%')
  const plain = address.replace(
    /(?<!\d)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_, a, b, c, d) => `${hex(a, b)}:${hex(c, d)}`,
  )
  const [front = [], back, ...more] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const missing = GROUPS - front.length - (back?.length ?? 0)
  if (more.length > 0 || missing < 0 || (back === undefined && missing !== 0)) return undefined
  const texts = [...front, ...Array<string>(missing).fill('0'), ...(back ?? [])]
  return texts.every((text) => /^[\da-f]{1,4}$/i.test(text))
    ? texts.map((text) => Number.parseInt(text, 16))
    : undefined
}

function hex(high: string, low: string) {
  return (Number(high) * 256 + Number(low)).toString(16)
}

import type { FastifyRequest } from 'fastify'

const withoutWww = (host: string) => host.replace(/^www\./, '')

/** Only with or without `www.`: proxies may send a name of their own, which a redirect would repeat without end. */
export function addressUnderPublicHost(
  publicUrl: URL | undefined,
  { hostname, url }: Pick<FastifyRequest, 'hostname' | 'url'>,
): string | undefined {
  const host = hostname.toLowerCase()
  if (!publicUrl || host === publicUrl.hostname || withoutWww(host) !== withoutWww(publicUrl.hostname)) return undefined
  // Joined as text: a URL that begins with // names a host.
  return url.startsWith('/') ? publicUrl.origin + url : undefined
}

import { expect, test } from 'vitest'
import { cookieName } from '../../web/auth/principal.ts'
import { routeAccess } from '../../web/rest/routes.ts'
import { appRouter } from '../../web/trpc/router.ts'
import { procedureAccess } from '../test-support/declared-calls.ts'
import { everything } from '../test-support/dump-database.ts'
import { multipart } from '../test-support/factories.ts'
import { procedureCalls } from '../test-support/procedure-calls.ts'
import { openRawSocket } from '../test-support/raw-socket.ts'
import { routeCalls } from '../test-support/route-calls.ts'
import { listening } from '../test-support/socket-page.ts'
import type { RequestOptions, TestApp } from '../test-support/test-app.ts'
import { aSession, createWorld, type World } from '../test-support/world.ts'
import { atScale, recordMetric } from './system-test.ts'

type Headers = Record<string, string | string[]>
/** A configuration of the site, and the host and origin browsers use for it. */
type Site = { name: string; variables: NodeJS.ProcessEnv; base: string; host: string; own: string }

const sites: Site[] = [
  { name: 'as it is cloned', variables: {}, base: '', host: 'localhost:3000', own: 'http://localhost:3000' },
  {
    name: 'at its public address',
    variables: { PUBLIC_URL: 'https://cards.example' },
    base: '',
    host: 'cards.example',
    own: 'https://cards.example',
  },
  {
    name: 'below a path',
    variables: { PUBLIC_URL: 'https://shops.example/cash', BASE_PATH: '/cash' },
    base: '/cash',
    host: 'shops.example',
    own: 'https://shops.example',
  },
  {
    name: 'behind a proxy without its address',
    variables: { TRUST_PROXY: '127.0.0.1' },
    base: '',
    host: 'cards.example',
    own: 'http://cards.example',
  },
]

/** Headers that browsers send with cross-site requests, and forged ones that no browser sends. */
function foreign({ own, host }: Site): Headers[] {
  const other = own.startsWith('https') ? own.replace('https', 'http') : undefined
  return [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'not an address' },
    { origin: `${own}.evil.example` },
    { origin: `https://evil.example#${own}` },
    { origin: `https://${host}@evil.example` },
    { origin: `${own.replace('://', '://sub.')}` },
    { origin: `${own.replace(/(:\d+)?$/, ':8443')}` },
    { origin: `file://${host}` },
    { origin: `data:${host}` },
    { origin: `${own}, https://evil.example` },
    { origin: `https://evil.example, ${own}` },
    ...(other ? [{ origin: other }] : []),
    { origin: own, 'sec-fetch-site': 'cross-site' },
    { origin: own, 'sec-fetch-site': 'same-site' },
    { origin: own, 'sec-fetch-site': 'garbage' },
    { origin: `${own}/` },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'garbage' },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    { 'sec-fetch-site': ['same-origin', 'cross-site'] },
    { origin: [own, 'https://evil.example'] },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { origin: 'https://evil.example', 'x-forwarded-for': '127.0.0.1', forwarded: 'host=evil.example' },
    { origin: 'https://evil.example', authorization: 'Basic Z2NlOmdjZQ==' },
    { origin: 'https://evil.example', 'x-http-method-override': 'GET', 'x-requested-with': 'XMLHttpRequest' },
  ]
}

const ours = ({ own }: Site): Headers[] => [
  {},
  { origin: own },
  { origin: own, 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
]

const typeOf = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def.type
const mutations = Object.keys(procedureAccess).filter((path) => typeOf(path) === 'mutation')
const unsafeRoutes = Object.keys(routeAccess).filter((route) => !route.startsWith('GET '))

type Sent = { name: string; method: string; url: string } & RequestOptions

/** Every state-changing call: the REST routes, and each mutation as JSON, batch, form, bytes and text. */
async function unsafeCalls(world: World, { base }: Site): Promise<Sent[]> {
  const found: Sent[] = []
  for (const route of unsafeRoutes) {
    const { url, nowhere: _, ...options } = (await routeCalls[route]?.(world)) ?? { url: '' }
    const [method = ''] = route.split(' ')
    found.push({ name: route, method, url: base + url, ...options })
    for (const [type, payload] of bodies(options.body))
      found.push({ name: `${route} as ${type}`, method, url: base + url, payload, headers: { 'content-type': type } })
  }
  for (const path of mutations) {
    const { input = {} } = (await procedureCalls[path]?.(world, world.owner)) ?? {}
    const url = `${base}/trpc/${path}`
    const one = { method: 'POST', url }
    const form = multipart({ json: JSON.stringify(input) }, [])
    found.push(
      { name: path, ...one, body: input },
      { name: `${path} in a batch`, method: 'POST', url: `${url}?batch=1`, body: { 0: input } },
      { name: `${path} as a form`, ...one, ...form },
    )
    for (const [type, payload] of bodies(input))
      found.push({ name: `${path} as ${type}`, ...one, payload, headers: { 'content-type': type } })
  }
  return found
}

/** Content types that a page may send cross-site without a preflight, with this body. */
function bodies(input: unknown): [type: string, payload: string][] {
  const text = JSON.stringify(input ?? {})
  return [
    ['text/plain', text],
    ['application/x-www-form-urlencoded', `${text}=`],
    ['application/octet-stream', text],
  ]
}

/** Session cookies of Dana and of an owner, so that every call is authenticated. */
async function bothCookies(world: World): Promise<string> {
  const { config } = world.app.ctx
  const [customer, staff] = [await aSession(world, world.dana, 'customer'), await aSession(world, world.owner, 'staff')]
  return `${cookieName(config, 'customer')}=${customer.token}; ${cookieName(config, 'staff')}=${staff.token}`
}

const refusalMessage = "This request didn't come from our own pages."

async function checkSite(
  site: Site,
): Promise<{ refused: number; slipped: string[]; passed: number; stopped: string[] }> {
  await using world = await createWorld(site.variables)
  const { app } = world
  const cookie = await bothCookies(world)
  // The short form tries a third of them, another third at each site.
  const step = atScale(3, 1)
  const calls = (await unsafeCalls(world, site)).filter((_, at) => (at + sites.indexOf(site)) % step === 0)
  const [slipped, stopped]: [string[], string[]] = [[], []]
  const before = await contents(app)
  let refused = 0
  const send = (call: Sent, headers: Headers) =>
    app.server.inject({
      method: call.method as 'POST',
      url: call.url,
      headers: {
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
        ...headers,
        host: site.host,
      },
      ...(call.body !== undefined && { payload: JSON.stringify(call.body) }),
      ...(call.payload !== undefined && { payload: call.payload }),
    })
  for (const headers of foreign(site))
    for (const call of calls) {
      const { statusCode, body, headers: answered } = await send(call, { ...headers, cookie })
      const isRefused = statusCode === 403 && body.includes(refusalMessage) && answered['set-cookie'] === undefined
      if (isRefused && answered['access-control-allow-origin'] === undefined) refused++
      else slipped.push(`${call.name} with ${JSON.stringify(headers)}: ${statusCode} ${body.slice(0, 100)}`)
    }
  // Mutations reject GET, and preflight responses permit no other origin.
  for (const path of mutations)
    for (const asked of ['', '?input={}', '?batch=1&input={"0":{}}']) {
      const get = { name: `${path} by GET`, method: 'GET', url: `${site.base}/trpc/${path}${asked}` }
      const { statusCode } = await send(get, { cookie, 'sec-fetch-site': 'cross-site' })
      if (statusCode >= 400 && statusCode < 500) refused++
      else slipped.push(`${get.name}: ${statusCode}`)
    }
  for (const { name, method, url } of calls) {
    const asking = { origin: 'https://evil.example', 'access-control-request-method': method }
    const { headers } = await send({ name, method: 'OPTIONS', url }, { ...asking, cookie })
    if (Object.keys(headers).some((header) => header.startsWith('access-control-'))) slipped.push(`OPTIONS ${url}`)
    else refused++
  }
  const { host } = await listening(app)
  const url = `ws://${host}${site.base}/trpc`
  const { refusedSockets, slippedSockets } = await checkSockets(url, site, cookie)
  if ((await contents(app)) !== before) slipped.push('something has changed')
  // Only now, because a browser that is signed in as both is recorded.
  const own = await openRawSocket(url, { origin: site.own, cookie, host: site.host })
  if (typeof own === 'number') slipped.push(`a WebSocket of our own: ${own}`)
  else own.socket.terminate()
  // Without cookies, so that few calls change anything; any response proves that the origin check passed.
  for (const headers of ours(site))
    for (const call of calls) {
      const { statusCode, body } = await send(call, headers)
      if (body.includes(refusalMessage) || statusCode >= 500)
        stopped.push(`${call.name} with ${JSON.stringify(headers)}: ${body}`)
    }
  const passed = ours(site).length * calls.length - stopped.length
  return { refused: refused + refusedSockets, slipped: [...slipped, ...slippedSockets], passed, stopped }
}

/** Everything stored, except page view counts, which are written later. */
async function contents(app: TestApp): Promise<string> {
  const { visit_counts, ...rest } = await everything(app)
  return JSON.stringify(rest)
}

async function checkSockets(url: string, site: Site, cookie: string) {
  const slippedSockets: string[] = []
  let refusedSockets = 0
  // Browsers always send an Origin header with a WebSocket upgrade.
  for (const headers of foreign(site).filter(({ origin }) => typeof origin === 'string')) {
    const opened = await openRawSocket(url, { ...(headers as Record<string, string>), cookie, host: site.host })
    if (opened === 403) refusedSockets++
    else
      slippedSockets.push(`a WebSocket with ${JSON.stringify(headers)}: ${typeof opened === 'number' ? opened : 101}`)
    if (typeof opened !== 'number') opened.socket.terminate()
  }
  return { refusedSockets, slippedSockets }
}

let [refused, slipped] = [0, 0]

test.each(sites)('rejects cross-site requests before they run: the site $name', async (site) => {
  const result = await checkSite(site)
  refused += result.refused
  slipped += result.slipped.length
  if (site === sites.at(-1))
    recordMetric({
      claim: 'cross-site combinations refused, tRPC and WebSocket included',
      figure: `${refused} of ${refused + slipped}`,
      goal: '100 %',
      isMet: slipped === 0,
    })
  expect([result.slipped.length, result.slipped.slice(0, 20)]).toEqual([0, []])
  expect(result.stopped.slice(0, 20)).toEqual([])
  expect(result.refused).toBeGreaterThan(atScale(3_000, 10_000))
  expect(result.passed).toBeGreaterThan(atScale(400, 1_300))
})

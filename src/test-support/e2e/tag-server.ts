import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A typical tag script: reads `dataLayer`, observes pushes and reports them, and inspects its surroundings. */
const tagScript = `{
const home = document.currentScript.src.replace(/[^/]*$/, '')
const report = (what) => void fetch(home + 'collect', { method: 'POST', mode: 'no-cors', keepalive: true, body: JSON.stringify(what) })
const reportEntry = (entry) => report([...entry])
const push = dataLayer.push.bind(dataLayer)
dataLayer.push = (entry) => (reportEntry(entry), push(entry))
for (const entry of dataLayer) reportEntry(entry)
const attempt = (look) => { try { return String(look()) } catch (error) { return error.name } }
report(['around', attempt(() => parent.document.body.innerText), attempt(() => parent.localStorage.length),
  attempt(() => localStorage.length), document.cookie, document.referrer])
}`

/** A local third-party script server that records all requests and reports. */
export async function startTagServer() {
  const requests: string[] = []
  const reports: unknown[][] = []
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '')
    if (request.url === '/collect') {
      let body = ''
      for await (const piece of request) body += piece
      reports.push(JSON.parse(body) as unknown[])
      return response.end()
    }
    response.setHeader('content-type', 'text/javascript').end(tagScript)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** The reported events of this name, with their data. */
    reported: (name: string) =>
      reports.filter(([kind, what]) => kind === 'event' && what === name).map(([, , what]) => what),
    around: () => reports.filter(([kind]) => kind === 'around'),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

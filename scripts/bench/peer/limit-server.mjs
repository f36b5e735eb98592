// The limit: what the promise of a submit requires and nothing else. It receives the form, hashes and encrypts its
// photos, syncs them and their folder, and commits one row.
import { createServer } from 'node:http'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { openFiles } from './encrypted-files.mjs'

const client = new SQLite(path.join(process.env.DATA_DIR, 'limit.sqlite'))
client.pragma('journal_mode = wal')
client.pragma('synchronous = full')
client.exec('create table orders (number integer primary key, form text not null, files text not null)')
const insert = client.prepare('insert into orders (form, files) values (?, ?)')
const storage = await openFiles(process.env.DATA_DIR)

const END_OF_HEAD = '\r\n\r\n'

/** The photos of a form, and the fields before them. */
function readForm(body, contentType) {
  const separator = Buffer.from(`\r\n--${contentType.slice(contentType.indexOf('boundary=') + 'boundary='.length)}`)
  const firstFile = body.indexOf('filename=')
  const photos = []
  for (let at = firstFile; at > 0; ) {
    const from = body.indexOf(END_OF_HEAD, at) + END_OF_HEAD.length
    const to = body.indexOf(separator, from)
    photos.push(body.subarray(from, to))
    at = body.indexOf('filename=', to)
  }
  return { fields: body.subarray(0, firstFile).toString(), photos }
}

async function submit(request) {
  const body = Buffer.allocUnsafe(Number(request.headers['content-length']))
  let length = 0
  for await (const chunk of request) length += chunk.copy(body, length)
  const { fields, photos } = readForm(body, request.headers['content-type'])
  const stored = await Promise.all(photos.map((photo) => storage.write(photo)))
  await storage.syncFolder()
  insert.run(fields, JSON.stringify(stored))
}

const server = createServer((request, response) => {
  submit(request).then(
    () => response.end('{"ok":true}'),
    (error) => response.writeHead(500).end(error.message),
  )
})
server.listen(Number(process.env.PORT), () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
process.on('SIGTERM', () => process.exit(0))

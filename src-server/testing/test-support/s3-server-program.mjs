import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { S3Error, verifySignature } from './s3-server-signature.mjs'

/**
 * An S3 server for tests: `node s3-server-program.mjs <folder> <port> <access key> <secret key>`. It prints
 * 'listening', and ends with its standard input. An object appears complete or not at all, and is synced before the
 * response.
 */
const [, , root = '', port = '', accessKeyId = '', secretAccessKey = ''] = process.argv
/** The exit code when another process has the port. */
const PORT_IN_USE = 75
const MIN_PART_BYTES = 5 * 1024 * 1024
const MAX_KEYS = Number(process.env.S3_MAX_KEYS)
/** What some servers do: 'evaluated', 'ignored', 'rejected', or 'misread': ETags never match. */
const CONDITIONS = process.env.S3_CONDITIONS

const incoming = path.join(root, '.incoming')
rmSync(incoming, { recursive: true, force: true })
mkdirSync(incoming, { recursive: true })

const bucketFolder = (bucket) => {
  const folder = path.join(root, encodeURIComponent(bucket))
  if (bucket.startsWith('.') || !existsSync(folder)) throw new S3Error(404, 'NoSuchBucket')
  return folder
}
const objectFile = (bucket, key) => path.join(bucketFolder(bucket), `object-${encodeURIComponent(key)}`)
const uploadFolder = (bucket, id) => {
  const folder = path.join(bucketFolder(bucket), `upload-${id.replace(/[^\w-]/g, '')}`)
  if (!existsSync(folder)) throw new S3Error(404, 'NoSuchUpload')
  return folder
}
const etagOf = ({ ino, size, mtimeMs }) => `"${createHash('md5').update(`${ino} ${size} ${mtimeMs}`).digest('hex')}"`
const found = (file) => statSync(file, { throwIfNoEntry: false })
const escapeXml = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const element = (name, content) => `<${name}>${content}</${name}>`

function sync(file) {
  const descriptor = openSync(file, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Writes bytes to a file that no request can see. @throws S3Error when they are not the announced ones */
async function receive(chunks, { 'content-length': length, 'x-amz-content-sha256': sha256 }) {
  const file = path.join(incoming, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    chunks,
    async function* count(pieces) {
      for await (const piece of pieces) {
        size += piece.length
        hash.update(piece)
        yield piece
      }
    },
    createWriteStream(file),
  )
  if (length !== undefined && size !== Number(length)) throw new S3Error(400, 'IncompleteBody')
  if (sha256 && sha256 !== 'UNSIGNED-PAYLOAD' && sha256 !== hash.digest('hex'))
    throw new S3Error(400, 'XAmzContentSHA256Mismatch')
  sync(file)
  return file
}

function checkConditions(present, { 'if-none-match': noneMatch, 'if-match': match }) {
  if (CONDITIONS === 'rejected' && (noneMatch ?? match) !== undefined) throw new S3Error(501, 'NotImplemented')
  if (noneMatch === '*' && present) throw new S3Error(412, 'PreconditionFailed')
  if (match === undefined) return
  if (!present) throw new S3Error(404, 'NoSuchKey')
  if (CONDITIONS === 'misread' || match !== etagOf(present)) throw new S3Error(412, 'PreconditionFailed')
}

/** Puts a received file in place, unless a condition of the request fails. Returns its ETag. */
function publish(from, to, headers) {
  if (CONDITIONS !== 'ignored') checkConditions(found(to), headers)
  renameSync(from, to)
  sync(path.dirname(to))
  return etagOf(statSync(to))
}

function readObject({ bucket, key, headers, method }) {
  const file = objectFile(bucket, key)
  const stats = found(file)
  if (!stats) throw new S3Error(404, 'NoSuchKey')
  const [range, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const start = Number(first ?? 0)
  if (range && start >= stats.size) throw new S3Error(416, 'InvalidRange')
  const end = Math.min(last ? Number(last) : Number.POSITIVE_INFINITY, stats.size - 1)
  return {
    status: range ? 206 : 200,
    headers: {
      etag: etagOf(stats),
      'last-modified': stats.mtime.toUTCString(),
      'content-length': Math.max(0, end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${stats.size}` }),
    },
    body: method === 'HEAD' || stats.size === 0 ? [] : createReadStream(file, { start, end }),
  }
}

function listObjects({ bucket, query }) {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString()
  const keys = readdirSync(bucketFolder(bucket))
    .filter((name) => name.startsWith('object-'))
    .map((name) => decodeURIComponent(name.slice('object-'.length)))
    .filter((key) => key > after && key.startsWith(query.get('prefix') ?? ''))
    .sort()
  const page = keys.slice(0, MAX_KEYS)
  const isTruncated = page.length < keys.length
  const contents = page.map((key) => {
    const { size, mtime, ...stats } = statSync(objectFile(bucket, key))
    const fields = [element('Key', escapeXml(key)), element('LastModified', mtime.toISOString()), element('Size', size)]
    return element('Contents', fields.join('') + element('ETag', escapeXml(etagOf({ size, mtime, ...stats }))))
  })
  const next = isTruncated ? element('NextContinuationToken', Buffer.from(page.at(-1) ?? '').toString('base64url')) : ''
  return element('ListBucketResult', element('IsTruncated', isTruncated) + next + contents.join(''))
}

function listUploads({ bucket, query }) {
  const uploads = readdirSync(bucketFolder(bucket))
    .filter((name) => name.startsWith('upload-'))
    .map((name) => JSON.parse(readFileSync(path.join(bucketFolder(bucket), name, 'upload.json'), 'utf8')))
    .filter(({ key }) => key.startsWith(query.get('prefix') ?? ''))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const after = uploads.filter(({ id }) => id > (query.get('upload-id-marker') ?? ''))
  const page = after.slice(0, MAX_KEYS)
  const last = page.at(-1)
  const marker = last ? element('NextKeyMarker', escapeXml(last.key)) + element('NextUploadIdMarker', last.id) : ''
  const entries = page.map(({ key, id, initiated }) =>
    element('Upload', element('Key', escapeXml(key)) + element('UploadId', id) + element('Initiated', initiated)),
  )
  const isTruncated = page.length < after.length
  return element('ListMultipartUploadsResult', element('IsTruncated', isTruncated) + marker + entries.join(''))
}

function beginUpload({ bucket, key }) {
  const id = randomUUID()
  const folder = path.join(bucketFolder(bucket), `upload-${id}`)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'upload.json'), JSON.stringify({ key, id, initiated: new Date().toISOString() }))
  return element('InitiateMultipartUploadResult', element('UploadId', id))
}

async function completeUpload({ bucket, key, query, headers }, request) {
  const folder = uploadFolder(bucket, query.get('uploadId') ?? '')
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const parts = [
    ...Buffer.concat(chunks)
      .toString()
      .matchAll(/<Part>(.*?)<\/Part>/gs),
  ].map(([, part = '']) => ({
    file: path.join(folder, `part-${/<PartNumber>(\d+)</.exec(part)?.[1]}`),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }))
  if (parts.some(({ file, etag }) => !found(file) || etagOf(statSync(file)) !== etag))
    throw new S3Error(400, 'InvalidPart')
  if (parts.slice(0, -1).some(({ file }) => statSync(file).size < MIN_PART_BYTES))
    throw new S3Error(400, 'EntityTooSmall')
  async function* whole() {
    for (const { file } of parts) yield* createReadStream(file)
  }
  const etag = publish(await receive(whole(), {}), objectFile(bucket, key), headers)
  rmSync(folder, { recursive: true })
  return element('CompleteMultipartUploadResult', element('ETag', escapeXml(etag)))
}

/** The response to a request: its XML, or status, headers and body. */
async function answer(call, request) {
  const { bucket, key, query, method, headers } = call
  if (key === '') {
    if (method === 'HEAD') return bucketFolder(bucket) && ''
    if (method === 'GET') return query.has('uploads') ? listUploads(call) : listObjects(call)
  } else if (query.has('uploads') || query.has('uploadId')) {
    if (method === 'POST') return query.has('uploads') ? beginUpload(call) : completeUpload(call, request)
    const folder = uploadFolder(bucket, query.get('uploadId') ?? '')
    if (method === 'PUT') {
      const part = path.join(folder, `part-${Number(query.get('partNumber'))}`)
      return { headers: { etag: publish(await receive(request, headers), part, {}) } }
    }
    if (method === 'DELETE') {
      rmSync(folder, { recursive: true })
      return { status: 204 }
    }
  } else {
    const file = objectFile(bucket, key)
    if (method === 'PUT') return { headers: { etag: publish(await receive(request, headers), file, headers) } }
    if (method === 'GET' || method === 'HEAD') return readObject(call)
    if (method === 'DELETE') {
      rmSync(file, { force: true })
      sync(bucketFolder(bucket))
      return { status: 204 }
    }
  }
  throw new S3Error(405, 'MethodNotAllowed')
}

async function respond(request) {
  try {
    verifySignature(request, { accessKeyId, secretAccessKey })
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
    const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent)
    const { method, headers } = request
    return await answer({ bucket, key: rest.join('/'), query, method, headers }, request)
  } catch (error) {
    const { status, code } = error instanceof S3Error ? error : { status: 500, code: 'InternalError' }
    return { status, body: [element('Error', element('Code', code))] }
  }
}

const server = createServer(async (request, response) => {
  const answered = await respond(request)
  const { status = 200, headers = {}, body = [] } = typeof answered === 'string' ? { body: [answered] } : answered
  request.resume()
  response.writeHead(status, headers)
  // A client that goes away ends the response.
  await pipeline(body, response).catch(() => response.destroy())
})
server.once('error', ({ code }) => process.exit(code === 'EADDRINUSE' ? PORT_IN_USE : 1))
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening'))
process.stdin.on('end', () => process.exit()).resume()

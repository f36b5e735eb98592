import { createHash, createHmac } from 'node:crypto'

/** An error response of the S3 server, with its status and its code in the protocol. */
export class S3Error extends Error {
  constructor(status, code) {
    super(code)
    this.status = status
    this.code = code
  }
}

const MAX_SKEW_MS = 15 * 60_000
const hmac = (key, text) => createHmac('sha256', key).update(text).digest()
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Verifies the signature of a request (AWS Signature Version 4). @throws S3Error */
export function verifySignature({ method, url = '/', headers }, { accessKeyId, secretAccessKey }) {
  const [, keyId, date = '', region = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (signature === undefined) throw new S3Error(403, 'AccessDenied')
  if (keyId !== accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId')
  const time = headers['x-amz-date'] ?? ''
  const sentAt = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - sentAt) < MAX_SKEW_MS)) throw new S3Error(403, 'RequestTimeTooSkewed')
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const canonical = [
    method,
    pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const hash = createHash('sha256').update(canonical).digest('hex')
  const key = [date, region, 's3', 'aws4_request'].reduce((key, part) => hmac(key, part), `AWS4${secretAccessKey}`)
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash].join('\n')).toString('hex')
  if (expected !== signature) throw new S3Error(403, 'SignatureDoesNotMatch')
}

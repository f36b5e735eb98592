import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|html|svg)$/
/** In bytes: only Swagger UI is larger. At the best quality it takes longer than all else together (4.4 of 8.4 s). */
const LARGE = 1_000_000
const LARGE_QUALITY = 9
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** A .br and a .gz copy of each text file modified after `since` (epoch ms), so that no request waits for one. */
export async function compressFolder(folder: string, since: number) {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => compressible.test(name)).map((name) => join(folder, name))
  await Promise.all(files.map((file) => compressFile(file, since)))
}

async function compressFile(path: string, since: number) {
  if ((await stat(path)).mtimeMs < since) return
  const content = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await Promise.all([
    brotli(content, { params }).then((packed) => writeFile(`${path}.br`, packed)),
    gzipped(content, { level: constants.Z_BEST_COMPRESSION }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}

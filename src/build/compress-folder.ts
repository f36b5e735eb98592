import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|html|svg)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes a .br and a .gz beside each text file of the folder, so that no request waits for a compressor. */
export async function compressFolder(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(names.filter((name) => compressible.test(name)).map((name) => compressFile(join(folder, name))))
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await Promise.all([
    brotli(content, { params }).then((packed) => writeFile(`${path}.br`, packed)),
    gzipped(content, { level: constants.Z_BEST_COMPRESSION }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}

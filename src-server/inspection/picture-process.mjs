// A program of its own, in which pictures of strangers are decoded: with no keys, no settings and no database in it, and
// ended when one picture takes too much. Plain JavaScript, because Node 20 starts it from source as well.
import sharp from 'sharp'

const limits = JSON.parse(process.argv[2] ?? '{}')
const WATCH_MS = 25

// By default all that libvips can read is read, SVG and TIFF among it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** @param {Uint8Array} bytes */
function render(bytes) {
  return (
    sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'warning', sequentialRead: true })
      .autoOrient()
      .resize(limits.side, limits.side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      // Printed numbers lose their edges when colours are thinned out.
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .toBuffer()
  )
}

process.on('message', async (/** @type {Uint8Array} */ bytes) => {
  const before = process.cpuUsage()
  // libvips works beside this thread, so it can be watched from here.
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (user + system > limits.processorMs * 1000 || process.memoryUsage.rss() > limits.memoryBytes)
      process.exit(limits.tooMuch)
  }, WATCH_MS)
  const picture = await render(bytes).catch(() => undefined)
  clearInterval(watch)
  const isLeaving = process.memoryUsage.rss() > limits.restingBytes
  process.send?.({ picture, isLeaving }, () => isLeaving && process.exit())
})
process.on('disconnect', () => process.exit())
// Who stops the server finishes what is under way, and the server ends this.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined)

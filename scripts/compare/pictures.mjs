import { existsSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { takePictures } from '../page-pictures.mjs'
import { inRoot } from '../project.mjs'

const MOST_PERCENT = 0.1

/** The pictures of page states that differ in more than 0.1 % of their pixels, or that only one build has. */
export async function pictures({ builds, states }) {
  const { before, after } = builds()
  const of = (name) => inRoot('node_modules/.cache/pictures', name)
  const names = new Set([
    ...(await takePictures({ build: before, folder: of('before'), states })),
    ...(await takePictures({ build: after, folder: of('after'), states })),
  ])
  if (names.size === 0) return [`No state has a name that matches ${states}`]
  const differences = []
  for (const name of names) {
    const percent = await differingPercent(path.join(of('before'), name), path.join(of('after'), name))
    if (percent > 0) console.log(`${name}: ${percent.toFixed(3)} % of the pixels`)
    if (percent > MOST_PERCENT) differences.push(`different: node_modules/.cache/pictures/{before,after}/${name}`)
  }
  console.log(`${names.size} pictures`)
  return differences
}

/** Pictures of different sizes differ in all pixels. */
async function differingPercent(before, after) {
  if (!existsSync(before) || !existsSync(after)) return 100
  const [one, other] = await Promise.all(
    [before, after].map((file) => sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  if (one.info.width !== other.info.width || one.info.height !== other.info.height) return 100
  const [old, now] = [one, other].map(({ data }) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4))
  return (100 * old.filter((pixel, at) => pixel !== now[at]).length) / old.length
}

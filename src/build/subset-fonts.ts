import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { normalizePath, type Plugin } from 'vite'

/** ASCII and the signs in our texts. */
const signs = `${range(0x20, 0x7e)}\u00a0©®·×–—‘’“”•…™€−←→`
/** The letters of Western European names; others use the fallback font. */
const letters = range(0xc0, 0xff)
const source = /url\("(@fontsource-variable\/[^"]+\.woff2)"\)/g

/** The characters and weights of each face that the styles use. */
const faces = [
  { name: /bricolage/, characters: signs + letters, wght: 700 },
  { name: /hanken/, characters: signs + letters, wght: { min: 400, max: 700 } },
  // Amounts, codes and references contain no names.
  { name: /geist-mono/, characters: signs, wght: 500 },
]

/** Subsets the fonts of `fonts.css` to the characters and weights that the site uses; caches the results. */
export function subsetFonts(): Plugin {
  let folder = ''
  return {
    name: 'subset-fonts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      folder = path.join(config.cacheDir, 'fonts')
    },
    async transform(code, id) {
      if (!id.endsWith('/styles/fonts.css')) return
      const names = [...code.matchAll(source)].map(([, name = '']) => name)
      const files = new Map(await Promise.all(names.map(async (name) => [name, await subset(name, folder)] as const)))
      return code.replace(source, (_, name: string) => `url("${files.get(name)}")`)
    },
  }
}

async function subset(name: string, folder: string) {
  const original = await readFile(createRequire(import.meta.url).resolve(name))
  const face = faces.find((each) => each.name.test(name))
  if (!face) throw new Error(`subset-fonts.ts does not say what is used of ${name}.`)
  const { characters, wght } = face
  const options = { targetFormat: 'woff2', variationAxes: { wght } } as const
  const recipe = createHash('sha256').update(original).update(characters).update(JSON.stringify(options))
  const file = path.join(folder, recipe.digest('hex').slice(0, 16), path.basename(name))
  if (!existsSync(file)) {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, await subsetFont(original, characters, options))
  }
  return normalizePath(file)
}

function range(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
}

// `npm run gallery`: one page with pictures of every page state. `npm run gallery rules` has those with this name only.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { installAll } from './packages.mjs'
import { takePictures } from './page-pictures.mjs'
import { inRoot } from './project.mjs'
import { build, testBuild } from './site-build.mjs'

installAll()
build(testBuild)
const folder = inRoot('node_modules/.cache/gallery')
const names = await takePictures({ build: testBuild, folder, states: process.argv[2] })
const figures = names.map(
  (name) => `<figure><figcaption>${name}</figcaption><img loading="lazy" src="${name}"></figure>`,
)
const page = path.join(folder, 'index.html')
writeFileSync(page, `<!doctype html><title>Page states</title>\n${figures.join('\n')}\n`)
console.log(`${names.length} pictures: ${page}`)

import { expect, test } from 'vitest'
import { filesOf, routeChunk } from './page-files.ts'

const chunk = (file: string, more: object = {}) => ({ file, ...more })
const manifest = {
  'index.html': chunk('entry.js', { imports: ['_shared.js'], css: ['entry.css'] }),
  '_shared.js': chunk('shared.js'),
  'routes/index.tsx?tsr-split=component': chunk('home.js', { imports: ['_shared.js'] }),
  'routes/transactions.tsx?tsr-split=component': chunk('list.js'),
  'routes/transactions_.$reference.tsx?tsr-split=component': chunk('order.js', { css: ['order.css'] }),
  'routes/admin_.users.$id.tsx?tsr-split=component': chunk('user.js'),
  'routes/$.tsx?tsr-split=component': chunk('nowhere.js'),
}

test.each([
  ['/', 'home.js'],
  ['/transactions', 'list.js'],
  ['/transactions/$reference', 'order.js'],
  ['/admin/users/$id', 'user.js'],
  ['/$', 'nowhere.js'],
])('the component of %s is in %s', (path, file) => {
  expect(filesOf(manifest, [routeChunk(manifest, path)]).scripts.at(-1)).toBe(file)
})

test('a screen without a chunk stops the build', () => {
  expect(() => routeChunk(manifest, '/transaction')).toThrow('The build has no chunk for the screen /transaction.')
})

test('lists what chunks import before them, each file once', () => {
  const files = filesOf(manifest, [
    'index.html',
    routeChunk(manifest, '/'),
    routeChunk(manifest, '/transactions/$reference'),
  ])
  expect(files).toEqual({
    scripts: ['shared.js', 'entry.js', 'home.js', 'order.js'],
    styles: ['entry.css', 'order.css'],
  })
})

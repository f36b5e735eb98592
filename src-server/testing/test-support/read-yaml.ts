import { readFileSync } from 'node:fs'

export type Yaml = string | Yaml[] | YamlMap
export type YamlMap = { [key: string]: Yaml }

type Line = { indent: number; text: string }

/**
 * Reads the part of YAML that our compose files use: maps, lists, scalars as text, quotes, comments, anchors and merges
 * of a map. @throws on anything else
 */
export function readYaml(file: string): YamlMap {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*/, '').trimEnd())
    .filter((line) => line !== '')
    .map((line): Line => ({ indent: line.search(/\S/), text: line.trim() }))
  const anchors = new Map<string, Yaml>()
  const result = readBlock(lines, 0, anchors)
  const [rest] = lines
  if (rest || typeof result === 'string' || Array.isArray(result)) throw new Error(`${file}: cannot read ${rest?.text}`)
  return result
}

/** Takes the lines of one block, which start at `indent`. */
function readBlock(lines: Line[], indent: number, anchors: Map<string, Yaml>): Yaml {
  if (lines[0]?.text.startsWith('- ')) return readList(lines, indent, anchors)
  const map: YamlMap = {}
  for (let line = lines[0]; line?.indent === indent; line = lines[0]) {
    const [, key = '', given = ''] = /^([\w.<-]+):(?: (.+))?$/.exec(line.text) ?? []
    if (key === '') throw new Error(`No key: ${line.text}`)
    lines.shift()
    const [, anchor] = /^&(\w+)$/.exec(given) ?? []
    const value = given === '' || anchor ? readNested(lines, indent, anchors) : readScalar(given, anchors)
    if (anchor) anchors.set(anchor, value)
    if (key === '<<') Object.assign(map, value)
    else map[key] = value
  }
  return map
}

function readNested(lines: Line[], indent: number, anchors: Map<string, Yaml>): Yaml {
  const next = lines[0]
  return next && next.indent > indent ? readBlock(lines, next.indent, anchors) : ''
}

function readList(lines: Line[], indent: number, anchors: Map<string, Yaml>): Yaml[] {
  const list: Yaml[] = []
  for (let line = lines[0]; line?.indent === indent && line.text.startsWith('- '); line = lines[0]) {
    const text = line.text.slice(2)
    if (/^[\w-]+: /.test(text)) {
      lines[0] = { indent: indent + 2, text }
      list.push(readBlock(lines, indent + 2, anchors))
    } else {
      lines.shift()
      list.push(readScalar(text, anchors))
    }
  }
  return list
}

function readScalar(text: string, anchors: Map<string, Yaml>): Yaml {
  const alias = text.startsWith('*') ? anchors.get(text.slice(1)) : undefined
  if (alias !== undefined) return alias
  if (/^[[{|>*&!]/.test(text)) throw new Error(`Not read here: ${text}`)
  return text.replace(/^'(.*)'$/, '$1')
}

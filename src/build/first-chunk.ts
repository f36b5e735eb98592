import { fileURLToPath } from 'node:url'

const source = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))
const entry = source('main.tsx')
/** The largest of the pages that visitors see first. */
const wizard = `${source('routes/exchange.tsx')}?tsr-split=component`
/** Folders that all pages share. */
const shared = /[\\/](src-shared|src[\\/](lib|ui))[\\/]/

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/**
 * Selects the modules that every page needs, and those of shared folders that the exchange needs. In one file they
 * compress better than in many.
 */
export function firstChunk(): (id: string, graph: ModuleGraph) => 'first' | null {
  let first: ReadonlySet<string> | undefined
  return (id, graph) => {
    first ??= firstModules(graph)
    return first.has(id) ? 'first' : null
  }
}

function firstModules(graph: ModuleGraph): ReadonlySet<string> {
  const first = importedBy(entry, graph)
  for (const id of importedBy(wizard, graph)) if (shared.test(id)) first.add(id)
  // The entry has a file of its own, which the page names.
  first.delete(entry)
  return first
}

/** The modules that load before this one, and this one. */
function importedBy(id: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const each of graph.getModuleInfo(id)?.importedIds ?? []) importedBy(each, graph, found)
  return found
}

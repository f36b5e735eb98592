import { fileURLToPath } from 'node:url'

const source = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))
const entry = source('main.tsx')
/** The largest of the pages that visitors see first. */
const wizard = source('routes/-pages/exchange.tsx')
const home = source('routes/-pages/index.tsx')
/** Folders that all pages share. */
const shared = /[\\/](src-shared|src[\\/](calls|lib|ui))[\\/]/
/** What the exchange shares with the page of an order, too little for a file of its own. */
const uploads = /[\\/]exchange-wizard[\\/](no|use)-uploads\.ts$/

/** What the entry could import from its packages, but only later parts do. */
const later = /[\\/]useBlocker\.js$/

const staffRoute = /[\\/]routes[\\/]-pages[\\/]admin[^\\/]*$/

/** Styles stay in the files that they are in, because their order counts. */
const isStyles = (id: string) => /\.css($|\?)/.test(id)
/** In characters of the transformed source. */
const SMALL = 2500

type ModuleInfo = {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
  importers: readonly string[]
  dynamicImporters: readonly string[]
}
type ModuleGraph = { getModuleInfo(id: string): ModuleInfo | null }

type Chunk = 'first' | 'small' | 'staff'

/**
 * Selects the modules of three files, in which they compress better than in many: 'first' has those that every page
 * needs, and those of shared folders that the exchange needs; 'small' has the small ones that several later parts of
 * customers need; 'staff' has those that several pages of staff need and no other page does. The first file lists the
 * names of all others, so each file costs all pages some bytes.
 */
export function sharedChunks(): (id: string, graph: ModuleGraph) => Chunk | null {
  let chosen: Map<string, Chunk> | undefined
  return (id, graph) => {
    chosen ??= chunksOf(graph)
    return chosen.get(id) ?? null
  }
}

function chunksOf(graph: ModuleGraph) {
  const first = firstModules(graph)
  const routes = new Set<string>()
  const ofCustomers = loadedByCustomers(entry, graph, routes)
  const chunks = new Map<string, Chunk>()
  for (const id of staffModules(graph, ofCustomers, routes)) chunks.set(id, 'staff')
  for (const id of smallModules(graph, ofCustomers, first)) chunks.set(id, 'small')
  for (const id of first) chunks.set(id, later.test(id) ? 'small' : 'first')
  return chunks
}

/** Those that import nothing but the first file and each other, so that no two files import one another. */
function smallModules(
  graph: ModuleGraph,
  ofCustomers: ReadonlySet<string>,
  first: ReadonlySet<string>,
): ReadonlySet<string> {
  const small = new Set<string>()
  const ofHome = importedBy(home, graph)
  for (const id of ofCustomers) {
    if (first.has(id) || ofHome.has(id) || !shared.test(id) || isStyles(id)) continue
    const { code, importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
    if ((code ?? '').length <= SMALL && importers.length > 1 && dynamicImporters.length === 0) small.add(id)
  }
  const isClosed = (id: string) =>
    (graph.getModuleInfo(id)?.importedIds ?? []).every((each) => first.has(each) || small.has(each))
  let before: number
  do {
    before = small.size
    for (const id of small) if (!isClosed(id)) small.delete(id)
  } while (small.size < before)
  return small
}

function staffModules(
  graph: ModuleGraph,
  ofCustomers: ReadonlySet<string>,
  routes: ReadonlySet<string>,
): ReadonlySet<string> {
  const uses = new Map<string, number>()
  for (const route of routes) for (const id of importedBy(route, graph)) uses.set(id, (uses.get(id) ?? 0) + 1)
  return new Set([...uses].flatMap(([id, n]) => (n > 1 && !ofCustomers.has(id) ? [id] : [])))
}

/** The modules that pages of customers load at some time. Adds the routes of staff to `staffRoutes`. */
function loadedByCustomers(id: string, graph: ModuleGraph, staffRoutes: Set<string>, found = new Set<string>()) {
  if (staffRoute.test(id)) staffRoutes.add(id)
  if (found.has(id) || staffRoutes.has(id)) return found
  found.add(id)
  const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
  for (const each of [...importedIds, ...dynamicallyImportedIds]) loadedByCustomers(each, graph, staffRoutes, found)
  return found
}

function firstModules(graph: ModuleGraph): ReadonlySet<string> {
  const first = importedBy(entry, graph)
  for (const id of importedBy(wizard, graph)) if (shared.test(id) || uploads.test(id)) first.add(id)
  // The entry has a file of its own, which the page names.
  first.delete(entry)
  return first
}

/** The modules that load before this one, and this one. */
function importedBy(id: string, graph: ModuleGraph, found = new Set<string>()) {
  if (found.has(id)) return found
  found.add(id)
  for (const each of graph.getModuleInfo(id)?.importedIds ?? []) importedBy(each, graph, found)
  return found
}
